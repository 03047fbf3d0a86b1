/**
 * What the webhook adds to a review: its latency beside that of a server that reads the body and answers a constant,
 * over the same TLS and HTTP, in turns. `node bench/webhook-latency.ts [rounds]`
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type KeyPair, createAuthority } from "../test/control-plane/certificates.ts";
import { alwaysAllow, serveWebhook } from "./webhook-servers.ts";

const connections = 4;
const reviewsOfRound = 2000;
const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

interface Target {
  readonly name: string;
  readonly port: number;
  readonly ca: string;
  readonly stop: () => void;
}

if (process.argv[2] === "serve") process.once("message", (task) => void serve(task as { kind: string; pair: KeyPair }));
else await main(Number(process.argv[2] ?? 7));

async function main(rounds: number): Promise<void> {
  const targets = [await start("constant answer"), await start("webhook")];
  console.log(
    `${connections} connections kept alive, ${reviewsOfRound} reviews a round, ${rounds} rounds in turns, Node ${process.version}`,
  );
  for (const kibibytes of [4, 64, 1024]) {
    const body = reviewOf(kibibytes * 1024);
    const count = kibibytes > 100 ? reviewsOfRound / 10 : reviewsOfRound;
    const figures = new Map(targets.map(({ name }) => [name, { p50: [] as number[], p99: [] as number[] }]));
    for (const target of targets) await round(target, body, count);
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const target of targets) {
        const took = await round(target, body, count);
        figures.get(target.name)?.p50.push(percentile(took, 50));
        figures.get(target.name)?.p99.push(percentile(took, 99));
      }
    }
    for (const [name, { p50, p99 }] of figures) {
      console.log(
        `${kibibytes} KiB  ${name.padEnd(15)}  n=${count * rounds}  median of p50 ${show(p50)}  median of p99 ${show(p99)}`,
      );
    }
  }
  for (const { stop } of targets) stop();
}

function show(values: readonly number[]): string {
  const [least, middle, most] = [0, 50, 100].map((percent) => percentile(values, percent).toFixed(2));
  return `${middle} ms (${least} to ${most})`;
}

/** Latencies of one round, in milliseconds. */
async function round(target: Target, body: Buffer, count: number): Promise<readonly number[]> {
  const took: number[] = [];
  let left = count;
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      await ask(target, { body, agent });
      took.push(performance.now() - started);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, client));
  return took;
}

function ask({ port, ca }: Target, { body, agent }: { body: Buffer; agent: Agent }): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const sent = request(
      { host: "127.0.0.1", port, ca, agent, method: "POST", path: "/allow?timeout=10s", headers },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
        answer.resume().on("end", resolve);
      },
    );
    sent.on("error", reject).end(body);
  });
}

function reviewOf(bytes: number): Buffer {
  const kind = { group: "", version: "v1", kind: "ConfigMap" };
  const resource = { group: "", version: "v1", resource: "configmaps" };
  const metadata = { name: "settings", namespace: "demo", labels: { app: "demo" } };
  const lines = Object.fromEntries(
    Array.from({ length: Math.floor((bytes - 700) / 80) }, (_, line) => [`key-${line}`, "v".repeat(64)]),
  );
  const about = { uid, kind, resource, requestKind: kind, requestResource: resource, name: "settings", namespace: "demo" };
  const rest = { operation: "DELETE", userInfo: { username: "alice", groups: ["a", "b"] }, object: null, dryRun: false };
  const oldObject = { apiVersion: "v1", kind: "ConfigMap", metadata, data: lines };
  return Buffer.from(
    JSON.stringify({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request: { ...about, ...rest, oldObject } }),
  );
}

async function start(name: string): Promise<Target> {
  const authority = await createAuthority("bench");
  const pair = await authority.issue({ usage: "server", commonName: name, ipAddresses: ["127.0.0.1"] });
  const child = fork(fileURLToPath(import.meta.url), ["serve"]);
  child.send({ kind: name, pair });
  const [port] = (await once(child, "message")) as [number];
  return { name, port, ca: authority.certificate, stop: () => void child.kill() };
}

/** In a process of its own. */
async function serve({ kind, pair }: { kind: string; pair: KeyPair }): Promise<void> {
  process.send?.(kind === "webhook" ? await serveWebhook(pair, [alwaysAllow]) : await serveConstant(pair));
}

async function serveConstant({ certificate, privateKey }: KeyPair): Promise<number> {
  const answer = JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } });
  const server = createServer({ cert: certificate, key: privateKey, keepAliveTimeout: 120_000 }, (received, response) => {
    received.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
