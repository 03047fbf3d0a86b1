import { describe, expect, test } from "vitest";
import { yamlOf } from "../fixtures/compile-files.ts";
import { claimed, inNone, jsonOf, uidOf, written } from "./scanned.ts";

const policy = (match: string, { guards = "{}", overrides = "released()", more = "" } = {}): string =>
  yamlOf(`import { deletionPolicy, namespaceTerminating, released } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [${match}],
  overrides: [${overrides}],
  guards: ${guards},
  rules: {
    keep: {
      denyWhen: ({ oldObject, request }) => oldObject.metadata.labels?.["example.com/keep"] === "yes"${more},
      message: "it is kept",
    },
  },
});`);

const claims = `{ group: "", resource: "persistentvolumeclaims" }`;
const kept = { labels: { "example.com/keep": "yes" } };
const claim = claimed("data", "Delete", kept);

interface Asked {
  readonly objects?: readonly object[];
  readonly yaml?: string;
  readonly name?: string;
}

/** What a scan says of one object under one policy. */
async function protectionOf({ objects = claim, yaml = policy(claims), name = "data" }: Asked) {
  const scanned = await jsonOf(objects, ["--generated", "policies.yaml"], { "policies.yaml": yaml });
  const found = scanned.objects.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  const { state, strength, denials, told, mayDeny, goesWith } = found;
  return { state, strength, denials, told, mayDeny, goesWith };
}

const unprotected = { state: "unprotected", strength: undefined, denials: [], told: [], mayDeny: [], goesWith: [] };

describe("who protects an object, and how strongly", () => {
  test("a policy that denies its delete", async () => {
    const denials = [{ policy: "keep", message: expect.stringMatching(/^keep: it is kept; to delete it anyway/) }];
    expect(await protectionOf({})).toEqual({ ...unprotected, state: "protected", strength: "native", denials });
  });

  test("an object without the mark is not protected, and one that carries a release is not either", async () => {
    expect(await protectionOf({ objects: claimed("data", "Delete") })).toEqual(unprotected);
    const annotations = { "holdfast.dev/release": uidOf("PersistentVolumeClaim", "data") };
    expect(await protectionOf({ objects: claimed("data", "Delete", { ...kept, annotations }) })).toEqual(unprotected);
  });

  test("a policy that only warns keeps nothing, and that is said", async () => {
    const yaml = policy(claims).replaceAll("validationActions: [Deny]", "validationActions: [Warn, Audit]");
    expect(await protectionOf({ yaml })).toEqual({ ...unprotected, told: ["keep"] });
  });

  test("a policy that ignores what it cannot evaluate is not as strong", async () => {
    const yaml = policy(claims).replaceAll("failurePolicy: Fail", "failurePolicy: Ignore");
    expect(await protectionOf({ yaml })).toMatchObject({ state: "protected", strength: "native, lets errors through" });
  });

  test("of a policy that is not evaluated here nobody claims to know, but for kinds that it is not about", async () => {
    const yaml = policy(claims).replaceAll('scope: "*"', 'resourceNames: [data]\n        scope: "*"');
    const [stateful] = [written("apps/v1", "StatefulSet", "db")];
    const answer = await protectionOf({ yaml, objects: [...claim, stateful] });
    expect(answer).toMatchObject({ state: "unknown", mayDeny: [{ policy: "keep" }] });
    expect(await protectionOf({ yaml, objects: [...claim, stateful], name: "db" })).toEqual(unprotected);
  });

  test("Namespaces that the API server itself keeps", async () => {
    const objects = claimed("data", "Delete", { namespace: "default" });
    const answer = await protectionOf({ objects, name: "default" });
    expect(answer).toMatchObject({ state: "protected", strength: "built in", denials: [{ policy: "NamespaceLifecycle" }] });
  });

  test("what is being deleted is neither protected nor unprotected", async () => {
    const metadata = { ...kept, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.com/wait"] };
    expect(await protectionOf({ objects: claimed("data", "Delete", metadata) })).toMatchObject({ state: "deleting" });
  });
});

describe("webhooks, which are not asked", () => {
  const webhook = (name: string, failurePolicy: string): object =>
    written("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "webhooks", {
      metadata: inNone,
      webhooks: [
        {
          name,
          clientConfig: { url: "https://example.com" },
          rules: [{ apiGroups: [""], apiVersions: ["*"], operations: ["DELETE"], resources: ["persistentvolumeclaims"] }],
          failurePolicy,
          objectSelector: { matchLabels: { "holdfast.dev/in-use": "true" } },
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    });
  const definition = written("apiextensions.k8s.io/v1", "CustomResourceDefinition", "usages.protection.holdfast.dev", {
    metadata: inNone,
    spec: {
      group: "protection.holdfast.dev",
      scope: "Namespaced",
      names: { plural: "usages", kind: "Usage", singular: "usage" },
      versions: [{ name: "v1alpha1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  });
  const usage = written("protection.holdfast.dev/v1alpha1", "Usage", "data-is-used", {
    spec: { of: { apiVersion: "v1", kind: "PersistentVolumeClaim", resourceRef: { name: "data" } } },
  });
  const labels = { "holdfast.dev/in-use": "true" };
  const entry = { [`usage.holdfast.dev/${uidOf("Usage", "data-is-used")}`]: "usages.protection.holdfast.dev/shop/data-is-used" };
  const used = claimed("data", "Delete", { labels, annotations: entry });
  const ours = "in-use.usages.holdfast.dev";

  test.each([
    ["Fail", "webhook, fails closed"],
    ["Ignore", "only while the webhook lives"],
  ])("ours, where a Usage names the object, with failurePolicy %s", async (failurePolicy, strength) => {
    const answer = await protectionOf({ objects: [...used, webhook(ours, failurePolicy), definition, usage] });
    expect(answer).toMatchObject({
      state: "protected",
      strength,
      denials: [{ policy: `webhook ${ours}`, message: "Usage data-is-used names it" }],
    });
  });

  test("ours without a Usage, and one of somebody else with it: nobody here knows", async () => {
    for (const objects of [
      [...used, webhook(ours, "Fail")],
      [...used, webhook("nousages.example.com", "Fail"), definition, usage],
    ])
      expect(await protectionOf({ objects })).toMatchObject({ state: "unknown", mayDeny: [{ why: "it is not asked" }] });
  });

  test("ours with a Usage that the controller has not written into the object: it may not name it", async () => {
    const objects = [...claimed("data", "Delete", { labels }), webhook(ours, "Fail"), definition, usage];
    expect(await protectionOf({ objects })).toMatchObject({ state: "unknown", mayDeny: [{ why: "it is not asked" }] });
  });

  test("one that is not asked about the object says nothing of it", async () => {
    const objects = [...claimed("data", "Delete"), webhook("nousages.example.com", "Fail")];
    expect(await protectionOf({ objects })).toEqual(unprotected);
  });
});

describe("on which ways a protected object goes anyway", () => {
  const off = (guard: string): string => `{ ${guard}: { off: "a test looks at the way" } }`;

  test("with its Namespace, where nothing denies that", async () => {
    const options = { guards: off("namespaces"), overrides: "released(), namespaceTerminating()" };
    const answer = await protectionOf({ yaml: policy(claims, options) });
    expect(answer).toMatchObject({ state: "protected", goesWith: [{ how: "namespace", kind: "Namespace", name: "shop" }] });
  });

  test("not with it where the guard denies that, and not where the policy denies it to the namespace controller", async () => {
    expect(await protectionOf({})).toMatchObject({ state: "protected", goesWith: [] });
    const yaml = policy(claims, { guards: off("namespaces") });
    expect(await protectionOf({ yaml })).toMatchObject({ state: "protected", goesWith: [] });
  });

  test("with its owner, where the garbage collector is let through", async () => {
    const owner = { apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: uidOf("StatefulSet", "db") };
    const objects = [
      written("apps/v1", "StatefulSet", "db"),
      ...claimed("data", "Delete", { ...kept, ownerReferences: [owner] }),
    ];
    const collector = "system:serviceaccount:kube-system:generic-garbage-collector";
    const yaml = policy(claims, { more: ` && request.userInfo.username !== "${collector}"` });
    expect(await protectionOf({ objects, yaml })).toMatchObject({
      state: "protected",
      goesWith: [{ how: "owner", kind: "StatefulSet", name: "db" }],
    });
    expect(await protectionOf({ objects })).toMatchObject({ state: "protected", goesWith: [] });
  });

  test("not with an owner where it has another that stays", async () => {
    const owner = (name: string) => ({ apiVersion: "apps/v1", kind: "StatefulSet", name, uid: uidOf("StatefulSet", name) });
    const ownerReferences = [owner("db"), owner("other")];
    const objects = [
      written("apps/v1", "StatefulSet", "db"),
      written("apps/v1", "StatefulSet", "other"),
      ...claimed("data", "Delete", { ...kept, ownerReferences }),
    ];
    const collector = "system:serviceaccount:kube-system:generic-garbage-collector";
    const yaml = policy(claims, { more: ` && request.userInfo.username !== "${collector}"` });
    expect(await protectionOf({ objects, yaml })).toMatchObject({ state: "protected", goesWith: [] });
  });

  test("with its definition, which takes instances without asking", async () => {
    const definition = written("apiextensions.k8s.io/v1", "CustomResourceDefinition", "clusters.postgresql.cnpg.io", {
      metadata: inNone,
      spec: {
        group: "postgresql.cnpg.io",
        scope: "Namespaced",
        names: { plural: "clusters", kind: "Cluster", singular: "cluster" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    });
    const objects = [definition, written("postgresql.cnpg.io/v1", "Cluster", "orders", { metadata: kept })];
    const match = `{ group: "postgresql.cnpg.io", resource: "clusters" }`;
    const kinds = `namespaces: { kinds: [{ group: "postgresql.cnpg.io", version: "v1", resource: "clusters", kind: "Cluster" }] }`;
    const open = policy(match, { guards: `{ definitions: { off: "a test looks at the way" }, ${kinds} }` });
    expect(await protectionOf({ objects, yaml: open, name: "orders" })).toMatchObject({
      state: "protected",
      goesWith: [{ how: "definition", name: "clusters.postgresql.cnpg.io" }],
    });
    const closed = policy(match, { guards: `{ ${kinds} }` });
    expect(await protectionOf({ objects, yaml: closed, name: "orders" })).toMatchObject({ state: "protected", goesWith: [] });
  });
});
