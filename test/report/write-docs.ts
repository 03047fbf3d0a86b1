import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/source-files.ts";
import { generatedReport, pathsPage } from "./page.ts";

writeFileSync(join(root, "docs/security/deletion-paths.md"), pathsPage(generatedReport()));
