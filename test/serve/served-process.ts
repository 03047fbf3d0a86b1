import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../house/source-files.ts";

/** `holdfast serve` as a shell starts it. */
export interface ServedProcess {
  /** What it has printed, which tells where and how to ask. */
  readonly out: string;
  /** The error stream so far: progress, and the log. */
  readonly error: () => string;
  /** `https://127.0.0.1:40123` */
  readonly url: string;
  /** PEM */
  readonly authority: string;
  /** `http://127.0.0.1:40124` */
  readonly health: string;
  /** Resolves with its exit code. */
  end(signal: "SIGINT" | "SIGTERM"): Promise<number | null>;
}

/** What a shell would start. */
export interface Command {
  readonly file: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

const ownCommand: Command = { file: process.execPath, words: [resolve(root, "compiler/cli/main.ts")], env: process.env };

/**
 * Resolves when it answers, at ports of its own, and is gone after the test at the latest; rejects with its error
 * stream where it ends before.
 */
export async function serveProcess(
  directory: string,
  words: readonly string[],
  command: Command = ownCommand,
): Promise<ServedProcess> {
  const free = ["--port", "0", "--health-port", "0"];
  const child = spawn(command.file, [...command.words, "serve", ...words, ...free], {
    cwd: directory,
    env: command.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { out: "", error: "" };
  child.stderr.on("data", (chunk: Buffer) => void (said.error += chunk.toString("utf8")));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const started = new Promise<"started">((ready) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said.out += chunk.toString("utf8");
      if (said.out.endsWith("^C ends it\n")) ready("started");
    });
  });
  const first = await Promise.race([started, ended]);
  if (first !== "started") throw new Error(`serve ended with ${String(first)}: ${said.error}`);
  return {
    out: said.out,
    error: () => said.error,
    url: part(said.out, /serving .* at (https:\S+);/),
    authority: readFileSync(resolve(directory, part(said.out, /its authority: +(.+)/).replaceAll("'", "")), "utf8"),
    health: part(said.out, /health and metrics: +(http:\S+)\/readyz/),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function part(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${String(pattern)} is not in:\n${text}`);
  return found;
}
