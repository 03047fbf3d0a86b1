import { describe, expect, test } from "vitest";
import type { Tree } from "../../fixtures/tree.ts";
import { type Written, asksPods, everyFeature, find, objectsOf, policyText } from "./compile-fallback.ts";

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** `get list watch pods`, `update secrets/holdfast-webhook-ca`. */
function allRightsIn(objects: readonly Written[], kind: "Role" | "ClusterRole", name: string): readonly string[] {
  if (!objects.some((object) => object.kind === kind && object.metadata.name === name)) return [];
  return (find(objects, kind, name)["rules"] as readonly Rule[]).map(({ apiGroups, resources, resourceNames, verbs }) => {
    const named = resourceNames === undefined ? "" : ` named ${resourceNames.join(" ")}`;
    return `${verbs.join(" ")}: ${resources.join(" ")} of ${apiGroups.map((group) => group || "core").join(" ")}${named}`;
  });
}

/** Whoever asks about anything asks what is served, too. */
const served = "list: apiservices of apiregistration.k8s.io";

/** All others. */
const rightsIn = (...of: Parameters<typeof allRightsIn>): readonly string[] =>
  allRightsIn(...of).filter((right) => right !== served);

const webhookRights = (properties: string, policies: Tree): readonly string[] =>
  rightsIn(objectsOf(properties, policies), "ClusterRole", "holdfast-webhook");

const controllerRights = (properties: string, policies: Tree = {}): readonly string[] =>
  rightsIn(objectsOf(properties, policies), "ClusterRole", "holdfast-controller");

const asking: Tree = { "policies/used.ts": policyText(asksPods) };
const configuration = "get patch: validatingwebhookconfigurations of admissionregistration.k8s.io named holdfast";

test.each(["holdfast-webhook", "holdfast-controller"])("%s may list what is registered", (name) => {
  expect(allRightsIn(objectsOf(everyFeature, {}), "ClusterRole", name)).toContain(served);
});

test("who asks about nothing lists nothing", () => {
  expect(allRightsIn(objectsOf("", {}), "ClusterRole", "holdfast-webhook")).toEqual([]);
});

describe("the webhook may read what is asked about, and nothing else", () => {
  test("of a rule", () => {
    expect(webhookRights("", asking)).toEqual(["get list watch: pods of core"]);
  });

  test("Namespaces where a rule looks at them", () => {
    const condition = 'namespaceObject?.metadata.labels?.["keep"] === "yes" && cluster.exists(asked)';
    expect(webhookRights("", { "policies/used.ts": policyText(condition) })).toEqual([
      "get: namespaces of core",
      "get list watch: pods of core",
    ]);
  });

  test("of several rules, each once", () => {
    const claims = policyText("cluster.exists(asked)", {
      name: "claimed",
      asks: `{ group: "db.example.com", version: "v1", resource: "claims" }`,
    });
    expect(
      webhookRights("", {
        ...asking,
        "policies/again.ts": policyText(asksPods, { name: "again" }),
        "policies/claimed.ts": claims,
      }),
    ).toEqual(["get list watch: pods of core", "get list watch: claims of db.example.com"]);
  });

  test("of the features", () => {
    expect(webhookRights(everyFeature, {})).toEqual(
      [
        "get: deployments of apps",
        "create: subjectaccessreviews of authorization.k8s.io",
        "get: namespaces of core",
        "get list: coolresources of my.crd.group",
        "get list watch: usages of protection.crossplane.io",
        "get list watch: criticalservices usages of protection.holdfast.dev",
        "get: xvshnpostgresqls of vshn.appcat.vshn.io",
      ].toSorted(byGroup),
    );
  });

  test("it writes Events only where that is asked for", () => {
    expect(webhookRights("events: true", asking)).toEqual([
      "get list watch: pods of core",
      "create patch: events of events.k8s.io",
    ]);
  });
});

/** As they are written: core is the empty group. */
function byGroup(a: string, b: string): number {
  const group = (right: string): string => right.replace(/^.* of core/, "").replace(/^.* of /, "");
  return group(a) < group(b) ? -1 : 1;
}

describe("the controller", () => {
  test("keeps the certificates, and nothing in the cluster but one webhook configuration", () => {
    expect(controllerRights("", asking)).toEqual([configuration]);
    expect(rightsIn(objectsOf("", asking), "Role", "holdfast-controller")).toEqual([
      "create: leases of coordination.k8s.io",
      "get update: leases of coordination.k8s.io named holdfast-controller",
      "create: secrets of core",
      "get update delete: secrets of core named holdfast-webhook-ca holdfast-webhook-tls",
    ]);
  });

  test("has no right on Secrets, and only reads the configuration, where others keep the certificates", () => {
    const objects = objectsOf(`certificates: { certManager: { issuer: "ca" } }, ${everyFeature}`);
    expect(rightsIn(objects, "Role", "holdfast-controller")).toEqual([
      "create: leases of coordination.k8s.io",
      "get update: leases of coordination.k8s.io named holdfast-controller",
      "list: endpointslices of discovery.k8s.io",
      "get: certificates of cert-manager.io named holdfast-webhook-tls",
    ]);
    const everywhere = rightsIn(objects, "ClusterRole", "holdfast-controller");
    expect(everywhere.join()).not.toMatch(/secrets/);
    // It compares it with what was compiled.
    expect(everywhere.filter((right) => right.includes("validatingwebhookconfigurations"))).toEqual([
      "get: validatingwebhookconfigurations of admissionregistration.k8s.io named holdfast",
    ]);
  });

  const usages = `usages: { of: [{ group: "db.example.com", resource: "databases" }], by: [{ group: "apps", resource: "deployments" }]`;

  test("marks what is used, and only looks at what uses", () => {
    expect(controllerRights(`${usages} }`)).toEqual([
      "get list watch: deployments of apps",
      "get list watch patch: databases of db.example.com",
      "create: events of events.k8s.io",
      "get list watch patch delete: clusterusages usages of protection.holdfast.dev",
      "patch: clusterusages/status usages/status of protection.holdfast.dev",
      configuration,
    ]);
  });

  test("only gets composites", () => {
    const composites = `composites: [{ group: "platform.example.com", resource: "*" }]`;
    expect(controllerRights(`${usages}, ${composites} }`)).toContain("get: * of platform.example.com");
  });

  test("deletes what was used only where deletes are replayed", () => {
    expect(controllerRights(`${usages}, replay: true }`)).toContain("get list watch patch delete: databases of db.example.com");
  });

  test("looks after Crossplane's Usages where these count, and then perhaps after no others", () => {
    const kept = (crossplane: string): readonly string[] =>
      controllerRights(`${usages}, crossplane: ${crossplane} }`).filter((right) => /usages of/.test(right));
    expect(kept("true")).toEqual([
      "get list watch patch delete: usages of apiextensions.crossplane.io",
      "get list watch patch delete: clusterusages usages of protection.crossplane.io",
      "get list watch patch delete: clusterusages usages of protection.holdfast.dev",
    ]);
    expect(kept('"only"')).toEqual(kept("true").slice(0, 2));
  });

  test("marks providers and their Namespaces, and looks at criteria", () => {
    expect(
      controllerRights(
        `criticalServices: { providers: [{ group: "apps", resource: "deployments" }], criteria: [{ group: "x.io", resource: "coolresources" }] }`,
      ),
    ).toEqual(
      [
        "get list watch patch: deployments of apps",
        "get list watch: criticalservices of protection.holdfast.dev",
        "patch: criticalservices/status of protection.holdfast.dev",
        "get list watch patch: namespaces of core",
        "get list: coolresources of x.io",
        configuration,
      ]
        .toSorted(byGroup)
        .toSorted((a, b) => Number(a === configuration) - Number(b === configuration)),
    );
  });

  test("changes what it takes back of what was unprotected, and tells of it", () => {
    const unprotected = `unprotected: { of: [{ group: "", resource: "configmaps" }, { group: "apps", resource: "deployments" }] }`;
    expect(controllerRights(unprotected)).toEqual([
      "get list watch patch: configmaps of core",
      "get list watch patch: deployments of apps",
      "create: events of events.k8s.io",
      configuration,
    ]);
    const webhook = allRightsIn(objectsOf(unprotected, {}), "ClusterRole", "holdfast-webhook");
    expect(webhook).toEqual([]);
  });

  test("deletes composites of claims, and no claims", () => {
    expect(
      controllerRights(
        `foregroundClaims: [{ claim: { group: "x.io", resource: "claims" }, composite: { group: "x.io", resource: "xclaims" } }]`,
      ),
    ).toEqual([
      "get list watch patch: claims of x.io",
      "get delete: xclaims of x.io",
      "get: compositeresourcedefinitions of apiextensions.crossplane.io named xclaims.x.io",
      configuration,
    ]);
  });
});

describe("the accounts", () => {
  test("give no token to Pods that do not ask, and no right has every verb", () => {
    const objects = objectsOf(everyFeature, asking);
    const accounts = objects.filter(({ kind }) => kind === "ServiceAccount");
    expect(accounts.map(({ metadata }) => metadata.name)).toEqual(["holdfast-webhook", "holdfast-controller"]);
    for (const account of accounts) expect(account["automountServiceAccountToken"]).toBe(false);
    const rules = objects.flatMap((object) => (object["rules"] ?? []) as readonly Rule[]);
    expect(rules.flatMap(({ verbs }) => verbs).filter((verb) => verb === "*")).toEqual([]);
  });

  test("the webhook has no role in its namespace, and may write nothing: asking what others may do changes nothing", () => {
    const objects = objectsOf(everyFeature, asking);
    expect(rightsIn(objects, "Role", "holdfast-webhook")).toEqual([]);
    const rights = rightsIn(objects, "ClusterRole", "holdfast-webhook");
    expect(rights.filter((right) => !/^(get|get list|get list watch):/.test(right))).toEqual([
      "create: subjectaccessreviews of authorization.k8s.io",
    ]);
  });
});
