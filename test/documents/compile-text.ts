import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { type Compilation, compile } from "../../compiler/index.ts";

/** Compiles `policies/<name>` with this text in a directory of its own. */
export function compileText(name: string, text: string, kube?: number): Compilation {
  const workingDirectory = mkdtempSync(join(tmpdir(), "holdfast-"));
  try {
    mkdirSync(join(workingDirectory, "policies"));
    writeFileSync(join(workingDirectory, "policies", name), text);
    return compile({ paths: ["policies"], workingDirectory, ...(kube === undefined ? {} : { kube }) });
  } finally {
    rmSync(workingDirectory, { recursive: true, force: true });
  }
}

/** What the compiler reports, one line each. */
export function problemsOf({ diagnostics }: Compilation): readonly string[] {
  return diagnostics.map(({ code, message, help }) => `${code}: ${message}; ${help}`);
}

/** The documents of a compilation's YAML, as the API server would get them. */
export function documentsOf(compilation: Compilation): readonly Record<string, unknown>[] {
  return compilation.files.flatMap(({ text }) =>
    parseAllDocuments(text).map((document) => document.toJS() as Record<string, unknown>),
  );
}
