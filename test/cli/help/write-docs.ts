import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../house/source-files.ts";
import { commandsPage } from "./commands-page.ts";

writeFileSync(join(root, "docs/reference/commands.md"), commandsPage());
