import { compile } from "../../compiler/index.ts";
import { CaseFiles } from "../language/case-files.ts";

/** The YAML of one policy file, as `holdfast compile` writes it. */
export function compileText(text: string): string {
  const files = new CaseFiles();
  try {
    files.write("policy.ts", text);
    const { diagnostics, files: planned } = compile({ paths: ["policy.ts"], workingDirectory: files.directory });
    const [first] = diagnostics;
    if (first !== undefined) throw new Error(`${first.code}: ${first.message}`);
    return planned.find(({ name }) => name === "policy.yaml")?.text ?? "";
  } finally {
    files.remove();
  }
}
