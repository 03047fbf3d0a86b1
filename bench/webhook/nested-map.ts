/**
 * The floor of what the webhook keeps: each page of Usages is parsed, and a map by Namespace and name of what is used
 * holds who uses it. `node --expose-gc bench/webhook/nested-map.ts <API server>` prints the bytes that are alive.
 */
import { allUsages, type usageOf } from "./reviews.ts";

interface Page {
  readonly metadata: { readonly continue: string };
  readonly items: readonly ReturnType<typeof usageOf>[];
}

const used = new Map<string, Map<string, string>>();
for (let from = ""; ;) {
  const answer = await fetch(`${process.argv[2]}${allUsages}?limit=500${from === "" ? "" : `&continue=${from}`}`);
  const { metadata, items } = JSON.parse(await answer.text()) as Page;
  for (const { metadata: own, spec } of items) keep(own.namespace, spec.of.resourceRef.name, spec.by.resourceRef.name);
  if (metadata.continue === "") break;
  from = metadata.continue;
}
globalThis.gc?.();
const { heapUsed, external } = process.memoryUsage();
console.log(heapUsed + external, used.size);

function keep(namespace: string, of: string, by: string): void {
  const inNamespace = used.get(namespace) ?? new Map<string, string>();
  inNamespace.set(of, by);
  used.set(namespace, inNamespace);
}
