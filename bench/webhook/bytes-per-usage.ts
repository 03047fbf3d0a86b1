import { type StoredObject, keyOf } from "../../runtime-fallback/kubernetes/stored-object.ts";
import { createKeptStore } from "../../runtime-fallback/webhook/memory/kept-store.ts";
import { findingFunctions } from "../../runtime-fallback/webhook/queries/asked-informer.ts";
import { listedResource, storedUsage } from "./listed-usages.ts";
import { shippedRules } from "./shipped-rules.ts";

/**
 * What the webhook keeps of a Usage, its indices with it, in bytes: V8's heap and what is beside it, after a collection.
 * It counts and does not time, so a check may call it. Needs `--expose-gc`.
 */
export async function bytesPerUsage(usages = 50_000): Promise<number> {
  const asked = await askedOfUsages();
  const before = liveBytes();
  const store = keptUsages(usages, asked);
  const bytes = (liveBytes() - before) / usages;
  if (store.size !== usages) throw new Error(`${store.size} of ${usages} Usages are kept`);
  return bytes;
}

function failed(index: string): never {
  throw new Error(`the index ${index} failed`);
}

/** What the shipped rules read of a Usage, and by what they find it. */
async function askedOfUsages() {
  const { rules, declared } = await shippedRules();
  const isOwn = (one: object): boolean => Object.entries(listedResource).every(([key, value]) => Reflect.get(one, key) === value);
  const asked = rules.flatMap(({ asks }) => asks).find(({ resource }) => isOwn(resource));
  const found = declared?.resources().find(isOwn);
  if (asked === undefined || declared === undefined || found?.indices === undefined) throw new Error("no rule asks for Usages");
  const viewOf = declared.viewOf(asked.shape);
  const indices = Object.entries(found.indices).map(([name, of]) => {
    const valuesOf = (object: StoredObject): readonly string[] => [of(viewOf(object) as never) ?? []].flat();
    return [name, valuesOf] as const;
  });
  return { shape: asked.shape, indices: Object.fromEntries(indices) };
}

function keptUsages(usages: number, { shape, indices }: Awaited<ReturnType<typeof askedOfUsages>>) {
  const store = createKeptStore({ shape, indices: { ...findingFunctions, ...indices }, onIndexFailure: failed });
  const refill = store.refill();
  for (let at = 0; at < usages; at += 1) {
    // As it comes from the API server, with texts of its own.
    const object = JSON.parse(JSON.stringify(storedUsage(at))) as StoredObject;
    refill.add({ key: keyOf(object), ...object.metadata, object });
  }
  refill.finish();
  return store;
}

function liveBytes(): number {
  if (globalThis.gc === undefined) throw new Error("run Node with --expose-gc");
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

if (import.meta.main) console.log(`${(await bytesPerUsage()).toFixed(0)} bytes per Usage`);
