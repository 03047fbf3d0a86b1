import { expect, it } from "vitest";
import { objectName, objectNameProblem } from "../../compiler/manifest/names.ts";

it.each(["a", "ack", "ack-prevent-delete", "a.b-c.d", "0", "x".repeat(253)])("%s can name a policy", (name) => {
  expect(objectNameProblem(name)).toBeUndefined();
});

it.each([
  ["", "is not a DNS name"],
  ["Ack", "is not a DNS name"],
  ["-a", "is not a DNS name"],
  ["a-", "is not a DNS name"],
  ["a..b", "is not a DNS name"],
  ["a_b", "is not a DNS name"],
  ["a\n", "is not a DNS name"],
  ["x".repeat(254), "is 254 characters long, 253 is the most"],
  ["a.static.k8s.io", "ends with `.static.k8s.io`"],
])("%j cannot, and the reason is said", (name, reason) => {
  expect(objectNameProblem(name)).toContain(reason);
});

it("parts of a policy are named after it", () => {
  expect([objectName("ack", ""), objectName("ack", "warn")]).toEqual(["ack", "ack-warn"]);
});
