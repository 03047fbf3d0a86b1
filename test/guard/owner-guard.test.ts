import { beforeAll, describe, expect, test } from "vitest";
import { update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";
import { configMap, deniedBy, kept, policyWith } from "./kept-objects.ts";

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

  test("lets owners go, change how they own, and be added to what is not protected", () => {
    expect(deniedBy(asked, update(owned(owner), configMap(kept)))).toEqual([]);
    expect(deniedBy(asked, update(owned(owner), owned({ ...owner, blockOwnerDeletion: false })))).toEqual([]);
    expect(deniedBy(asked, update(configMap(), configMap({ ownerReferences: [owner] })))).toEqual([]);
  });
});
