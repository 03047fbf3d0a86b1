import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ValidatingWebhook } from "../../../../compiler/manifest/kubernetes-objects.ts";
import { type ApiRequest, type ApiServer, ApiUnreachable } from "../../../../runtime-fallback/kubernetes/api-server.ts";
import { connect } from "../../../../runtime-fallback/kubernetes/connect.ts";
import { systemClock } from "../../../../runtime-fallback/clock.ts";
import { usageAuthorRoutes } from "../../../../runtime-fallback/usages/authors/decide-author.ts";
import { applyCustomResourceDefinition } from "../../../control-plane/crds.ts";
import { describeWithServer } from "../../../control-plane/server-suite.ts";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../../control-plane/requests.ts";
import type { PolicyRule } from "../../../../compiler/api/resource.ts";
import { createRole, type Subject } from "../../../control-plane/roles.ts";
import { find, objectsOf } from "../../../install/manifests/compile-fallback.ts";
import { asUser, grant } from "../../on-server.ts";
import { defineKinds } from "../guarded-cluster.ts";
import { clusters, clusterUsages, configMaps, crossplaneUsages, legacyUsages, reference, selector, usages } from "../objects.ts";
import { ask, reviewOf } from "../../webhook/ask.ts";
import { type Served, serve } from "../../webhook/serve.ts";

const everyUsage = ["protection.holdfast.dev", "protection.crossplane.io", "apiextensions.crossplane.io"];
const kinds: Readonly<Record<string, readonly [string, string]>> = {
  [usages]: ["protection.holdfast.dev/v1alpha1", "Usage"],
  [clusterUsages]: ["protection.holdfast.dev/v1alpha1", "ClusterUsage"],
  [crossplaneUsages]: ["protection.crossplane.io/v1beta1", "Usage"],
  [legacyUsages]: ["apiextensions.crossplane.io/v1beta1", "Usage"],
};

interface Who {
  readonly as?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const declared = 'usages: { of: [{ group: "", resource: "configmaps" }], crossplane: true }';
const generatedRights = find(objectsOf(declared), "ClusterRole", "holdfast-webhook")["rules"] as readonly PolicyRule[];

const installed = find(objectsOf(declared), "ValidatingWebhookConfiguration", "holdfast")[
  "webhooks"
] as readonly ValidatingWebhook[];
const authorWebhooks = installed.filter(({ clientConfig }) => clientConfig.service.path === "/usage-authors");

describeWithServer("Who may make a Usage", {}, (server) => {
  let [served, api]: [Served?, ApiServer?] = [];
  let reviews: ApiRequest[] = [];
  let discoveries = 0;
  let isDown = false;
  let count = 0;

  const roleFor = (subject: Subject, name: string, [namespace, rules]: readonly [string | undefined, readonly object[]]) =>
    createRole(server(), { name, rules, subjects: [subject], ...(namespace !== undefined && { namespace }) });
  const subject = (kind: "User" | "Group", name: string) => ({ kind, name });
  const mayDelete = (group: string, resources: readonly string[], names: readonly string[] = []) => [
    { apiGroups: [group], resources, verbs: ["delete"], ...(names.length > 0 && { resourceNames: names }) },
  ];
  const use = async (path: string, of: object, who: Who = {}) => {
    const [apiVersion, kind] = kinds[path.replace("/holdfast-system/", "/shop/")] ?? [];
    const name = `usage-${(count += 1)}`;
    const body = { apiVersion, kind, metadata: { name }, spec: { reason: "kept", of } };
    const { status, body: answer } = await server().request({ method: "POST", path, body, ...who });
    return { name, status, message: String(answer["message"] ?? "") };
  };
  const patch = async (path: string, body: object, who: Who = {}) => {
    const { status, body: answer } = await server().request(mergePatch(path, body, who));
    return { status, message: String(answer["message"] ?? "") };
  };

  beforeAll(async () => {
    for (const name of ["shop", "other", "holdfast-system"])
      await created(server(), "/api/v1/namespaces", { metadata: { name } });
    await defineKinds(server());
    await roleFor(subject("Group", "system:authenticated"), "usages", [
      undefined,
      [{ apiGroups: everyUsage, resources: ["usages", "clusterusages", "usages/status"], verbs: ["*"] }],
    ]);
    const inShop = "shop";
    await roleFor(subject("User", "one"), "one", [inShop, mayDelete("", ["configmaps"], ["one"])]);
    await roleFor(subject("User", "all"), "all", [inShop, mayDelete("", ["configmaps", "namespaces"])]);
    await roleFor(subject("User", "collection"), "collection", [
      inShop,
      [{ apiGroups: [""], resources: ["configmaps"], verbs: ["deletecollection"] }],
    ]);
    await roleFor(subject("Group", "owners"), "owners", [undefined, mayDelete("eks.aws.upbound.io", ["clusters"])]);
    await grant(server(), { user: "webhook", namespace: "shop", permissions: { role: [], clusterRole: generatedRights } });
    const real = await connect({ kubeconfig: server().kubeconfig });
    api = real;
    const asWebhook = asUser(server(), "webhook", (request) => {
      if (request.method === "POST") reviews.push(request);
      if (/^\/apis?$/.test(request.path)) discoveries += 1;
    });
    const limited: ApiServer = {
      ...asWebhook,
      watch: real.watch,
      request: (request) =>
        isDown && request.method === "POST"
          ? Promise.reject(new ApiUnreachable("down", { help: "" }))
          : asWebhook.request(request),
    };
    served = await serve({ routes: usageAuthorRoutes(limited, systemClock) });
    const { port, authority } = served;
    await created(server(), "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
      metadata: { name: "aimed" },
      webhooks: authorWebhooks.map((webhook) => ({
        ...webhook,
        clientConfig: {
          url: `https://127.0.0.1:${port}${webhook.clientConfig.service.path}`,
          caBundle: btoa(authority.certificate),
        },
      })),
    });
    await waitUntil(
      "the webhook is asked",
      async () => (await use(usages, reference(configMaps, "x"), { as: "canary" })).status === 403,
    );
  });

  afterAll(async () => {
    await served?.drain();
    await api?.close();
  });

  beforeEach(() => {
    reviews = [];
    isDown = false;
  });

  test.each([
    ["a Usage", usages, configMaps, undefined],
    ["Crossplane's Usage", crossplaneUsages, configMaps, undefined],
    ["a ClusterUsage of what is in a namespace", clusterUsages, configMaps, "shop"],
    ["Crossplane's previous Usage, of what is in none", legacyUsages, clusters, undefined],
    ["a Usage of what is in no namespace", usages, clusters, undefined],
  ] as const)(
    "%s: denied to whoever has a right to Usages alone, and the right that is missing is said",
    async (_, path, of, namespace) => {
      const { status, message } = await use(path, reference(of, "one", namespace), { as: "tenant" });
      const right =
        of === configMaps ? 'delete configmaps "one" in namespace "shop":' : 'delete clusters.eks.aws.upbound.io "one":';
      expect([status, message]).toEqual([
        403,
        expect.stringContaining(`"tenant" needs the right to ${right} grant the verb delete`),
      ]);
    },
  );

  test("who may delete the object may keep it", async () => {
    expect(await use(usages, reference(configMaps, "one"), { as: "one" })).toMatchObject({ status: 201 });
    expect(await use(usages, reference(configMaps, "two"), { as: "one" })).toMatchObject({ status: 403 });
    expect(await use(usages, reference(configMaps, "one", "other"), { as: "one" })).toMatchObject({ status: 403 });
    expect(await use(clusterUsages, reference(configMaps, "one", "shop"), { as: "one" })).toMatchObject({ status: 201 });
    expect(await use(clusterUsages, reference(configMaps, "one"), { as: "one" })).toMatchObject({ status: 403 });
    expect(await use(usages, reference(configMaps, "one"), { as: "collection" })).toMatchObject({ status: 403 });
  });

  test.each([
    ["a Secret of another Namespace", { apiVersion: "v1", kind: "Secret", resourceRef: { name: "one", namespace: "shop" } }],
    ["a PersistentVolume", { apiVersion: "v1", kind: "PersistentVolume", resourceRef: { name: "one" } }],
    ["the Namespace of Holdfast", { apiVersion: "v1", kind: "Namespace", resourceRef: { name: "holdfast-system" } }],
  ])("made in Holdfast's own Namespace, a Usage needs the same right: %s", async (_, of) => {
    const own = usages.replace("/shop/", "/holdfast-system/");
    const { status, message } = await use(own, of, { as: "tenant" });
    expect([status, message]).toEqual([
      403,
      expect.stringMatching(/^admission webhook "authors\.usages\.holdfast\.dev" denied .*"tenant" needs the right to delete/),
    ]);
  });

  test("with a selector, only who may delete each of them", async () => {
    const any = selector(configMaps, { matchLabels: { name: "one" } });
    const { status, message } = await use(usages, any, { as: "one" });
    expect([status, message]).toEqual([
      403,
      expect.stringContaining('delete every one of configmaps in namespace "shop", as any of them may be selected'),
    ]);
    expect(await use(usages, any, { as: "all" })).toMatchObject({ status: 201 });
    const elsewhere = selector(configMaps, { matchLabels: { name: "one" }, namespace: "other" });
    expect(await use(clusterUsages, elsewhere, { as: "all" })).toMatchObject({ status: 403 });
  });

  test("what a Namespace is in is itself, as for the API server", async () => {
    const namespace = (name: string) => ({ apiVersion: "v1", kind: "Namespace", resourceRef: { name } });
    expect(await use(clusterUsages, namespace("shop"), { as: "all" })).toMatchObject({ status: 201 });
    expect(await use(clusterUsages, namespace("other"), { as: "all" })).toMatchObject({ status: 403 });
    const asked = ["shop", "other"].map(async (name) => {
      const path = `/api/v1/namespaces/${name}?dryRun=All`;
      return (await server().request({ method: "DELETE", path, as: "all" })).status;
    });
    expect(await Promise.all(asked)).toEqual([200, 403]);
  });

  test("groups count, and everything else that is known of the user is passed on", async () => {
    const of = reference(clusters, "main");
    expect(await use(usages, of, { as: "member" })).toMatchObject({ status: 403 });
    const who = { as: "member", groups: ["owners"], extra: { team: ["blue", "green"] } };
    expect(await use(usages, of, who)).toMatchObject({ status: 201 });
    expect(reviews.at(-1)?.body).toMatchObject({
      spec: {
        user: "member",
        groups: ["owners", "system:authenticated"],
        extra: { team: ["blue", "green"] },
        resourceAttributes: {
          verb: "delete",
          group: "eks.aws.upbound.io",
          version: "v1beta1",
          resource: "clusters",
          name: "main",
        },
      },
    });
  });

  test("a change of status or metadata is not asked about, nor one that claims no more", async () => {
    const any = selector(configMaps, { matchLabels: { name: "one" } });
    const { name } = await use(usages, any, { as: "all" });
    const path = `${usages}/${name}`;
    reviews = [];
    const who = { as: "tenant" };
    expect(await patch(path, { metadata: { labels: { a: "b" } } }, who)).toMatchObject({ status: 200 });
    expect(await patch(`${path}/status`, { status: { conditions: [] } }, who)).toMatchObject({ status: 200 });
    expect(await patch(path, { spec: { reason: "another" } }, who)).toMatchObject({ status: 200 });
    // As the controller writes down what it has selected.
    expect(await patch(path, { spec: { of: { resourceRef: { name: "first" } } } }, who)).toMatchObject({ status: 200 });
    expect(await patch(path, { spec: { reason: "a third" } }, who)).toMatchObject({ status: 200 });
    expect(reviews).toEqual([]);
  });

  test.each([
    ["another name", { resourceRef: { name: "two" } }],
    ["another namespace", { resourceRef: { namespace: "other" } }],
    ["another kind", { apiVersion: "v1", kind: "Secret" }],
    ["any by a selector", { resourceRef: null, resourceSelector: { matchLabels: { a: "b" } } }],
  ])("a change to %s is asked about", async (_, of) => {
    const { name } = await use(usages, reference(configMaps, "one"), { as: "one" });
    const { status, message } = await patch(`${usages}/${name}`, { spec: { of } }, { as: "one" });
    expect([status, message]).toEqual([403, expect.stringContaining('"one" needs the right to delete')]);
  });

  test("a Usage that names nothing protects nothing, and is let through", async () => {
    expect(await use(usages, { apiVersion: "v1", kind: "ConfigMap" }, { as: "tenant" })).toMatchObject({ status: 201 });
  });

  test("a kind that is not served yet may be served tomorrow: only who may delete everything of its group may keep it", async () => {
    const of = { apiVersion: "a.io/v1", kind: "B", resourceRef: { name: "x" } };
    const { status, message } = await use(usages, of, { as: "tenant" });
    expect([status, message]).toEqual([
      403,
      expect.stringContaining(
        'this API server does not serve "B" of "a.io" yet, so "tenant" needs the right to delete everything of that group',
      ),
    ]);
    // In one Namespace is not enough: the kind may be one that has none.
    await roleFor(subject("User", "team"), "team", ["shop", mayDelete("a.io", ["*"])]);
    expect(await use(usages, of, { as: "team" })).toMatchObject({ status: 403 });
    await roleFor(subject("User", "operator"), "operator", [undefined, mayDelete("a.io", ["*"])]);
    expect(await use(usages, of, { as: "operator" })).toMatchObject({ status: 201 });
    const resourceAttributes = { verb: "delete", group: "a.io", version: "*", resource: "*" };
    expect(reviews.at(-1)?.body).toMatchObject({ spec: { resourceAttributes } });
    expect(reviews.at(-1)?.body).not.toHaveProperty("spec.resourceAttributes.namespace");
  });

  test("a kind that is served from now on is known after ten seconds, and to nobody's harm before", async () => {
    const late = { group: "late.example.com", kind: "Late", plural: "lates", scope: "Namespaced" } as const;
    const of = { apiVersion: "late.example.com/v1", kind: "Late", resourceRef: { name: "x" } };
    await roleFor(subject("User", "late"), "late", ["shop", mayDelete("late.example.com", ["lates"])]);
    expect(await use(usages, of, { as: "late" })).toMatchObject({ status: 403 });
    await applyCustomResourceDefinition(server(), { ...late, versions: [{ name: "v1" }] });
    expect(await use(usages, of, { as: "tenant" })).toMatchObject({ status: 403 });
    await waitUntil("it is known", async () => (await use(usages, of, { as: "late" })).status === 201);
  }, 60_000);

  test("without an answer it is denied", async () => {
    isDown = true;
    const { status, message } = await use(usages, reference(configMaps, "one"), { as: "one" });
    expect([status, message]).toEqual([500, expect.stringContaining("authors.usages.holdfast.dev")]);
  });

  test("hostile names are shown so that they cannot mislead", async () => {
    const { message } = await use(usages, reference(configMaps, "x\u202e\n\u001b[31m"), { as: "tenant" });
    expect(message).toContain('configmaps "x\\u{202e}\\u{a}\\u{1b}[31m"');
  });

  test("a stranger who asks in the API server's place gets so many answers a second, and has the API server asked no more", async () => {
    const { port, authority } = served as Served;
    const review = (at: number) =>
      JSON.stringify(
        reviewOf({
          operation: "CREATE",
          resource: { group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" },
          namespace: "shop",
          userInfo: { username: `anybody-${at}` },
          oldObject: null,
          object: { spec: { reason: "x", of: { apiVersion: "none.io/v1", kind: `K${at}`, resourceRef: { name: "x" } } } },
        }),
      );
    discoveries = 0;
    const from = performance.now();
    const each = Array.from({ length: 1_000 }, (_, at) => at);
    const options = (at: number) => ({ path: "/usage-authors?timeout=10s", body: review(at), localAddress: "127.0.0.9" });
    const answers = await Promise.all(
      // Ten at a time: 250 connections of one address are all that there may be.
      Array.from({ length: 10 }, async (_, lane) => {
        const found: number[] = [];
        for (const at of each.filter((one) => one % 10 === lane))
          found.push((await ask({ port, authority }, options(at))).status);
        return found;
      }),
    );
    const seconds = (performance.now() - from) / 1000;
    const [asked, turnedAway] = [200, 503].map((wanted) => answers.flat().filter((status) => status === wanted).length);
    console.log(
      `1,000 reviews of one stranger in ${seconds.toFixed(1)} s: ${reviews.length} access reviews, ${discoveries} discoveries`,
    );
    expect(reviews.length).toBe(asked);
    expect(asked).toBeLessThanOrEqual(200 + 20 * seconds + 1);
    expect(turnedAway).toBe(1_000 - (asked ?? 0));
    expect(discoveries).toBeLessThanOrEqual(2 * (1 + seconds / 10));
    // Whoever comes from elsewhere is answered meanwhile.
    expect(await use(usages, reference(configMaps, "one"), { as: "one" })).toMatchObject({ status: 201 });
  }, 60_000);
});
