import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openDirectory, removeDirectory } from "../../test/fixtures/open-directory.ts";

export interface Run {
  readonly wallMs: number;
  /** Of the process and, where they have ended by themselves, its children that are Node. */
  readonly cpuMs: number;
  readonly peakMiB: number;
  /** What it wrote to its standard output. */
  readonly said: string;
}

interface Options {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

const reporter = join(import.meta.dirname, "report-usage.mjs");

/** One run of Node with these words, from its start to its end; throws where it fails. */
export async function runNode(words: readonly string[], { cwd, env = {} }: Options): Promise<Run> {
  const directory = openDirectory();
  const usage = join(directory, "usage");
  try {
    const started = performance.now();
    const child = spawn(process.execPath, ["--import", reporter, ...words], {
      cwd,
      env: { ...process.env, ...env, HOLDFAST_BENCH_USAGE: usage },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [said, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    const wallMs = performance.now() - started;
    if (code !== 0) throw new Error(`node ${words.join(" ")} ended with ${code}:\n${said}\n${complaints}`);
    return { wallMs, said, ...used(existsSync(usage) ? readFileSync(usage, "utf8") : "") };
  } finally {
    removeDirectory(directory);
  }
}

interface Used {
  readonly cpuMs: number;
  /** In KiB. */
  readonly maxRSS: number;
}

/** NaN where nothing was said: a process that has become another program is no Node any more. */
function used(lines: string): Pick<Run, "cpuMs" | "peakMiB"> {
  if (lines === "") return { cpuMs: Number.NaN, peakMiB: Number.NaN };
  const processes = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Used);
  return {
    cpuMs: processes.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMiB: Math.max(...processes.map(({ maxRSS }) => maxRSS)) / 1024,
  };
}
