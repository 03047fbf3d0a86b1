import { Node, Project } from "ts-morph";
import type { DeclarationFile } from "../../compiler/crd-types/index.ts";
import { compilerOptions } from "../../compiler/source/empty-project.ts";

/** What TypeScript has to say about the files, and whatever in them is not the one import and the one interface. */
export function problemsIn(files: readonly Pick<DeclarationFile, "name" | "text" | "type">[]): readonly string[] {
  const options = { ...compilerOptions(), skipLibCheck: false };
  const project = new Project({ compilerOptions: options, skipAddingFilesFromTsConfig: true });
  const sources = files.map((file) => ({ file, source: project.createSourceFile(`/types/${file.name}`, file.text) }));
  const wrong = sources.flatMap(({ file, source }) => {
    const statements = source.getStatements();
    const declared = statements.map((one) =>
      Node.isInterfaceDeclaration(one) && one.isExported() ? one.getName() : one.getKindName(),
    );
    const isRight = JSON.stringify(declared) === JSON.stringify(["ImportDeclaration", file.type]);
    return isRight ? [] : [`${file.name} declares ${declared.join(", ")}`];
  });
  const diagnostics = project.getPreEmitDiagnostics().map((found) => {
    const file = found.getSourceFile();
    return `${file?.getBaseName() ?? ""}:${found.getLineNumber() ?? 0} ${JSON.stringify(found.getMessageText())}`;
  });
  return [...wrong, ...diagnostics];
}
