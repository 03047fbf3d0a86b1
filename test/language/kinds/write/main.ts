// Writes the types of built-in kinds: node test/language/kinds/write/main.ts
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readApi } from "./api.ts";
import { printFiles } from "./print.ts";
import { printIndex } from "./print-index.ts";
import { printSchemas } from "./print-schemas.ts";
import { printTable } from "./print-table.ts";
import { readGoTypes, readReleases } from "./sources.ts";

const root = join(import.meta.dirname, "../../../..");
const kinds = join(root, "compiler/language/kinds");

const releases = readReleases();
const api = readApi(releases, readGoTypes());
const files = printFiles(api);
for (const folder of new Set([...files.keys()].map(dirname)))
  if (folder !== ".") rmSync(join(kinds, folder), { recursive: true, force: true });
for (const [path, text] of [...files, ["index.ts", printIndex(api)] as const]) {
  mkdirSync(dirname(join(kinds, path)), { recursive: true });
  writeFileSync(join(kinds, path), text);
}
writeFileSync(join(import.meta.dirname, "../api.json"), printSchemas(api));
const table = join(root, "compiler/language/served/api-resources.ts");
writeFileSync(table, printTable(releases));
execFileSync("npx", ["oxfmt", kinds, table], { cwd: root, stdio: "inherit" });
console.info(`${api.kinds.length} kinds, ${files.size} files`);
