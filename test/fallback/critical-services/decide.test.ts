import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AdmissionReviewRequest } from "../../../compiler/api/admission-review.ts";
import { ApiRejected } from "../../../runtime-fallback/kubernetes/api-server.ts";
import type { CriticalService } from "../../../runtime-fallback/critical-services/critical-service.ts";
import { decideCritical } from "../../../runtime-fallback/critical-services/decide.ts";
import { type LiveAnswers, NotReadable } from "../../../runtime-fallback/critical-services/live-answers.ts";
import { runsOf } from "../../searches/search-of.ts";

const provider = { group: "apps", resource: "deployments", namespace: "shop", name: "web" };
const { signal } = new AbortController();

type Outcome = "met" | "open" | "unknown" | "not served";

/** Services with one criterion for each outcome, which is what the API server answers to it. */
function serviceOf(name: string, outcomes: readonly Outcome[], more: Partial<CriticalService> = {}): CriticalService {
  const criteria = outcomes.map((outcome, at) =>
    at % 2 === 0
      ? ({ type: "Finalizer", ifNotServed: "NotMet", group: "g", resource: "things", finalizerName: outcome } as const)
      : ({
          type: "SpecificResource",
          ifNotServed: "NotMet",
          group: "g",
          resource: "things",
          namespace: "n",
          name: outcome,
        } as const),
  );
  return { name, uid: `uid-${name}`, isTerminating: false, provider, criteria, ...more };
}

function answersOf(
  services: readonly CriticalService[],
  hasProvider: "provider there" | "provider gone" = "provider there",
): LiveAnswers {
  const answer = (outcome: string) => {
    if (outcome === "unknown") return Promise.reject(new Error("is unknown"));
    if (outcome === "not served") return Promise.resolve("not served" as const);
    return Promise.resolve(outcome === "open" ? { resource: "things.g", key: "n/x" } : undefined);
  };
  return {
    services: () => Promise.resolve(services),
    carrier: (_, finalizerName) => answer(finalizerName),
    find: ({ resource }, { name }) =>
      resource === "deployments" ? answer(hasProvider === "provider there" ? "open" : "met") : answer(name),
  };
}

function deletion(
  what: "deployments" | "namespaces" | "criticalservices" | "customresourcedefinitions",
  metadata: object,
  more: object = {},
): AdmissionReviewRequest {
  const group = {
    deployments: "apps",
    namespaces: "",
    criticalservices: "protection.holdfast.dev",
    customresourcedefinitions: "apiextensions.k8s.io",
  }[what];
  const resource = { group, version: "v1", resource: what };
  const oldObject = { metadata: { uid: "u", resourceVersion: "1", ...metadata }, ...more };
  return {
    operation: "DELETE",
    resource,
    oldObject,
    userInfo: { username: "a" },
    dryRun: false,
  } as unknown as AdmissionReviewRequest;
}

const web = deletion("deployments", { namespace: "shop", name: "web" });
const protection = { providers: [{ group: "apps", resource: "deployments" }], namespace: "holdfast-system" };
const decide = (request: AdmissionReviewRequest, answers: LiveAnswers) =>
  decideCritical(request, { answers, protection }, signal);

describe("a delete of a provider, or of its Namespace", () => {
  const outcome = fc.constantFrom<Outcome>("met", "open", "unknown", "not served");
  const services = fc.array(fc.record({ outcomes: fc.array(outcome, { maxLength: 4 }), isTerminating: fc.boolean() }), {
    maxLength: 4,
  });
  const requests = fc.constantFrom(web, deletion("namespaces", { name: "shop" }));

  test("goes exactly where all criteria of all services are known to be met", async () => {
    await fc.assert(
      fc.asyncProperty(services, requests, async (given, request) => {
        const all = given.map(({ outcomes, isTerminating }, at) => serviceOf(`s${at}`, outcomes, { isTerminating }));
        const counted = given.filter(({ isTerminating }) => !isTerminating).flatMap(({ outcomes }) => outcomes);
        const decision = decide(request, answersOf(all)).catch((error: unknown) => String(error));
        if (counted.includes("open") || counted.includes("not served"))
          expect(await decision).toMatchObject({ allowed: false, code: 403, reason: "Forbidden" });
        else if (counted.includes("unknown")) expect(await decision).toBe("Error: is unknown");
        else expect(await decision).toMatchObject({ allowed: true });
      }),
      runsOf("critical-services"),
    );
  });

  test.each([
    ["of another name", deletion("deployments", { namespace: "shop", name: "other" })],
    ["in another Namespace", deletion("deployments", { namespace: "other", name: "web" })],
    ["of another Namespace", deletion("namespaces", { name: "other" })],
    [
      "of what is terminating",
      deletion("deployments", { namespace: "shop", name: "web", deletionTimestamp: "2026-01-01T00:00:00Z" }),
    ],
  ])("%s goes", async (_, request) => {
    expect(await decide(request, answersOf([serviceOf("s", ["open"])]))).toMatchObject({ allowed: true });
  });

  test("is denied in one bounded line, whatever stands in names", async () => {
    const many = serviceOf(
      "s\n\u202Eevil",
      Array.from({ length: 32 }, () => "open" as const),
    );
    const decision = await decide(web, answersOf([many]));
    const message = decision.allowed ? "" : decision.message;
    expect(message).not.toMatch(/[\n\u202E]/);
    expect(message).toContain("and 27 more");
    expect(message.length).toBeLessThan(4_000);
  });

  test("is denied, and says what to declare, where the webhook may not read what a criterion is about", async () => {
    const denial = new ApiRejected("the list of things.g", { status: 403, body: {}, retryAfterSeconds: undefined });
    const carrier = () => Promise.reject(new NotReadable("things.g", denial));
    expect(await decide(web, { ...answersOf([serviceOf("s", ["met"])]), carrier })).toMatchObject({
      allowed: false,
      message: expect.stringContaining(
        "the criterion about things.g cannot be looked at: name them in criticalServices.criteria",
      ),
    });
    const service = deletion("criticalservices", { name: "s" }, { spec: { provider, criteria: [] } });
    await expect(decide(service, { ...answersOf([]), find: carrier })).rejects.toThrow(NotReadable);
  });

  test("is denied, and says of which criterion the API server says nothing, and what it answered", async () => {
    const body = { message: "service unavailable\n\u202E" };
    const down = new ApiRejected("/apis/g/v1", { status: 503, body, retryAfterSeconds: undefined });
    const carrier = () => Promise.reject(down);
    const finalizer = "Finalizer example.com/hold of things.g";
    const service = serviceOf("s", []);
    const criterion = { type: "Finalizer", ifNotServed: "NotMet", group: "g", resource: "things" } as const;
    const asking = { ...service, criteria: [{ ...criterion, finalizerName: "example.com/hold" }] };
    for (const request of [web, deletion("namespaces", { name: "shop" })])
      expect(await decide(request, { ...answersOf([asking]), carrier })).toMatchObject({
        allowed: false,
        code: 403,
        message: expect.stringContaining(
          `CriticalService s (provider deployments.apps shop/web): whether its criterion ${finalizer} is met is not known now: ` +
            "/apis/g/v1 is answered 503: service unavailable\\u{a}\\u{202e}",
        ),
      });
    // What is no answer of the API server may be a mistake of ours, which only the log tells.
    const mistaken = { ...answersOf([asking]), carrier: () => Promise.reject(new TypeError("ours")) };
    await expect(decide(web, mistaken)).rejects.toThrow("ours");
  });

  test("is an error where services cannot be listed, or nothing is said of the object", async () => {
    const unlisted = { ...answersOf([]), services: () => Promise.reject(new Error("not listed")) };
    await expect(decide(web, unlisted)).rejects.toThrow("not listed");
    await expect(decide({ ...web, oldObject: {} }, answersOf([]))).rejects.toThrow("no stored object");
  });
});

describe("a delete of a CriticalService", () => {
  const spec = { provider, criteria: [] };

  test("waits for the end of its provider, and of nothing else", async () => {
    const request = deletion("criticalservices", { name: "s" }, { spec });
    expect(await decide(request, answersOf([]))).toMatchObject({
      allowed: false,
      code: 403,
      message:
        "CriticalService s stays as long as its provider deployments.apps shop/web exists: delete that first, and try again. " +
        "To give up the protection of a provider that stays, first run: " +
        "kubectl annotate criticalservices.protection.holdfast.dev/s holdfast.dev/release=u",
    });
    expect(await decide(request, answersOf([], "provider gone"))).toMatchObject({ allowed: true });
  });

  const unanswered: LiveAnswers = {
    services: () => Promise.reject(new Error("asked")),
    carrier: () => Promise.reject(new Error("asked")),
    find: () => Promise.reject(new Error("asked")),
  };
  const saying = (reason: string) => ({ status: { conditions: [{ type: "Ready", reason }] } });

  test("whose provider the webhook is not asked about goes, unless the controller has called it protected", async () => {
    const undeclared = { ...provider, resource: "daemonsets" };
    const own = { ...provider, namespace: "holdfast-system" };
    for (const one of [undeclared, own]) {
      const of = (more: object) =>
        deletion("criticalservices", { name: "s" }, { spec: { provider: one, criteria: [] }, ...more });
      expect(await decide(of({}), unanswered)).toMatchObject({ allowed: true });
      expect(await decide(of(saying("NotProtected")), unanswered)).toMatchObject({ allowed: true });
      for (const reason of ["Marked", "ProviderTerminating", "ProviderNotFound"])
        await expect(decide(of(saying(reason)), unanswered)).rejects.toThrow("asked");
    }
    const declared = deletion("criticalservices", { name: "s" }, { spec, ...saying("NotProtected") });
    expect(await decide(declared, answersOf([]))).toMatchObject({ allowed: false });
  });

  test("that carries its release mark goes, whatever can be asked or read of it; with another's it does not", async () => {
    const released = (uid: string, more: object) =>
      deletion("criticalservices", { name: "s", annotations: { "holdfast.dev/release": uid } }, more);
    expect(await decide(released("u", { spec, ...saying("Marked") }), unanswered)).toMatchObject({ allowed: true });
    expect(await decide(released("u", {}), unanswered)).toMatchObject({ allowed: true });
    expect(await decide(released("other", { spec }), answersOf([]))).toMatchObject({ allowed: false });
  });

  test.each([
    ["no spec", {}],
    ["no provider", { spec: { criteria: [] } }],
    ["a criterion of a type that is none", { spec: { provider, criteria: [{ type: "Other" }] } }],
  ])("with %s is an error that says so", async (_, more) => {
    await expect(decide(deletion("criticalservices", { name: "s" }, more), answersOf([]))).rejects.toThrow(
      "CriticalService s cannot be read",
    );
  });
});

test("the definition of CriticalServices goes after the last of them, and no other is of interest", async () => {
  const own = deletion("customresourcedefinitions", { name: "criticalservices.protection.holdfast.dev" });
  const held = [serviceOf("s", []), serviceOf("t", [])];
  expect(await decide(own, answersOf(held))).toMatchObject({
    allowed: false,
    message: "criticalservices.protection.holdfast.dev defines CriticalService s and 1 more: delete these first, and try again",
  });
  expect(await decide(own, answersOf([]))).toMatchObject({ allowed: true });
  const other = deletion("customresourcedefinitions", { name: "widgets.example.com" });
  expect(await decide(other, answersOf(held))).toMatchObject({ allowed: true });
});
