import { HelpfulError } from "../api/helpful-error.ts";
import type { CompileOptions, Compilation } from "../compile.ts";
import { visible } from "../diagnostics/format.ts";
import type { ReadFacts } from "../source/reads.ts";
import { parseCommandLine } from "./arguments/command-line.ts";
import type { Command } from "./arguments/commands.ts";
import type { CompileCommand } from "./compile/compile-command.ts";
import { runCompile } from "./compile/compile.ts";
import { type ExitCode, exitCodes } from "./output/exit-code.ts";
import { type Terminal, processTerminal } from "./output/terminal.ts";
import { projectFiles, readDefaults } from "../project/project.ts";
import type { TestCommand } from "./test/test-command.ts";
import { type LoadDeclarations, runTypes } from "./types/types.ts";
import { readVersion } from "../api/own-package.ts";

/** Loads the compiler only when a command needs it, so that `--help` does not wait for it. */
export type LoadCompiler = () => Promise<{ compile(options: CompileOptions): Compilation | Promise<Compilation> }>;

/** Runs the command line of this process and sets its exit code. */
export async function runInProcess(): Promise<void> {
  const terminal = processTerminal();
  process.exitCode = await run(process.argv.slice(2), {
    terminal,
    loadCompiler: () => import("../compile.ts"),
    loadDeclarations: () => import("../crd-types/index.ts"),
  });
  // A stream reports its failure only after the write; by now the last one has.
  process.once("beforeExit", () => {
    if (process.exitCode === exitCodes.fine && terminal.hasFailed()) process.exitCode = exitCodes.usage;
  });
}

interface Parts {
  readonly terminal: Terminal;
  readonly loadCompiler: LoadCompiler;
  readonly loadDeclarations: LoadDeclarations;
}

/** Commands that need neither policies nor a cluster. */
type AboutHoldfast = Extract<Command, { readonly kind: "completion" | "help" | "version" }>;

/** Never throws: an error becomes a line on stderr and an exit code. */
export async function run(argv: readonly string[], { terminal, loadCompiler, loadDeclarations }: Parts): Promise<ExitCode> {
  try {
    const parse = (): Command => parseCommandLine(argv, () => readDefaults(terminal.workingDirectory));
    const command = parse();
    await requireFormatPlaces(command, terminal);
    if (isOnFiles(command)) return await runOnFiles(command, parse, { terminal, loadCompiler });
    if (command.kind === "init") return await (await import("./init/init.ts")).runInit(command, terminal);
    if (command.kind === "explain")
      return await (await import("./explain/explain.ts")).runExplain(command, { terminal, loadCompiler });
    if (command.kind === "diff") return await (await import("./diff/diff.ts")).runDiff(command, terminal);
    if (command.kind === "verify") return await (await import("./verify/verify.ts")).runVerify(command, terminal);
    if (command.kind === "plan") return await (await import("./plan/plan.ts")).runPlan(command, terminal);
    if (command.kind === "plan-change") return await (await import("./plan/change.ts")).runChangePlan(command, terminal);
    if (command.kind === "unprotect") return await (await import("./unprotect/unprotect.ts")).runUnprotect(command, terminal);
    if (command.kind === "scan") return await (await import("./scan/scan.ts")).runScan(command, terminal);
    if (command.kind === "serve") return await (await import("./serve/serve.ts")).runServe(command, { terminal, loadCompiler });
    if (command.kind === "uninstall") return await (await import("./uninstall/uninstall.ts")).runUninstall(command, terminal);
    if (command.kind === "types") return await runTypes(command, { terminal, loadDeclarations });
    terminal.print(await answerTo(command, terminal));
    return exitCodes.fine;
  } catch (error) {
    return reportFailure(error, terminal);
  }
}

async function requireFormatPlaces(command: Command, terminal: Terminal): Promise<void> {
  if ("formatFiles" in command && command.formatFiles.length > 0)
    (await import("./output/outputs.ts")).requirePlaces(command, terminal);
}

async function answerTo(command: AboutHoldfast, { outputColor }: Terminal): Promise<string> {
  if (command.kind === "version") return readVersion();
  if (command.kind === "help") return (await import("./arguments/help.ts")).helpText(command.of, { color: outputColor });
  return (await import("./completion/completion.ts")).completionScript(command.shell);
}

type OnFiles = CompileCommand | TestCommand;

type Running = Pick<Parts, "terminal" | "loadCompiler"> & { readonly onRead?: (facts: ReadFacts) => void };

function runOnFiles(command: OnFiles, parse: () => Command, parts: Running): Promise<ExitCode> {
  return command.watch ? runAgain(command, parse, parts) : runOnce(command, parts);
}

async function runOnce(command: OnFiles, parts: Running): Promise<ExitCode> {
  if (command.kind === "compile") return runCompile(command, parts);
  return (await import("./test/test.ts")).runTest(command, parts);
}

/** `--watch`: reports an error, and continues with the next change. */
async function runAgain(first: OnFiles, parse: () => Command, parts: Running): Promise<ExitCode> {
  const { watchFiles } = await import("./compile/watch.ts");
  const { terminal } = parts;
  let command = first;
  const read = new Set<string>();
  const onRead = ({ texts }: ReadFacts): void => Object.keys(texts).forEach((path) => read.add(path));
  const watched = () => ({ ...placesOf(command), read: [...read] });
  const runAndList = async () => {
    try {
      // What `holdfast.config.json` says may have changed.
      const again = parse();
      if (isOnFiles(again)) command = again;
      await runOnce(command, { ...parts, onRead });
    } catch (error) {
      reportFailure(error, terminal);
    }
    return watched();
  };
  return watchFiles({ watched: watched(), alone: projectFiles(terminal.workingDirectory), run: runAndList, terminal });
}

const isOnFiles = (command: Command): command is OnFiles => command.kind === "compile" || command.kind === "test";

/** Where the files are, and what of it is written by the command itself. */
function placesOf(command: OnFiles) {
  if (command.kind === "test") return { paths: [...command.paths, ...command.policies], leftOut: [] };
  return { paths: command.paths, leftOut: command.out === undefined ? [] : [command.out] };
}

function reportFailure(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof HelpfulError) {
    terminal.report(`error: ${visible(error.message)}\nhelp: ${visible(error.help)}`);
    return error.exitCode;
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  terminal.report(
    `holdfast: internal error: ${visible(what)} (a bug in Holdfast: please report this line and the policy; HOLDFAST_DEBUG=1 shows more)`,
  );
  if (terminal.debug && error instanceof Error) terminal.report((error.stack ?? "").split("\n").map(visible).join("\n"));
  return exitCodes.bug;
}
