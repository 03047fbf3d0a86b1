import { join } from "node:path";
import { compile } from "../../../compiler/compile.ts";
import { run } from "../../../compiler/cli/run.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { type Tree, usingHoldfast } from "../../fixtures/tree.ts";

/** A policy that keeps ConfigMaps with a label of this key; `mark` is any expression, `head` what stands above. */
export const policyOf = (name: string, mark = JSON.stringify(`example.com/${name}`), head = ""): string => `
import { deletionPolicy, released } from "holdfast";
${head}
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.[${mark}] === "yes",
      message: ({ oldObject: { metadata } }) => \`\${metadata.name} is kept\`,
    },
  },
});
`;

/** It compiles with a warning: its message may say "undefined". */
export const warnedPolicy = policyOf("warned").replace("${metadata.name} is", "${metadata.namespace} is");

export interface CachedRun {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  /** How often the compiler was asked. */
  readonly compiled: number;
}

export interface CachedProject {
  readonly directory: string;
  readonly cache: string;
  readonly run: (...flags: readonly string[]) => Promise<CachedRun>;
  /** With another compiler. */
  readonly runWith: (compiler: typeof compile) => Promise<CachedRun>;
}

/** A repository with these files, whose compiler keeps what it made in a directory of its own. */
export function cachedProject(files: Tree): CachedProject {
  const directory = temporaryDirectory({ ...usingHoldfast, ...files });
  const given = temporaryDirectory();
  return {
    directory,
    cache: join(given, "compile"),
    run: (...flags) => compileCachedIn(directory, given, flags),
    runWith: (compiler) => compileCachedIn(directory, given, [], compiler),
  };
}

/** `holdfast compile` in this process. */
export async function compileCachedIn(
  directory: string,
  given: string | undefined,
  flags: readonly string[],
  compiler: typeof compile = compile,
): Promise<CachedRun> {
  const written = { out: "", error: "", compiled: 0 };
  const terminal = {
    workingDirectory: directory,
    color: false,
    outputColor: false,
    showsProgress: false,
    debug: true,
    kubeconfig: undefined,
    cache: { given, ofUser: undefined },
    print: (text: string) => void (written.out += `${text}\n`),
    report: (text: string) => void (written.error += `${text}\n`),
    readInput: () => Promise.resolve(""),
  };
  const loadCompiler = async () => {
    written.compiled += 1;
    return { compile: compiler };
  };
  const loadDeclarations = () => import("../../../compiler/crd-types/index.ts");
  const code = await run(["compile", ...flags], { terminal, loadCompiler, loadDeclarations });
  return { code, ...written };
}
