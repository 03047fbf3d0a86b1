/**
 * What a review costs the webhook, in microseconds of CPU time of its whole process, beside two floors: a server that
 * reads the body and answers a constant, and one that parses it and looks into a map. The same TLS, HTTP, connections
 * and reviews for each, in turns. `node bench/webhook-cpu.ts [rounds]`
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:https";
import { type KeyPair, createAuthority } from "../test/control-plane/certificates.ts";
import { reviewOf } from "./webhook-reviews.ts";
import { serveUsages, servers } from "./webhook-servers.ts";

const connections = 4;
const usages = 10_000;
const kibibyte = 1024;

interface Row {
  readonly name: string;
  readonly server: string;
  readonly path: string;
  readonly body: Buffer;
  /** What the answer has to hold, so that no error is measured. */
  readonly says: string;
  readonly reviews: number;
}

const inUse = "/rules/usages/in-use/deny?timeout=10s";
const small = { bytes: 4 * kibibyte, name: "kept-7" };
const kept = reviewOf({ ...small, usage: 7 });
const idle = reviewOf({ ...small, usage: usages + 1 });
const large = reviewOf({ bytes: 238 * kibibyte, name: "kept-7", usage: 7 });
const allows = '"allowed":true';
const denies = '"allowed":false';

const rows: readonly Row[] = [
  { name: "4 KiB, raw https", server: "raw https", path: "/", body: kept, says: allows, reviews: 2000 },
  { name: "4 KiB, JSON + Map", server: "JSON + Map", path: "/", body: kept, says: allows, reviews: 2000 },
  { name: "4 KiB, pipeline", server: "webhook: pipeline", path: "/allow?timeout=10s", body: kept, says: allows, reviews: 2000 },
  { name: "4 KiB, deny from memory", server: "webhook: rules", path: inUse, body: kept, says: denies, reviews: 2000 },
  { name: "4 KiB, allow with live read", server: "webhook: rules", path: inUse, body: idle, says: allows, reviews: 1000 },
  { name: "238 KiB, raw https", server: "raw https", path: "/", body: large, says: allows, reviews: 300 },
  { name: "238 KiB, deny from memory", server: "webhook: rules", path: inUse, body: large, says: denies, reviews: 300 },
];

interface Target {
  readonly port: number;
  readonly ca: string;
  cpuMicroseconds(): Promise<number>;
  stop(): void;
}

type Message = { readonly name: string; readonly pair: KeyPair; readonly api: string };

if (process.argv[2] === "serve") process.once("message", (message) => void serve(message as Message));
else await main(Number(process.argv[2] ?? 7));

async function main(rounds: number): Promise<void> {
  const api = `http://127.0.0.1:${await serveUsages(usages)}`;
  const targets = new Map<string, Target>();
  for (const name of Object.keys(servers)) targets.set(name, await start(name, api));
  const figures = new Map(rows.map(({ name }) => [name, [] as number[]]));
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const row of rows) {
      const took = await round(targets.get(row.server) as Target, row);
      // The first is for the compiler of JavaScript.
      if (turn >= 0) figures.get(row.name)?.push(took);
    }
  }
  console.log(
    `CPU µs a review, ${connections} connections, ${usages} Usages, ${rounds} rounds in turns, Node ${process.version}`,
  );
  for (const { name, reviews } of rows)
    console.log(`${name.padEnd(30)} n=${reviews * rounds}  ${shown(figures.get(name) ?? [])}`);
  for (const { stop } of targets.values()) stop();
  process.exit();
}

function shown(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
  return `median ${at(0.5).padStart(5)} (${at(0)} to ${at(1)})`;
}

/** CPU microseconds for each of the reviews. */
async function round(target: Target, { path, body, says, reviews }: Row): Promise<number> {
  const before = await target.cpuMicroseconds();
  let left = reviews;
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (; left > 0; left -= 1) await ask(target, { path, body, says, agent });
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, client));
  return ((await target.cpuMicroseconds()) - before) / reviews;
}

type Asking = Pick<Row, "path" | "body" | "says"> & { readonly agent: Agent };

function ask({ port, ca }: Target, { path, body, says, agent }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const sent = request({ host: "127.0.0.1", port, ca, agent, method: "POST", path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => {
        if (text.includes(says)) resolve();
        else reject(new Error(`${answer.statusCode}: ${text}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}

async function start(name: string, api: string): Promise<Target> {
  const authority = await createAuthority("bench");
  const pair = await authority.issue({ usage: "server", commonName: name, ipAddresses: ["127.0.0.1"] });
  const child = fork(import.meta.filename, ["serve"]);
  child.send({ name, pair, api } satisfies Message);
  const [port] = (await once(child, "message")) as [number];
  return {
    port,
    ca: authority.certificate,
    cpuMicroseconds: async () => {
      child.send("cpu");
      return ((await once(child, "message")) as [number])[0];
    },
    stop: () => void child.kill(),
  };
}

/** In a process of its own, which says on request what CPU time it has taken, all threads together. */
async function serve({ name, pair, api }: Message): Promise<void> {
  const port = await servers[name]?.(pair, api);
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.send?.(port);
}
