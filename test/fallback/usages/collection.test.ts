import { expect, test } from "vitest";
import {
  compositesPath,
  going,
  mapsPath,
  markedMap,
  scriptedCluster,
  secretsPath,
  storedAs,
  usageOfMap,
  usagesPath,
} from "./scripted-cluster.ts";

const owner = { apiVersion: "v1", kind: "Secret", name: "owner", uid: "o1" };
const other = { apiVersion: "example.com/v1", kind: "Composite", name: "whole", uid: "c1" };
const foreground = { ...going, finalizers: ["foregroundDeletion"] };
const secret = (metadata: object) => ({ [`${secretsPath}/owner`]: storedAs("o1", "owner", metadata) });
const whole = (metadata: object) => ({
  [`${compositesPath}/whole`]: storedAs("c1", "whole", { namespace: undefined, ...metadata }),
});

test.each([
  ["nothing owns it", [], {}, [], undefined],
  ["its owner is gone", [owner], {}, [], "Background"],
  ["its owner is another one by now", [{ ...owner, uid: "o0" }], secret({}), [], "Background"],
  ["its owner stands", [owner], secret({}), [], undefined],
  ["its owner goes, and does not wait", [owner], secret(going), [], undefined],
  ["its owner waits in the foreground", [owner], secret(foreground), [], "Foreground"],
  ["one owner waits, and another is gone", [owner, other], secret(foreground), [], "Foreground"],
  ["one owner waits, and another stands", [owner, other], { ...secret(foreground), ...whole({}) }, [], undefined],
  ["it is to orphan what it owns", [owner], {}, ["orphan"], "Orphan"],
  ["it is to go after what it owns", [owner], {}, ["foregroundDeletion"], "Foreground"],
] as const)(
  "what was used is deleted as the garbage collector deletes it: %s",
  async (_, ownerReferences, owners, finalizers, as) => {
    const objects = { [`${usagesPath}/uses`]: usageOfMap(going), ...owners };
    const cluster = scriptedCluster({ ...objects, [`${mapsPath}/used`]: markedMap({ ownerReferences, finalizers }) });
    expect((await cluster.look("uses"))?.collection).toBe(as);
  },
);
