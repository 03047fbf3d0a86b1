import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { recordProcess } from "./run-directory.ts";

export type ServerProcess = {
  readonly name: string;
  hasExited(): boolean;
  /** The last lines of what it said. */
  logTail(): string;
  /** Ends it at once and waits for nothing: for when the runner itself is ending. */
  kill(): void;
  /** Ends it and returns when it is gone: at once, unless told to let it finish. */
  stop(signal?: "SIGKILL" | "SIGTERM"): Promise<void>;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
};

export type ServerCommand = {
  readonly binary: string;
  readonly flags: readonly string[];
  readonly runDirectory: string;
  readonly name?: string;
};

const logTailLines = 30;
/**
 * After SIGTERM, until it is killed, as a kubelet does with what does not end: kube-apiserver closes its port at once,
 * answers what it was asked before, and then waits a minute for watches that nobody ends.
 */
const graceMs = 12_000;
/**
 * Go collects garbage half as often as by itself. Measured of `ack/read-back-server`, with what kubectl.ts does: 42 s
 * of CPU instead of 47, for a hundred megabytes of the API server.
 */
const goEnvironment = { GOGC: "200" };
/** On one core at a time etcd takes a quarter less of it: it has little to do at once, and much to hand over. */
const ownEnvironment: Readonly<Record<string, object>> = { etcd: { GOMAXPROCS: "1" } };

export function startServerProcess({ binary, flags, runDirectory, name = basename(binary) }: ServerCommand): ServerProcess {
  const log = join(runDirectory, `${name}.log`);
  const child = spawnInto(log, { binary, flags, runDirectory });
  if (child.pid === undefined) throw new Error(`cannot start ${binary}`);
  recordProcess(runDirectory, name, { pid: child.pid, binary });

  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  // Not SIGTERM: etcd then waits 7 s for kube-apiserver, which drains for 11 s, or was not done
  // after 100 s when the controller manager ended with it. All that they save is thrown away.
  const kill = () => child.kill("SIGKILL");
  return {
    name,
    hasExited,
    logTail: () => readFileSync(log, "utf8").trimEnd().split("\n").slice(-logTailLines).join("\n"),
    kill,
    stop: async (signal = "SIGKILL") => {
      if (hasExited()) return;
      child.ref();
      child.kill(signal);
      const overdue = setTimeout(kill, graceMs);
      await once(child, "exit");
      clearTimeout(overdue);
    },
    signal: (signal) => void child.kill(signal),
  };
}

function spawnInto(log: string, { binary, flags, runDirectory }: ServerCommand) {
  const descriptor = openSync(log, "a");
  const child = spawn(binary, flags, {
    cwd: runDirectory,
    // None of our variables: etcd takes ETCD_* for flags, and proxies are nothing for loopback.
    env: { ...goEnvironment, ...ownEnvironment[basename(binary)] },
    stdio: ["ignore", descriptor, descriptor],
  });
  closeSync(descriptor);
  // A start that failed shows in the missing id; unheard, the event would end the runner.
  child.on("error", () => {});
  // A runner that forgets to stop its servers may still end, and then they end with it.
  child.unref();
  return child;
}
