import { mkdirSync, writeFileSync } from "node:fs";
import { compileFamilies } from "./test/language/case-files.ts";
import { families } from "./test/language/families.ts";
import { compile } from "./compiler/compile.ts";
const out = process.argv[2]!; mkdirSync(out, { recursive: true });
for (const [prefix, cases] of await compileFamilies(families)) for (const c of cases.values()) writeFileSync(`${out}/${c.name}.yaml`, c.yaml);
const r = compile({ paths: ["test/rules/policies"], workingDirectory: process.cwd() });
console.log(r.diagnostics.length); for (const f of r.files) writeFileSync(`${out}/rules-${f.name}`, f.text);
