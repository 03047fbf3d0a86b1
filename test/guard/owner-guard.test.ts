import { beforeAll, describe, expect, test } from "vitest";
import { update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";
import { configMap, deniedBy, kept, policyWith, uid } from "./kept-objects.ts";

describe("the owner guard", () => {
  const owner = { apiVersion: "v1", kind: "Node", name: "n", uid: "u" };
  const owned = (...ownerReferences: readonly object[]) => configMap({ ...kept, ownerReferences });
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`));
  });

  test("denies a new owner, and one that is no longer the same", () => {
    expect(deniedBy(asked, update(configMap(kept), owned(owner)))).toEqual(["ownerGuard"]);
    for (const other of [{ uid: "v" }, { name: "m" }, { kind: "Pod" }, { apiVersion: "v2" }])
      expect(deniedBy(asked, update(owned(owner), owned({ ...owner, ...other })))).toEqual(["ownerGuard"]);
    expect(deniedBy(asked, update(owned(owner), owned(owner, { ...owner, uid: "v" })))).toEqual(["ownerGuard"]);
  });

  test("denies more owners than can be compared, says so, and lets the override open that, too", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...owner, uid: `u${at}` }));
    const released = { annotations: { "holdfast.dev/release": uid } };
    expect(deniedBy(asked, update(owned(...many(100)), owned(...many(99))))).toEqual([]);
    for (const [before, after] of [
      [101, 101],
      [101, 1],
      [1, 101],
    ] as const) {
      const [stored, written] = [owned(...many(before)), owned(...many(after).toReversed())];
      const said = asked.ask(update(stored, { ...written, data: { a: "b" } }));
      if (before === 101 && after === 101) expect(said[0]?.message).toContain("(more than 100 cannot be compared)");
      expect(said.map(({ rule }) => rule)).toEqual(["ownerGuard"]);
      const open = (object: typeof stored) => ({ ...object, metadata: { ...object.metadata, ...released } });
      expect(deniedBy(asked, update(open(stored), open(written)))).toEqual([]);
    }
    expect(deniedBy(asked, update(owned(...many(101)), configMap(kept)))).toEqual([]);
  });

  test("lets owners go, change how they own, and be added to what is not protected", () => {
    expect(deniedBy(asked, update(owned(owner), configMap(kept)))).toEqual([]);
    expect(deniedBy(asked, update(owned(owner), owned({ ...owner, blockOwnerDeletion: false })))).toEqual([]);
    expect(deniedBy(asked, update(configMap(), configMap({ ownerReferences: [owner] })))).toEqual([]);
  });
});
