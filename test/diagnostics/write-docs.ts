import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/source-files.ts";
import { diagnosticsPage } from "./diagnostics-page.ts";

writeFileSync(join(root, "docs/reference/diagnostics.md"), diagnosticsPage());
