import type { RecordShape } from "../compiler/api/shape.ts";
import { objectShape } from "../compiler/ir/well-known-shapes.ts";
import { createKeptStore } from "../runtime-fallback/webhook/memory/kept-store.ts";
import { findingFunctions } from "../runtime-fallback/webhook/queries/asked-informer.ts";
import type { StoredObject } from "../runtime-fallback/kubernetes/stored-object.ts";
import { keyOf } from "../runtime-fallback/kubernetes/stored-object.ts";
import { usedInNamespace, usedInNone } from "../policies/fallback/usage-kinds.ts";
import { storedUsage } from "./listed-usages.ts";

/**
 * What the webhook keeps of a Usage, its indices with it, in bytes: V8's heap and what is beside it, after a collection.
 * It counts and does not time, so a check may call it. Needs `--expose-gc`.
 */
export function bytesPerUsage(usages = 50_000): number {
  const before = liveBytes();
  const store = keptUsages(usages);
  const bytes = (liveBytes() - before) / usages;
  if (store.size !== usages) throw new Error(`${store.size} of ${usages} Usages are kept`);
  return bytes;
}

function keptUsages(usages: number) {
  const indices = { ...findingFunctions, inNamespace: valuesOf(usedInNamespace), inNone: valuesOf(usedInNone) };
  const store = createKeptStore({ shape, indices, onIndexFailure: (_, __, error) => Promise.reject(error) });
  const refill = store.refill();
  for (let at = 0; at < usages; at += 1) {
    // As it comes from the API server, with texts of its own.
    const object = JSON.parse(JSON.stringify(storedUsage(at))) as StoredObject;
    refill.add({ key: keyOf(object), ...object.metadata, object });
  }
  refill.finish();
  return store;
}

const valuesOf = (of: (usage: never) => string | undefined) => (object: StoredObject) => [of(object as never) ?? []].flat();

function liveBytes(): number {
  if (globalThis.gc === undefined) throw new Error("run Node with --expose-gc");
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const text = { shape: { kind: "string" }, presence: "optional", typedByServer: false } as const;
const record = (fields: RecordShape["fields"]) =>
  ({ shape: { kind: "record", fields }, presence: "optional", typedByServer: false }) as const;
const reference = record({
  apiVersion: text,
  kind: text,
  resourceRef: record({ name: text, namespace: text }),
  resourceSelector: record({ namespace: text }),
});
/** As the compiler derives it of `policies/fallback/usage-kinds.ts`. */
const shape: RecordShape = {
  kind: "record",
  fields: { ...objectShape.fields, spec: record({ of: reference, by: reference, reason: text }) },
};

if (import.meta.main) console.log(`${bytesPerUsage().toFixed(0)} bytes per Usage`);
