import { setTimeout as sleep } from "node:timers/promises";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { configMaps } from "../usages/objects.ts";
import { type LoadReport, type Sort, type Evaluation, reportOf } from "./load-report.ts";
import { labelOf } from "./evaluation-label.ts";

/** Deletes that go on and on, each with its evaluation. */
export interface DeleteLoad {
  /** What happens from now on. Requests that were under way at the change belong to neither. */
  phase(name: string): void;
  /** How many deletes of that sort had that answer in the present phase. */
  seen(sort: Sort, label: string): number;
  /** Waits until that many deletes of each sort were answered in the present phase, whatever the answer. */
  answered(count: Readonly<Partial<Record<Sort, number>>>): Promise<void>;
  stop(): Promise<LoadReport>;
}

interface LoadOptions {
  /** UIDs by names: each of them has a Usage that is ready. */
  readonly kept: ReadonlyMap<string, string>;
  /** Between two deletes of one client. */
  readonly everyMs?: number;
  /** How long the API server may take; as long as it takes by itself, unless told. */
  readonly withinSeconds?: number;
}

const clientsOf: Readonly<Record<Sort, number>> = { kept: 4, idle: 2, free: 2 };
const sorts = ["kept", "idle", "free"] as const;
/** One that nobody answers takes the API server 10 s. */
const answeredMs = 120_000;
const gone = "200";
/** By a Usage that no longer exists: the webhook is asked, and looks. */
const usedBefore = {
  labels: { "holdfast.dev/in-use": "true" },
  annotations: { "usage.holdfast.dev/gone": "usages.protection.holdfast.dev/shop/gone" },
};
let loads = 0;

/**
 * - `kept`: in use. The API server asks the webhook, and whatever else happens, none may go.
 * - `idle`: carries the mark, and nothing uses it. It goes where the webhook can look and answer, and only there.
 * - `free`: without a mark. It goes whether there is a webhook or not.
 */
function startLoad(server: ControlPlane, { kept, everyMs = 15, withinSeconds }: LoadOptions): DeleteLoad {
  const evaluations: Evaluation[] = [];
  const wrong: string[] = [];
  const end = new AbortController();
  const query = withinSeconds === undefined ? "" : `?timeout=${withinSeconds}s`;
  let phase = "start";
  loads += 1;
  const load = loads;

  const remove = async (sort: Sort, name: string): Promise<string> => {
    const [started, during] = [performance.now(), phase];
    const asked = server.request({ method: "DELETE", path: `${configMaps}/${name}${query}` });
    const label = await asked.then(labelOf, (error: unknown) => `no answer: ${codeOf(error)}`);
    evaluations.push({ sort, label, tookMs: performance.now() - started, phase: during === phase ? phase : undefined });
    return label;
  };
  const keptClient = async (at: number): Promise<void> => {
    const names = [...kept.keys()].filter((_, index) => index % clientsOf.kept === at);
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      const name = names[turn % names.length] ?? "";
      const label = await remove("kept", name);
      if (label === gone || label.startsWith("404")) wrong.push(`${name} is in use and was deleted while ${phase}: ${label}`);
      await sleep(everyMs);
    }
  };
  /** Made, and deleted until it is gone, so that nothing heaps up. */
  const otherClient = async (sort: "idle" | "free", at: number): Promise<void> => {
    const marks = sort === "idle" ? usedBefore : {};
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      const name = `${sort}-${load}-${at}-${turn}`;
      await made(server, { name, ...marks }, end.signal);
      while (!end.signal.aborted && !isGone(await remove(sort, name))) await sleep(everyMs);
      await sleep(everyMs);
    }
  };
  const running = [
    ...each(clientsOf.kept, keptClient),
    ...each(clientsOf.idle, (at) => otherClient("idle", at)),
    ...each(clientsOf.free, (at) => otherClient("free", at)),
  ];
  const answersOf = (sort: Sort): number => evaluations.filter((one) => one.phase === phase && one.sort === sort).length;
  return {
    phase: (name) => void (phase = name),
    seen: (sort, label) => evaluations.filter((one) => one.phase === phase && one.sort === sort && one.label === label).length,
    answered: (count) =>
      waitUntil(
        `deletes were answered while ${phase}: ${JSON.stringify(count)}`,
        () => Promise.resolve(sorts.every((sort) => answersOf(sort) >= (count[sort] ?? 0))),
        answeredMs + Object.values(count).reduce((sum, one) => sum + one, 0) * 500,
      ),
    stop: async () => {
      end.abort();
      await Promise.all(running);
      return reportOf(evaluations, [...wrong, ...(await missing(server, kept))]);
    },
  };
}

/** A load for as long as something goes wrong. What it saw is said where the test fails, too. */
export async function underLoad(
  server: ControlPlane,
  options: LoadOptions,
  act: (load: DeleteLoad) => Promise<void>,
): Promise<LoadReport> {
  const load = startLoad(server, options);
  const failure = await act(load).then(
    () => undefined,
    (error: unknown) => error as Error,
  );
  const report = await load.stop();
  if (failure === undefined) return report;
  throw new Error(`${failure.message}; so far: ${report.summary()}; wrong: ${report.wrong.join(", ")}`, { cause: failure });
}

const each = <T>(count: number, run: (at: number) => T): readonly T[] => Array.from({ length: count }, (_, at) => run(at));

/** A delete whose answer was lost may have happened anyway. */
const isGone = (label: string): boolean => label === gone || label.startsWith("404");

function codeOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code ?? message ?? String(error);
}

/** As often as it takes: the API server may be away, and a create whose answer was lost is there. */
async function made(server: ControlPlane, metadata: object, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const asked = server.request({ method: "POST", path: configMaps, body: { metadata } });
    const status = await asked.then((answer) => answer.status).catch(() => 0);
    if (status === 201 || status === 409) return;
    await sleep(50);
  }
}

/** What an answer would not have told: each has to be the same object as in the beginning. */
async function missing(server: ControlPlane, kept: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const { status, text, body } = await server.request({ method: "GET", path: configMaps });
  if (status !== 200) throw new Error(text);
  const items = body["items"] as readonly { readonly metadata: { readonly name: string; readonly uid: string } }[];
  const there = new Map(items.map(({ metadata }) => [metadata.name, metadata.uid]));
  return [...kept].filter(([name, uid]) => there.get(name) !== uid).map(([name]) => `${name} is in use and gone`);
}
