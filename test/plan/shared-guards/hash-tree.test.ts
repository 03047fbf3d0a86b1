import { expect, test } from "vitest";
import type { AdmissionPolicyIr } from "../../../compiler/ir/admission-policy.ts";
import { dividedByHash } from "../../../compiler/plan/shared-guards/hash-tree.ts";
import { samplePolicy } from "../../manifest/sample-policy.ts";
import { manyNames } from "./policy-texts.ts";

const most = 8;

const guardOf = (policy: string, label?: string): AdmissionPolicyIr => {
  const selector = label === undefined ? {} : { matchExpressions: [{ key: label, operator: "Exists" } as const] };
  return samplePolicy({ name: `${policy}-guard`, policy, params: { apiVersion: "v1", kind: "ConfigMap", selector } });
};

/** Where each policy is, by name; those that are alone are nowhere. */
function placesOf(guards: readonly AdmissionPolicyIr[]): ReadonlyMap<string, string> {
  const join = (own: readonly AdmissionPolicyIr[], place: string) =>
    own.length > most ? undefined : own.map(({ policy }) => [policy, `place ${place}`] as const);
  return new Map(dividedByHash(guards, join).flat());
}

const growing = {
  "labels of their own": (name: string) => guardOf(name, `example.com/${name}`),
  "one label": (name: string) => guardOf(name, "example.com/keep"),
  "no label": (name: string) => guardOf(name),
};

test.for(Object.entries(growing))("%s: what moves goes to a new place, whether there are more or fewer", ([, make]) => {
  let [before, moved] = [placesOf([]), 0];
  for (let count = 1; count <= 120; count += 1) {
    const after = placesOf(manyNames(count).map(make));
    const [old, now] = [before, after].map((places) => new Set(places.values()));
    for (const [policy, place] of before) {
      if (after.get(policy) === place) continue;
      moved += 1;
      // Nothing is taken out of a policy that stays in the files, nor, with one fewer, does it go into one that was there.
      expect(now?.has(place)).toBe(false);
      expect(old?.has(after.get(policy) ?? "alone")).toBe(false);
    }
    before = after;
  }
  expect(moved).toBeGreaterThan(20);
  expect(before.size).toBeGreaterThan(100);
});

test("the order of the policies makes no difference", () => {
  const guards = manyNames(60).map((name) => guardOf(name, `example.com/${name}`));
  expect(Object.fromEntries(placesOf(guards.toReversed()))).toEqual(Object.fromEntries(placesOf(guards)));
});

test("another name leaves a policy where its label is", () => {
  const others = manyNames(60).map((name) => guardOf(name, `example.com/${name}`));
  const before = placesOf([...others, guardOf("old", "example.com/kept")]).get("old");
  expect(before).toMatch(/^place [01]+$/);
  expect(placesOf([...others, guardOf("new", "example.com/kept")]).get("new")).toBe(before);
});
