/**
 * What the webhook takes with many Usages in the cluster, bundled and started as in its container: memory, CPU time
 * until it is ready, and what its first review takes beside later ones. `node bench/webhook/memory.ts [usages ...]`
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createHash } from "node:crypto";
import { nodeCommand, nodeEnvironment } from "../../compiler/install/manifests/pod.ts";
import { createAuthority } from "../../test/control-plane/certificates.ts";
import { writeBundle } from "../../test/fallback/container/write-bundle.ts";
import { openDirectory, removeDirectory } from "../../test/fixtures/open-directory.ts";
import { documentsIn } from "../../test/fixtures/yaml-documents.ts";
import { listUsages } from "./listed-usages.ts";
import { reviewOf } from "./reviews.ts";

const mebibyte = 1024 * 1024;
const path = "/rules/usages/in-use/deny?timeout=10s";

if (import.meta.main) {
  if (process.argv[2] === "serve") process.send?.(await listUsages(Number(process.argv[3])));
  else await main(process.argv.slice(2).map(Number));
}

async function main(given: readonly number[]): Promise<void> {
  for (const usages of given.length > 0 ? given : [0, 50_000, 100_000]) console.log(shown(await measure(usages)));
  process.exit();
}

function shown(figures: WebhookFigures): string {
  const { usages, startedMiB, restMiB, peakMiB, liveMiB, cpuSeconds, firstMs, laterMs } = figures;
  return [
    `${usages} Usages: resident ${startedMiB} MiB when ready, ${restMiB} at rest, ${peakMiB} at most; live ${liveMiB} MiB`,
    `  ${cpuSeconds.toFixed(2)} CPU s until ready; first review ${firstMs.toFixed(1)} ms, later ${laterMs.toFixed(1)} ms`,
  ].join("\n");
}

export interface WebhookFigures {
  readonly usages: number;
  readonly startedMiB: number;
  /** Some seconds later. */
  readonly restMiB: number;
  readonly peakMiB: number;
  /** After a collection: V8's heap, and what is beside it. */
  readonly liveMiB: number;
  readonly cpuSeconds: number;
  readonly firstMs: number;
  /** Median. */
  readonly laterMs: number;
}

/** Starts the webhook beside an API server that lists so many Usages. */
export async function measure(usages: number): Promise<WebhookFigures> {
  const api = fork(import.meta.filename, ["serve", String(usages)]);
  const [apiPort] = (await once(api, "message")) as [number];
  const webhook = await startWebhook(`http://127.0.0.1:${apiPort}`);
  const startedMiB = residentMiB(webhook.pid, "VmRSS");
  const cpuSeconds = cpuSecondsOf(webhook.pid);
  const says = `"allowed":${String(usages === 0)}`;
  const firstMs = await webhook.ask(says);
  const later: number[] = [];
  for (let at = 0; at < 20; at += 1) later.push(await webhook.ask(says));
  await sleep(3_000);
  const [restMiB, peakMiB] = [residentMiB(webhook.pid, "VmRSS"), residentMiB(webhook.pid, "VmHWM")];
  const liveMiB = await webhook.liveMiB();
  webhook.end();
  api.kill();
  const laterMs = later.toSorted((a, b) => a - b)[10] ?? Number.NaN;
  return { usages, startedMiB, restMiB, peakMiB, liveMiB, cpuSeconds, firstMs, laterMs };
}

interface StartedWebhook {
  readonly pid: number;
  /** Milliseconds for a review of what a Usage names; `says`: what the answer has to hold. */
  ask(says: string): Promise<number>;
  liveMiB(): Promise<number>;
  end(): void;
}

interface Container {
  readonly directory: string;
  readonly flags: readonly string[];
  /** Of the authority that issued its certificate. */
  readonly ca: string;
}

/** What the webhook has in its container: the bundle, the rules, a certificate. */
async function fillContainer(): Promise<Container> {
  const rules = readFileSync(new URL("../../generated/fallback/rules.yaml", import.meta.url), "utf8");
  const [map] = documentsIn(rules) as readonly { readonly data: Readonly<Record<string, string>> }[];
  const module = map?.data["rules.mjs"] ?? "";
  const authority = await createAuthority("bench");
  const pair = await authority.issue({ usage: "server", commonName: "webhook", ipAddresses: ["127.0.0.1"] });
  const directory = openDirectory({
    "rules.mjs": module,
    "tls.crt": pair.certificate,
    "tls.key": pair.privateKey,
  });
  await writeBundle(directory, "bench/webhook/memory-process.ts");
  const flags = [
    `--rules=${join(directory, "rules.mjs")}`,
    `--rules-sha256=${createHash("sha256").update(module).digest("hex")}`,
    `--tls-cert=${join(directory, "tls.crt")}`,
    `--tls-key=${join(directory, "tls.key")}`,
    "--host=127.0.0.1",
    "--port=0",
    "--health-port=0",
    "--usage-authors",
    "--critical-services=deployments.apps",
    "--namespace=holdfast-system",
    "--log-level=info",
  ];
  return { directory, flags, ca: authority.certificate };
}

async function startWebhook(url: string): Promise<StartedWebhook> {
  const { directory, flags, ca } = await fillContainer();
  const words = [...nodeCommand.slice(1), "--expose-gc", join(directory, "webhook.mjs"), url, ...flags];
  const env = { PATH: process.env["PATH"], ...nodeEnvironment };
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "inherit"] });
  // For a run that is interrupted.
  const onExit = (): void => void child.kill("SIGKILL");
  process.once("exit", onExit);
  const lines = linesOf(child);
  const { port, healthPort } = (await lines((line) => line["healthPort"] !== undefined)) as Record<string, number>;
  while ((await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => undefined))?.status !== 200) await sleep(20);
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
  return {
    pid: child.pid ?? -1,
    ask: (says) => ask({ port: port ?? 0, agent, says }),
    liveMiB: async () => {
      child.kill("SIGUSR2");
      const { heapUsed, external } = (await lines((line) => line["msg"] === "memory")) as Record<string, number>;
      return Math.round(((heapUsed ?? 0) + (external ?? 0)) / mebibyte);
    },
    end: () => {
      agent.destroy();
      process.off("exit", onExit);
      child.kill("SIGKILL");
      removeDirectory(directory);
    },
  };
}

type Line = Readonly<Record<string, unknown>>;

/** The first line of its log that is wanted. */
function linesOf({ stdout }: ChildProcess): (wanted: (line: Line) => boolean) => Promise<Line> {
  const lines: Line[] = [];
  if (stdout !== null) createInterface(stdout).on("line", (line) => lines.push(JSON.parse(line) as Line));
  return async (wanted) => {
    for (;;) {
      const found = lines.find(wanted);
      if (found !== undefined) return found;
      await sleep(10);
    }
  };
}

function residentMiB(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
}

/** User and system, in the hundredths of a second that Linux counts. */
function cpuSecondsOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / 100;
}

async function ask({ port, agent, says }: { port: number; agent: Agent; says: string }): Promise<number> {
  const body = reviewOf({ bytes: 4096, name: "kept-7", usage: 7 });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const started = performance.now();
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, agent, method: "POST", path, headers }, (answer) => {
      let received = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
      answer.on("end", () => resolve(received));
    });
    sent.on("error", reject).end(body);
  });
  if (!text.includes(says)) throw new Error(text);
  return performance.now() - started;
}
