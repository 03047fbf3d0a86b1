import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/source-files.ts";
import { besidePage } from "./page.ts";

writeFileSync(join(root, "docs/rules/beside-hand-written.md"), besidePage());
