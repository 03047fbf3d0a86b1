import { once } from "node:events";
import { fork, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { nodeCommand, nodeEnvironment } from "../../compiler/install/manifests/pod.ts";
import { type KeyPair, createAuthority } from "../../test/control-plane/certificates.ts";
import { openDirectory, removeDirectory } from "../../test/fixtures/open-directory.ts";
import { type Bench, type Closable, type Measured, type Role, Missing } from "../row.ts";
import { goPeer } from "./go-peer.ts";
import { listUsages } from "./listed-usages.ts";
import type { NodeServer } from "./servers.ts";

/** A server of reviews in a process of its own. */
export interface Target extends Closable {
  readonly port: number;
  readonly ca: string;
  /** CPU time that its process has taken so far, all threads together, and what is resident. */
  usage(): Promise<Usage>;
}

export interface Usage {
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
}

/** Those in Go are called by what they do as in `go-peer/`. */
export type TargetName = NodeServer | "Go, generic" | "Go, like Crossplane";

export const usagesOfRows = 10_000;

/** Beside an API server with that many Usages. */
function targetOf(bench: Bench, name: TargetName): Promise<Target> {
  return bench.shared(`server of reviews: ${name}`, async () => {
    const api = await bench.shared("an API server that lists Usages", async () => ({
      port: await listUsages(usagesOfRows),
      close: () => Promise.resolve(),
    }));
    return startTarget(name, `http://127.0.0.1:${api.port}`);
  });
}

export interface Started {
  readonly name: TargetName;
  readonly target: Target;
}

/** Peers in Go are left out where there is no Go. */
export async function targetsOf(bench: Bench, names: readonly TargetName[]): Promise<readonly Started[]> {
  const started: Started[] = [];
  for (const name of names) {
    try {
      started.push({ name, target: await targetOf(bench, name) });
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      bench.say(`  without "${name}": ${error.message}`);
    }
  }
  return started;
}

/** The webhook of Holdfast by that name, however much of it answers. */
export function measuredOf(name: TargetName, role: Role = "peer", figures: Pick<Measured, "values" | "n">): Measured {
  return { name: role === "ours" ? "Holdfast" : name, role, ...figures };
}

/** Throws `Missing` for those in Go where there is no Go. */
export async function startTarget(name: TargetName, api: string): Promise<Target> {
  const authority = await createAuthority("bench");
  const pair = await authority.issue({ usage: "server", commonName: "webhook", ipAddresses: ["127.0.0.1"] });
  const ca = authority.certificate;
  if (name === "Go, generic") return startGo("generic", { api, pair, ca });
  if (name === "Go, like Crossplane") return startGo("crossplane", { api, pair, ca });
  return startNode(name, { api, pair, ca });
}

interface Start {
  readonly api: string;
  readonly pair: KeyPair;
  readonly ca: string;
}

async function startNode(name: NodeServer, { api, pair, ca }: Start): Promise<Target> {
  // The webhook as in its container; floors as anybody would start them.
  const isOurs = name.startsWith("webhook: ");
  const execArgv = isOurs ? nodeCommand.slice(1) : [];
  const env = { ...process.env, ...(isOurs && nodeEnvironment) };
  const child = fork(join(import.meta.dirname, "node-server.ts"), { execArgv, env });
  child.send({ name, pair, api });
  const [port] = (await once(child, "message")) as [number];
  return {
    port,
    ca,
    usage: async () => {
      child.send("usage");
      return ((await once(child, "message")) as [Usage])[0];
    },
    close: async () => void child.kill(),
  };
}

async function startGo(decider: "generic" | "crossplane", { api, pair, ca }: Start): Promise<Target> {
  const program = await goPeer();
  const directory = openDirectory({ "tls.crt": pair.certificate });
  const [certificate, key] = [join(directory, "tls.crt"), join(directory, "tls.key")];
  writeFileSync(key, pair.privateKey, { mode: 0o600 });
  const child = spawn(program, [decider, api, certificate, key], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<readonly number[]> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the peer in Go (${decider}) has ended`);
    return value.split(" ").map(Number);
  };
  const [port = 0] = await next();
  removeDirectory(directory);
  return {
    port,
    ca,
    usage: async () => {
      child.stdin.write("usage\n");
      const [cpuMicroseconds = Number.NaN, residentBytes = Number.NaN] = await next();
      return { cpuMicroseconds, residentBytes };
    },
    close: async () => void child.kill(),
  };
}
