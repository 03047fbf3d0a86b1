import fc from "fast-check";
import { expect, test } from "vitest";
import { AdmissionEvaluator, readAdmissionPolicies } from "../../../compiler/simulator/admission/index.ts";
import { searchOf } from "../../searches/search-of.ts";
import { comparisons, sayInTypeScript, sayingIn } from "./answers.ts";
import { type Row, differences, readingOf, readingPolicy } from "./reading-policy.ts";
import { pairs } from "./texts.ts";

const { seed, size: texts } = searchOf("texts");
/** In one request, as on the server. */
const perRequest = 200;

test.each(Object.keys(comparisons))(`${texts} pairs for %s in local CEL, seed ${seed}`, (kind) => {
  const [asked, generated] = [comparisons[kind], pairs[kind]];
  if (asked === undefined || generated === undefined) throw new Error(`nothing to ask of ${kind}`);
  const policy = readAdmissionPolicies(readingPolicy(kind, sayingIn(asked)));
  const evaluator = new AdmissionEvaluator(policy, { kube: `1.${asked.since ?? 30}` });
  const rows = fc.sample(generated, { seed, numRuns: texts }).map(([a, b]) => ({ a, b, says: sayInTypeScript(asked, [a, b]) }));
  for (let at = 0; at < rows.length; at += perRequest) {
    expect(ask(evaluator, kind, rows.slice(at, at + perRequest))).toEqual([]);
  }
  expect(ask(evaluator, kind, [{ a: "", b: "", says: "canary" }])).toHaveLength(1);
});

function ask(evaluator: AdmissionEvaluator, kind: string, rows: readonly Row[]): readonly object[] {
  const object = readingOf(kind, rows);
  const ofKind = { group: "reading.example.com", version: "v1", kind: "Reading" };
  const resource = { group: "reading.example.com", version: "v1", resource: "readings" };
  const { name } = object.metadata;
  const request = { operation: "CREATE", kind: ofKind, resource, requestKind: ofKind, requestResource: resource, name } as const;
  const { findings } = evaluator.evaluate({ request: { ...request, userInfo: { username: "admin" }, dryRun: true, object } });
  const [first] = findings.filter(({ isReported }) => isReported);
  return first === undefined ? [] : differences(first.message, rows);
}
