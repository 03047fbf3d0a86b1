import type { Compilation, CompileOptions } from "../../compiler/compile.ts";
import { run } from "../../compiler/cli/run.ts";
import { planFiles } from "../../compiler/manifest/build.ts";
import { samplePolicy } from "../manifest/sample-policy.ts";

/** What came out of one run of the command. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

const nothing: Compilation = {
  diagnostics: [],
  warnings: [],
  sources: new Map(),
  policies: [],
  ir: [],
  admissionPolicies: [],
  files: [],
  webhookRules: [],
};

/** What the compiler would make of sources with these stems (`ack` for `policies/ack.ts`), one rule in each. */
export function compilationOf(stems: readonly string[]): Compilation {
  const sources = stems.map((stem) => ({
    file: `policies/${stem}.ts`,
    stem,
    policies: [samplePolicy({ name: stem, policy: stem })],
  }));
  const rule = {
    name: "byName",
    target: "admission-policy",
    targetReason: "reads only the object",
    line: 9,
    text: "byName: {\n      deny\n    }",
  } as const;
  return {
    ...nothing,
    files: planFiles(sources, { command: "npx holdfast compile policies", lineOf: () => 12 }),
    policies: sources.map(({ stem, file }) => ({
      name: stem,
      source: file,
      guards: [],
      file: `${stem}.yaml`,
      rules: [{ ...rule, native: { admissionPolicy: stem, yaml: "validations:\n  - reason: Forbidden\n" }, webhook: undefined }],
    })),
  };
}

/** Runs the command in this process, with a compiler that always says `compilation`, and `input` on standard input. */
export async function runCommand(
  argv: readonly string[],
  workingDirectory: string,
  compile: (options: CompileOptions) => Partial<Compilation> = () => nothing,
  input = "",
): Promise<Outcome> {
  const written = { out: "", error: "" };
  const terminal = {
    workingDirectory,
    color: false,
    outputColor: false,
    showsProgress: false,
    debug: false,
    kubeconfig: undefined,
    cache: { given: undefined, ofUser: undefined },
    print: (text: string) => void (written.out += `${text}\n`),
    report: (text: string) => void (written.error += `${text}\n`),
    readInput: () => Promise.resolve(input),
  };
  const loadCompiler = async () => ({ compile: (options: CompileOptions) => ({ ...nothing, ...compile(options) }) });
  const loadDeclarations = () => import("../../compiler/crd-types/index.ts");
  return { code: await run(argv, { terminal, loadCompiler, loadDeclarations }), ...written };
}
