import { describe, expect, test } from "vitest";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { untilEstablished } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { everyFeature, objectsOf } from "./compile-fallback.ts";

const group = "/apis/protection.holdfast.dev/v1alpha1";
const pathOf = {
  Usage: `${group}/namespaces/default/usages`,
  ClusterUsage: `${group}/clusterusages`,
  CriticalService: `${group}/criticalservices`,
};

type Kind = keyof typeof pathOf;

const named = (name: string, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  resourceRef: { name, ...more },
});
const found = (more: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  resourceSelector: { matchLabels: { app: "a" }, ...more },
});

/** What can be created. */
const fine: readonly (readonly [Kind, string, object])[] = [
  ["Usage", "for a reason", { of: named("a"), reason: "production" }],
  ["Usage", "by another object", { of: named("a"), by: named("b") }],
  ["Usage", "of another namespace, by an object of its own", { of: named("a", { namespace: "other" }), by: named("b") }],
  ["Usage", "by selectors", { of: found({ matchControllerRef: true }), by: found(), replayDeletion: true }],
  ["ClusterUsage", "across namespaces", { of: named("a", { namespace: "x" }), by: named("b", { namespace: "y" }) }],
  ["CriticalService", "without criteria", { provider: { group: "apps", resource: "deployments", namespace: "a", name: "b" } }],
  [
    "CriticalService",
    "as the design document has it",
    {
      provider: { group: "apps", resource: "deployments", namespace: "finalizer-namespace", name: "finalizer-deployment" },
      criteria: [
        {
          type: "Finalizer",
          finalizer: { group: "my.crd.group", resource: "coolresources", finalizerName: "my.crd.group/super-important" },
        },
        {
          type: "SpecificResource",
          specificResource: {
            group: "apiextensions.k8s.io",
            resource: "CustomResourceDefinition",
            name: "coolresources.my.crd.group",
          },
        },
      ],
    },
  ],
];

/** What is denied, and why. */
const denied: readonly (readonly [Kind, object, string])[] = [
  ["Usage", { of: named("a") }, "either by or reason is needed"],
  ["Usage", { of: named("a"), reason: "" }, "should be at least 1 chars long"],
  ["Usage", { reason: "r" }, "spec.of: Required value"],
  ["Usage", { of: { apiVersion: "v1", kind: "ConfigMap" }, reason: "r" }, "either resourceRef or resourceSelector is needed"],
  ["Usage", { of: named("a", { namespace: "other" }), reason: "r" }, "what is in another namespace needs by"],
  ["Usage", { of: found({ namespace: "other" }), reason: "r" }, "what is in another namespace needs by"],
  ["Usage", { of: named("a"), by: named("b", { namespace: "other" }) }, 'unknown field "spec.by.resourceRef.namespace"'],
  ["CriticalService", { provider: { group: "apps", resource: "deployments" } }, "spec.provider.namespace: Required value"],
  [
    "CriticalService",
    { provider: { group: "apps", resource: "deployments", namespace: "n", name: "a" }, criteria: [{ type: "Finalizer" }] },
    "type Finalizer needs finalizer alone",
  ],
  [
    "CriticalService",
    { provider: { group: "apps", resource: "deployments", namespace: "n", name: "a" }, criteria: [{ type: "Other" }] },
    'Unsupported value: "Other"',
  ],
];

/** What cannot be changed any more. */
const changes: readonly (readonly [Kind, string, object, object, string | undefined])[] = [
  [
    "Usage",
    "the object that was found",
    { of: named("a"), reason: "r" },
    { of: { resourceRef: { name: "b" } } },
    "what has been found cannot be changed",
  ],
  ["Usage", "its kind", { of: named("a"), reason: "r" }, { of: { kind: "Secret" } }, "what has been found cannot be changed"],
  ["Usage", "who uses it", { of: named("a"), by: named("b"), reason: "r" }, { by: null }, "by cannot be taken away"],
  ["Usage", "a selector, once", { of: found(), reason: "r" }, { of: { resourceRef: { name: "b" } } }, undefined],
  ["Usage", "the reason", { of: named("a"), reason: "r" }, { reason: "other" }, undefined],
  [
    "CriticalService",
    "its provider",
    { provider: { group: "apps", resource: "deployments", namespace: "n", name: "a" } },
    { provider: { name: "b" } },
    "the provider cannot be changed",
  ],
  [
    "CriticalService",
    "its criteria",
    { provider: { group: "apps", resource: "deployments", namespace: "n", name: "a" } },
    { criteria: [] },
    undefined,
  ],
];

interface Condition {
  readonly type: string;
  readonly status: string;
}

let created = 0;

async function create(
  server: ControlPlane,
  kind: Kind,
  spec: object,
): Promise<{ readonly status: number; readonly message: string; readonly name: string }> {
  created += 1;
  const name = `example-${created}`;
  const body = { apiVersion: "protection.holdfast.dev/v1alpha1", kind, metadata: { name }, spec };
  const answer = await server.request({ method: "POST", path: `${pathOf[kind]}?fieldValidation=Strict`, body });
  return { status: answer.status, message: String(answer.body["message"]), name };
}

describeWithServer("the definitions", {}, (server) => {
  test("are taken, and established", async () => {
    const definitions = objectsOf(everyFeature).filter(({ kind }) => kind === "CustomResourceDefinition");
    expect(definitions).toHaveLength(3);
    for (const body of definitions) {
      const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      expect((await server().request({ method: "POST", path: `${path}?fieldValidation=Strict`, body })).status).toBe(201);
      const isServed = async () => {
        const { body: read } = await server().request({ method: "GET", path: `${path}/${body.metadata.name}` });
        const state = (read["status"] ?? {}) as { readonly conditions?: readonly Condition[] | null };
        const conditions = state.conditions ?? [];
        expect(conditions.filter(({ type, status }) => type === "NonStructuralSchema" && status === "True")).toEqual([]);
        return conditions.some(({ type, status }) => type === "Established" && status === "True");
      };
      await waitUntil(`${body.metadata.name} is established`, isServed);
      await untilEstablished(server(), body.metadata.name);
    }
    await waitUntil(
      "they are served",
      async () => (await server().request({ method: "GET", path: pathOf.CriticalService })).status === 200,
    );
  });

  test.each(fine)("%s %s", async (kind, _what, spec) => {
    expect(await create(server(), kind, spec)).toMatchObject({ status: 201 });
  });

  test.each(denied)("%s %j is denied: %s", async (kind, spec, why) => {
    const { status, message } = await create(server(), kind, spec);
    expect(message).toContain(why);
    expect([400, 422]).toContain(status);
  });

  describe.each(changes)("of a %s %s", (kind, _what, spec, change, why) => {
    test(why === undefined ? "can be changed" : `cannot be changed: ${why}`, async () => {
      const { name } = await create(server(), kind, spec);
      const { status, body } = await server().request(mergePatch(`${pathOf[kind]}/${name}`, { spec: change }));
      expect([status, why === undefined ? "" : body["message"]]).toEqual(
        why === undefined ? [200, ""] : [422, expect.stringContaining(why)],
      );
    });
  });

  test("state is written by itself, and shown", async () => {
    const { name } = await create(server(), "ClusterUsage", { of: named("a"), reason: "r" });
    const condition = {
      type: "Ready",
      status: "True",
      reason: "Marked",
      message: "",
      lastTransitionTime: "2026-11-22T00:00:00Z",
    };
    const { status } = await server().request(
      mergePatch(`${pathOf.ClusterUsage}/${name}/status?fieldValidation=Strict`, { status: { conditions: [condition] } }),
    );
    expect(status).toBe(200);
    const { stdout } = await server().kubectl(["get", "holdfast", "-A", "--no-headers"]);
    expect(stdout).toMatch(new RegExp(`clusterusage.protection.holdfast.dev/${name}\\s+ConfigMap\\s+a\\s+True`));
  });
});
