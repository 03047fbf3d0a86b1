import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { isJsonObject, objectsOf } from "../../../compiler/api/json.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { clusters, clusterUsages, legacyUsages, marksOn, type objectsOn, reference } from "./objects.ts";
import { decidedFor } from "./slow-decision.ts";

/** One object, up to three Usages of it, and who does what when. */
export interface Race {
  /** The label is there from the beginning, as a template would have it. */
  readonly isLabelled: boolean;
  readonly decidedForMs: number;
  readonly acts: readonly Act[];
}

interface Act {
  /**
   * Not before the first Usage is ready: on a crowded server that takes seconds, and only then there is something to
   * lose.
   */
  readonly isLate: boolean;
  readonly atMs: number;
  readonly act: "create" | "drop" | "delete";
  readonly which: 0 | 1 | 2;
}

const anyAct = fc.record<Act>({
  isLate: fc.constantFrom(true, true, false),
  atMs: fc.integer({ min: 0, max: 300 }),
  act: fc.constantFrom("create", "create", "drop", "delete", "delete"),
  which: fc.constantFrom(0, 1, 2),
});

export const anyRace = fc.record<Race>({
  isLabelled: fc.boolean(),
  decidedForMs: fc.constantFrom(0, 50, 250, 1_000),
  acts: fc.array(anyAct, { minLength: 3, maxLength: 9 }),
});

/** When Usages said that they are ready, by their names. */
export interface ReadyTimes {
  readonly times: ReadonlyMap<string, number>;
  through(api: ApiServer): ApiServer;
}

/** Sees what the controller writes: a condition that is taken back later was said anyway. */
export function readyTimes(): ReadyTimes {
  const times = new Map<string, number>();
  return {
    times,
    through: (api) => ({
      ...api,
      request: async (request) => {
        const answer = await api.request(request);
        const name = /\/([^/]+)\/status(?:\?|$)/.exec(request.path)?.[1];
        if (name !== undefined && answer.status === 200 && saysReady(answer.body) && !times.has(name))
          times.set(name, performance.now());
        return answer;
      },
    }),
  };
}

function saysReady({ status }: Readonly<Record<string, unknown>>): boolean {
  const conditions = objectsOf(isJsonObject(status) ? status["conditions"] : undefined);
  return conditions.some((one) => one["type"] === "Ready" && one["status"] === "True");
}

/** Many at once on a machine with other things to do. */
const settledMs = 150_000;
/** What is late begins then, ready or not: its Usage may have gone, or its object. */
const lateMs = 10_000;
/** Between two looks: a race that asks all the time leaves nothing for others, nor for the controller. */
const lookMs = 1_000;

/** What went wrong; nothing, if all is well. `name` is used by no other race. */
export async function run(
  race: Race,
  { name, objects, ready }: { readonly name: string; readonly objects: ReturnType<typeof objectsOn>; readonly ready: ReadyTimes },
): Promise<readonly string[]> {
  const { make, use, read, remove } = objects;
  const annotations = { [decidedFor]: String(race.decidedForMs) };
  await make(clusters, name, {}, { annotations, ...(race.isLabelled && { labels: { "holdfast.dev/in-use": "true" } }) });
  const made = new Set<number>();
  const droppedAt = new Map<number, number>();
  let deletedAt: number | undefined;
  const pathOf = (which: number) => (which === 1 ? legacyUsages : clusterUsages);
  const nameOf = (which: number) => `${name}-${which}`;

  const acts: Readonly<Record<Act["act"], (which: number) => Promise<void>>> = {
    create: async (which) => {
      if (made.has(which)) return;
      made.add(which);
      await use(pathOf(which), nameOf(which), { reason: "kept", of: reference(clusters, name) });
    },
    drop: async (which) => {
      if (!made.has(which) || droppedAt.has(which)) return;
      const at = performance.now();
      const { status } = await remove(pathOf(which), nameOf(which));
      if (status < 300) droppedAt.set(which, at);
    },
    delete: async () => {
      const { status } = await remove(clusters, name);
      if (status === 200) deletedAt ??= performance.now();
    },
  };
  const isComing = race.acts.some(({ act, isLate }) => act === "create" && !isLate);
  const isReady = async () => deletedAt !== undefined || [...made].some((which) => ready.times.has(nameOf(which)));
  const firstReady = isComing ? waitUntil(`a Usage of ${name} is ready`, isReady, lateMs).catch(() => {}) : Promise.resolve();
  await Promise.all(
    race.acts.map(async ({ isLate, atMs, act, which }) => {
      if (isLate) await firstReady;
      await sleep(atMs);
      await acts[act](which);
    }),
  );
  const standing = [...made].filter((which) => !droppedAt.has(which));
  const isSettled = async (): Promise<boolean> => {
    await sleep(lookMs);
    const said = await Promise.all(standing.map((which) => objects.ready(pathOf(which), nameOf(which))));
    return said.every((one) => one !== undefined);
  };
  await waitUntil(`${name} is settled`, isSettled, settledMs);
  const lost = [...made].filter((which) => {
    const said = ready.times.get(nameOf(which));
    return said !== undefined && deletedAt !== undefined && deletedAt < (droppedAt.get(which) ?? Infinity);
  });
  await Promise.all(standing.map((which) => remove(pathOf(which), nameOf(which))));
  const areGone = async (): Promise<boolean> => {
    await sleep(lookMs);
    const found = await Promise.all([...made].map((which) => read(pathOf(which), nameOf(which))));
    return found.every((one) => one === undefined);
  };
  await waitUntil(`the Usages of ${name} are gone`, areGone, settledMs);
  // The label of a template stays where no Usage came so far as to mark the object: it is not the controller's.
  const isForeign = (mark: string) => race.isLabelled && mark === "holdfast.dev/in-use";
  const left = marksOn(await read(clusters, name)).filter((mark) => !isForeign(mark));
  await remove(clusters, name);
  return [
    ...lost.map((which) => `${nameOf(which)} said Ready and lost its object`),
    ...left.map((mark) => `${name} keeps the mark ${mark}`),
  ];
}
