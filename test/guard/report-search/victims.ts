import fc from "fast-check";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { hold } from "../matrix/targets.ts";
import { type Marks, namespaceUpdates } from "../namespace-rules.ts";
import { hasField } from "./attacked-rules.ts";
import type { Victim } from "./attacks.ts";
import { type State, type Subject, circumstances, clean, patched } from "./subject.ts";

const candidates = 12;

/** An object that the rule protects; undefined where none of some candidates is. */
export async function findVictim(subject: Subject, seed: number): Promise<Victim | undefined> {
  for (const state of statesOf(subject, seed)) {
    const passes = await Promise.all(circumstances.map((one) => subject.passes(state, one)));
    const denied = circumstances.filter((_, one) => passes[one] === false);
    if (denied.length > 0) return { ...(await victimOf(subject, state)), denied, others: others(seed) };
  }
  return undefined;
}

function statesOf({ rule }: Subject, seed: number): readonly State[] {
  const { target, bodies } = rule;
  const samples = fc.sample(namespaceUpdates, { seed, numRuns: candidates });
  if (bodies !== undefined) {
    return fc.sample(bodies, { seed, numRuns: candidates }).map(({ metadata, spec }, at): State => {
      const own = clean({ labels: storable(metadata?.labels), annotations: storable(metadata?.annotations) });
      return { own, isLocked: false, ofNamespace: clean(samples[at]?.after ?? {}), spec: spec ?? {} };
    });
  }
  return samples.map(({ before, after }, at) => ({
    own: clean(at === 0 ? { labels: { a: "true" } } : before),
    isLocked: hasField(target) && at % 2 === 0,
    ofNamespace: target.isNamespaced ? clean(after) : {},
  }));
}

/** What the API server takes as a label, and so as an annotation. */
function storable(texts: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((texts ?? {}) as Readonly<Record<string, unknown>>);
  const isValid = ([key, value]: readonly [string, unknown]): boolean =>
    /^([a-z.]+\/)?[a-z]+$/i.test(key) && typeof value === "string" && /^[a-z]*$/i.test(value);
  return Object.fromEntries(entries.filter(isValid)) as Readonly<Record<string, string>>;
}

const others = (seed: number): readonly Marks[] =>
  fc.sample(namespaceUpdates, { seed: seed + 1, numRuns: 6 }).map(({ after }) => clean(after));

async function victimOf(subject: Subject, state: State): Promise<Pick<Victim, "subject" | "place" | "uid" | "state" | "begun">> {
  const place = await subject.create(state);
  const plain = { method: "GET", path: subject.deletion(place, { as: "a" }).path.replace("?dryRun=All", "") } as const;
  const { body } = await subject.request(plain);
  const { uid } = body["metadata"] as { readonly uid: string };
  return { subject, place, uid, state, begun: await begin(subject, state) };
}

/** Unmarked, deleted, and marked while a finalizer holds it. */
async function begin(subject: Subject, state: State): Promise<Victim["begun"]> {
  const unmarked = { ...state, own: {}, isLocked: false };
  const place = await subject.create(unmarked, { finalizers: [hold] });
  const path = subject.deletion(place, { as: "a" }).path.replace("?dryRun=All", "");
  const { status } = await subject.request({ method: "DELETE", path });
  if (status >= 300) return undefined;
  const spec = state.isLocked ? { spec: { locked: true } } : {};
  const marked = await subject.request(patched(path, { metadata: state.own, ...spec }));
  if (marked.status !== 200) throw new Error(`it was not marked: ${marked.text}`);
  await waitUntil("its deletion has begun", async () => {
    const { body } = await subject.request({ method: "GET", path });
    return (body["metadata"] as { readonly deletionTimestamp?: string } | undefined)?.deletionTimestamp !== undefined;
  });
  return place;
}
