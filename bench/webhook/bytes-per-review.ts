import { getHeapStatistics } from "node:v8";
import { systemClock } from "../../runtime-fallback/clock.ts";
import { type StoredObject, keyOf } from "../../runtime-fallback/kubernetes/stored-object.ts";
import { createKeptStore } from "../../runtime-fallback/webhook/memory/kept-store.ts";
import { type AskedInformer, findingFunctions } from "../../runtime-fallback/webhook/queries/asked-informer.ts";
import { cachedAnswers } from "../../runtime-fallback/webhook/queries/cached-answers.ts";
import { decodeBody } from "../../runtime-fallback/webhook/review/decode-body.ts";
import { encodeAnswer } from "../../runtime-fallback/webhook/review/encode-answer.ts";
import { decodeReview } from "../../runtime-fallback/webhook/review/review.ts";
import { scanJson } from "../../runtime-fallback/webhook/review/scan-json.ts";
import { ruleRoutes } from "../../runtime-fallback/webhook/rules/rule-routes.ts";
import { listedResource, storedUsage } from "./listed-usages.ts";
import { reviewOf } from "./reviews.ts";
import { type Rules, shippedRules } from "./shipped-rules.ts";

/**
 * What the webhook allocates for one review of 4 KB that it denies from memory, in bytes, without HTTP: the body read, the
 * rule asked, the answer written. It counts and does not time, so a check may call it. Over fewer reviews V8 counts too
 * roughly.
 */
export async function bytesPerReview(reviews = 5_000): Promise<number> {
  const review = await denied();
  for (let at = 0; at < reviews; at += 1) await review();
  const before = getHeapStatistics().total_allocated_bytes;
  for (let at = 0; at < reviews; at += 1) await review();
  return (getHeapStatistics().total_allocated_bytes - before) / reviews;
}

async function denied(): Promise<() => Promise<void>> {
  const module = await shippedRules();
  const informers = module.rules.flatMap(({ asks }) => asks).map(listedOnce);
  const lookups = { cached: cachedAnswers(informers), live: unasked, namespace: unasked, time: unasked };
  const readinessOf = () => () => ({ isReady: true, reasons: [] });
  const routes = ruleRoutes(module, { lookups, clock: systemClock, readinessOf });
  const route = routes.find(({ rule }) => rule === "usages inUse");
  if (route === undefined) throw new Error("no rule denies what is in use");
  const body = reviewOf({ bytes: 4_000, usage: 7, name: "kept-7" });
  const deadline = { signal: new AbortController().signal, remainingMs: () => 1_000 };
  const caller = { address: "", isAuthenticated: true };
  return async () => {
    const read = decodeReview(decodeBody(body, scanJson(body)));
    const decision = await route.decide(read, { deadline, caller });
    if (!encodeAnswer(read.uid, decision).includes("shop/usage-7")) throw new Error("it was not denied for its Usage");
  };
}

type Asked = Rules["rules"][number]["asks"][number];

/** A thousand Usages of ours, and nothing else. */
function listedOnce({ resource, shape }: Asked): AskedInformer {
  const store = createKeptStore({ shape, indices: findingFunctions, onIndexFailure: () => undefined });
  const isOfUsages = Object.entries(listedResource).every(([key, value]) => Reflect.get(resource, key) === value);
  const usages = isOfUsages ? 1_000 : 0;
  for (let at = 0; at < usages; at += 1) {
    const object = JSON.parse(JSON.stringify(storedUsage(at))) as StoredObject;
    store.put({ key: keyOf(object), ...object.metadata, object });
  }
  return { resource, store, hasSynced: () => true, stalenessMs: () => 0, run: () => Promise.resolve() };
}

const unasked = (): Promise<never> => Promise.reject(new Error("nothing is asked live"));

if (import.meta.main) console.log(`${(await bytesPerReview()).toFixed(0)} bytes per denied review`);
