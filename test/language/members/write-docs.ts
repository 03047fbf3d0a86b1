import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../house/source-files.ts";
import { membersPage } from "./page.ts";

writeFileSync(join(root, "docs/rules/members.md"), membersPage());
