import { homedir } from "node:os";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { type CachePlaces, cachePlaces } from "../cache/cache-directory.ts";

/** The streams, and what the process knows about where it runs. The one place that looks at them. */
export interface Terminal {
  readonly workingDirectory: string;
  /** For what goes to the error stream: diagnostics. */
  readonly color: boolean;
  /** For what goes to standard output. */
  readonly outputColor: boolean;
  /** Whether somebody watches the error stream: files and CI logs have no use for progress. */
  readonly showsProgress: boolean;
  /** HOLDFAST_DEBUG=1: stacks of our own bugs. */
  readonly debug: boolean;
  /** KUBECONFIG: where kubectl looks for clusters. */
  readonly kubeconfig: string | undefined;
  /** Where the compiler may keep what it made. */
  readonly cache: CachePlaces;
  /** Results: what a script would read. */
  print(text: string): void;
  /** Progress and errors. */
  report(text: string): void;
  /** Everything on standard input. */
  readInput(): Promise<string>;
  /** Asks whoever sits there, and gives the answer; absent where nobody does. */
  ask?(prompt: string): Promise<string>;
}

export interface ProcessTerminal extends Terminal {
  /** Standard output could not be written, for another reason than a reader that has seen enough. */
  hasFailed(): boolean;
}

export function processTerminal(): ProcessTerminal {
  let failed = false;
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error: Error & { readonly code?: string }) => {
    // `holdfast compile | head`: head has what it wanted.
    if (error.code === "EPIPE") return;
    failed = true;
    process.stderr.write(`error: cannot write to standard output: ${error.message}\n`);
  });
  return {
    workingDirectory: process.cwd(),
    // Honours NO_COLOR, FORCE_COLOR and TERM=dumb; a pipe or file has no such method.
    color: process.stderr.hasColors?.() ?? false,
    outputColor: process.stdout.hasColors?.() ?? false,
    showsProgress: process.stderr.isTTY,
    debug: process.env["HOLDFAST_DEBUG"] === "1",
    kubeconfig: process.env["KUBECONFIG"],
    cache: cachePlaces(process.env, { platform: process.platform, home: homeDirectory() }),
    print: (line) => void process.stdout.write(`${line}\n`),
    report: (line) => void process.stderr.write(`${line}\n`),
    readInput: () => text(process.stdin),
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask }),
    hasFailed: () => failed,
  };
}

/** The first line; empty where there is none. */
function ask(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const lines = createInterface({ input: process.stdin });
  return new Promise((resolve) => {
    lines.once("line", (line) => {
      resolve(line);
      lines.close();
      // A terminal that is read keeps the process from ending.
      process.stdin.destroy();
    });
    lines.once("close", () => resolve(""));
  });
}

/** Empty where the user has none, as in some containers. */
function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}

/** Arguments as a person would type them in a POSIX shell: quotes only where something needs them. */
export function quoteArguments(words: readonly string[]): readonly string[] {
  return words.map((word) => (/^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`));
}
