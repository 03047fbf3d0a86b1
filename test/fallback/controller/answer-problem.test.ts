import { expect, test } from "vitest";
import { answerProblem } from "../../../runtime-fallback/controller/answer-problem.ts";

const advice = "; apply the Role and ClusterRole that come with Holdfast";
const user = 'User "system:serviceaccount:holdfast-system:holdfast-controller"';

const said = (message: unknown, status = 403, given: "told" | "kept" = "told"): string => {
  const body = { reason: "Forbidden", ...(message !== undefined && { message }) };
  const request = { method: "PATCH", path: "/" } as const;
  return answerProblem(request, { status, body, retryAfterSeconds: undefined }, { what: "it", message: given }).message;
};

test.each([
  `configmaps "a" is forbidden: ${user} cannot patch resource "configmaps" in API group "" in the namespace "shop"`,
  `leases.coordination.k8s.io is forbidden: ${user} cannot create resource "leases" in API group "coordination.k8s.io"`,
  `forbidden: ${user} cannot get path "/metrics"`,
])("a missing right is given by the Roles of Holdfast: %s", (message) => {
  expect(said(message)).toBe(`PATCH it was answered with 403 Forbidden: ${message}${advice}`);
  expect(said(message, 403, "kept")).toBe(`PATCH it was answered with 403 Forbidden${advice}`);
});

test.each([
  `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'freeze' with binding 'freeze' denied request: not on Fridays`,
  `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: x is forbidden: ${user} cannot patch resource`,
  'admission webhook "x.example.com" denied the request: no',
  'pods "a" is forbidden: exceeded quota: all',
  `it says forbidden: ${user} cannot get path`,
  undefined,
  7,
])("what something else denies needs no Role: %s", (message) => {
  expect(said(message)).not.toContain(advice);
});

test("what was answered with another status needs none either", () => {
  expect(said(`configmaps "a" is forbidden: ${user} cannot patch resource "configmaps"`, 422)).not.toContain(advice);
});
