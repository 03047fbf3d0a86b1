import { execFile } from "node:child_process";
import { join } from "node:path";
import { run } from "../../compiler/cli/run.ts";
import { fencesOf } from "../documents/fences.ts";
import { root } from "../house/source-files.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { usingHoldfast } from "../fixtures/tree.ts";

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The policy of the README, which tests of the command test and explain. */
export const keepLabelled: string = fencesOf("README.md").find(({ language }) => language === "ts")?.text ?? "";

/** A repository of a user with these files, where `holdfast` (this checkout) and perhaps vitest are installed. */
export function userProject(files: Readonly<Record<string, string>>, packages: readonly string[] = ["vitest"]): string {
  const installed = packages.map((name) => [`node_modules/${name}`, { linkTo: join(root, "node_modules", name) }] as const);
  return temporaryDirectory({ ...usingHoldfast, ...Object.fromEntries(installed), ...files });
}

/** A command compiles what it evaluates, and nobody evaluates it after the command. */
const loadCompiler = async () => ({ compile: (await import("../../compiler/compile.ts")).compileNext });

/** Runs the command in this process, with the real compiler; what starts vitest needs a process of its own. */
export async function holdfastHere(directory: string, words: readonly string[], input = ""): Promise<Finished> {
  const written = { out: "", error: "" };
  const terminal = {
    workingDirectory: directory,
    color: false,
    outputColor: false,
    showsProgress: false,
    debug: false,
    kubeconfig: undefined,
    cache: { given: undefined, ofUser: undefined },
    print: (text: string) => void (written.out += `${text}\n`),
    report: (text: string) => void (written.error += `${text}\n`),
    readInput: async () => input,
  };
  const loadDeclarations = () => import("../../compiler/crd-types/index.ts");
  const code = await run(words, { terminal, loadCompiler, loadDeclarations });
  return { code, ...written };
}

/** Runs `holdfast` as a process of its own, as a shell would. */
export function holdfast(directory: string, words: readonly string[], input = ""): Promise<Finished> {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, "compiler/cli/main.ts"), ...words],
      { cwd: directory, env },
      (error, out, said) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, out, error: said });
      },
    );
    child.stdin?.end(input);
  });
}
