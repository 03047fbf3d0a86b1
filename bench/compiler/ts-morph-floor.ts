/**
 * The floor of the compiler: ts-morph loads the files, TypeScript checks them, and each node is visited once.
 * `node bench/compiler/ts-morph-floor.ts <directory>`
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Project, ts } from "ts-morph";

const directory = process.argv[2] ?? "policies";
const project = new Project({
  skipAddingFilesFromTsConfig: true,
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    types: [],
  },
});
const files = readdirSync(directory)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => project.addSourceFileAtPath(join(directory, name)));
const program = project.getProgram().compilerObject;
let nodes = 0;
for (const file of files) {
  const found = [...program.getSyntacticDiagnostics(file.compilerNode), ...program.getSemanticDiagnostics(file.compilerNode)];
  if (found.length > 0) throw new Error(`${file.getFilePath()}: ${JSON.stringify(found[0]?.messageText)}`);
  file.forEachDescendant(() => (nodes += 1));
}
if (nodes === 0) throw new Error(`there is nothing in ${directory}`);
