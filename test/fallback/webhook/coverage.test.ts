import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServedWebhook } from "../../../compiler/install/plan-fallback.ts";
import type { ResourceRule, ValidatingWebhook } from "../../../compiler/manifest/kubernetes-objects.ts";
import { type ApiServer, ApiUnreachable } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { readWebhookFlags } from "../../../runtime-fallback/processes/webhook-flags.ts";
import { readinessOfRoutes } from "../../../runtime-fallback/processes/webhook-readiness.ts";
import { webhookRoutes } from "../../../runtime-fallback/processes/webhook-routes.ts";
import { importRules } from "../../../runtime-fallback/webhook/rules/rules-module.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { root } from "../../house/source-files.ts";
import { everyFeature, fallbackText, keepers } from "../../install/manifests/compile-fallback.ts";
import { ask, reviewOf } from "./ask.ts";
import { type Served, serve } from "./serve.ts";

const shipped = Object.fromEntries(
  ["usages.ts", "usage-kinds.ts", "used-objects.ts", "critical-services.ts"].map((name) => [
    `policies/${name}`,
    readFileSync(join(root, "policies/fallback", name), "utf8"),
  ]),
);

/** One that pins a version, one with a subresource, and one whose objects are looked for in their Namespace. */
const further = {
  "policies/further.ts": `import { deletionPolicy, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
const isKept = (object: { metadata: { labels?: Record<string, string> } }) => object.metadata.labels?.kept === "true";
export default [
  deletionPolicy({
    name: "pinned",
    match: [{ group: "batch", version: "v1", resource: "jobs" }],
    rules: { pinned: { denyWhen: ({ oldObject, cluster }) => isKept(oldObject) && cluster.exists(pods), message: "kept" } },
  }),
  deletionPolicy({
    name: "patterned",
    match: [{ group: "*.services.k8s.aws", resource: "*" }],
    rules: { patterned: { denyWhen: ({ oldObject }) => isKept(oldObject), message: "kept" } },
  }),
];
`,
};

const features = `${everyFeature}
  namespaceContents: { groups: ["s3.services.k8s.aws"] },`;

/** Whoever covers a request asks it about something, and learns nothing. */
const unreachable: ApiServer = {
  url: "https://127.0.0.1:1",
  request: () => Promise.reject(new ApiUnreachable("down", { help: "" })),
  watch: () => {
    throw new ApiUnreachable("down", { help: "" });
  },
  close: () => Promise.resolve(),
};

function compiled(): ServedWebhook & { readonly rules: string } {
  const tree = { ...shipped, ...keepers, ...further, "policies/fallback.ts": fallbackText(features) };
  const { diagnostics, fallback } = compileFiles(tree, ["policies"]);
  if (fallback?.webhook === undefined || fallback.rules === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return { ...fallback.webhook, rules: fallback.rules };
}

const { configuration, arguments: given, rules } = compiled();

/**
 * What an API server asks about of one rule of the configuration: one request for each group, resource and operation.
 */
function requestsOf(path: string, { apiGroups, apiVersions, resources, operations }: ResourceRule): readonly object[] {
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      operations.map((operation) =>
        requestOf({ group: group === "*" ? groupOf(path) : group, version: apiVersions[0] ?? "" }, resource, operation),
      ),
    ),
  );
}

function requestOf({ group, version }: { group: string; version: string }, text: string, operation: string): object {
  const [resource = "", subResource = ""] = text.split("/");
  const served = {
    group,
    version: version === "*" ? versionOf(group) : version,
    resource: resource === "*" ? "buckets" : resource,
  };
  return requestFor(served, operation, subResource === "*" ? "status" : subResource);
}

/** One that the pattern of the policy stands for. */
const groupOf = (path: string): string => (path.includes("keepers") ? "db.example.com" : "s3.services.k8s.aws");

const versionOf = (group: string): string => {
  if (group === "protection.holdfast.dev") return "v1alpha1";
  return group.endsWith(".crossplane.io") ? "v1beta1" : "v1";
};

function requestFor(resource: { group: string; version: string; resource: string }, operation: string, subResource = ""): object {
  const kind = { group: resource.group, version: resource.version, kind: "Kind" };
  const object = {
    apiVersion: "v1",
    kind: "Kind",
    metadata: { name: "x", namespace: "demo", labels: { kept: "true", marked: "true" } },
    spec: { of: { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "y" } } },
  };
  return {
    kind,
    resource,
    requestKind: kind,
    requestResource: resource,
    operation,
    ...(subResource !== "" && { subResource }),
    object: operation === "DELETE" ? null : object,
    oldObject: operation === "CREATE" ? null : object,
  };
}

const asked = configuration.webhooks.flatMap((webhook: ValidatingWebhook) =>
  webhook.rules.flatMap((rule) =>
    requestsOf(webhook.clientConfig.service.path, rule).map((request) => ({
      path: webhook.clientConfig.service.path,
      request,
      what: textOf(request),
    })),
  ),
);
const paths = [...new Set(asked.map(({ path }) => path))];

function textOf(request: object): string {
  const { operation, resource, subResource } = request as Readonly<Record<string, unknown>>;
  const { group, version, resource: name } = resource as Readonly<Record<string, string>>;
  return `${String(operation)} ${name}${subResource === undefined ? "" : `/${String(subResource)}`}.${version}.${group}`;
}

let served: Served;

beforeAll(async () => {
  const module = await importRules(Buffer.from(rules), "the rules");
  const flags = readWebhookFlags(given);
  const readiness = readinessOfRoutes([], { silentMs: () => 0 });
  served = await serve({
    routes: webhookRoutes(flags, { module, server: unreachable, informers: [], readiness, clock: systemClock }),
  });
});

afterAll(() => served.drain());

const answer = (path: string, request: object) => ask(served, { path, body: JSON.stringify(reviewOf({ ...request })) });

test("the configuration asks something of every route", () => {
  expect(paths.length).toBeGreaterThanOrEqual(10);
  expect(paths).toEqual(expect.arrayContaining(["/usage-authors", "/critical-services", "/appcat/managed", "/appcat/unmanaged"]));
});

describe("whatever the configuration asks about, its route covers", () => {
  test.each(asked)("$path: $what", async ({ path, request }) => {
    const { status, text } = await answer(path, request);
    expect(text).not.toContain("of this replica is not about");
    expect([200, 500]).toContain(status);
  });
});

describe.each(paths)("%s decides nothing else", (path) => {
  const own = asked.filter((one) => one.path === path).map(({ request }) => request as Readonly<Record<string, unknown>>);
  const [first] = own as [Readonly<Record<string, unknown>>];
  const resource = first["resource"] as { group: string; version: string; resource: string };
  const operations = new Set(own.map(({ operation }) => String(operation)));
  const subResource = first["subResource"] === undefined ? "" : String(first["subResource"]);
  const operation = String(first["operation"]);
  const isWide = own.some((one) => one["subResource"] !== undefined);
  const isPinned = path.includes("pinned") || path === "/usage-authors";

  type Other = readonly [string, object];
  // Some policies are over every resource of their groups.
  const isOverAll = path.startsWith("/rules/keepers/");
  const all: readonly (Other | false)[] = [
    !isOverAll && ["another resource", requestFor({ ...resource, resource: "others" }, operation, subResource)],
    ["another group", requestFor({ ...resource, group: "other.dev" }, operation, subResource)],
    !isWide && ["a subresource", requestFor(resource, operation, "scale")],
    isPinned && ["another version", requestFor({ ...resource, version: "v9" }, operation)],
    ...["CREATE", "UPDATE", "DELETE"].map((one): Other | false => {
      return !operations.has(one) && [`a ${one}`, requestFor(resource, one, subResource)];
    }),
  ];
  const others = all.filter((one) => one !== false);

  test.each(others)("%s: an error that says what to do, and the log says what was asked", async (_, request) => {
    const { status, text, response } = await answer(path, request);
    expect([status, response]).toEqual([501, undefined]);
    expect(text).toContain("is not about this resource, version, subresource or operation: apply all of generated/fallback");
  });

  test.each([
    ["no object", { ...first, object: null, oldObject: null }],
    ["an operation that is none", { ...first, operation: "CONNECT" }],
    ["no resource", { ...first, resource: undefined }],
    ["a resource that is text", { ...first, resource: "configmaps" }],
    ["a list as an object", { ...first, oldObject: [], object: [] }],
  ])("%s: a bad request", async (_, request) => {
    expect(await answer(path, request)).toMatchObject({ status: 400, response: undefined });
  });
});

test("CriticalServices are read in the version of their definition alone", async () => {
  const services = { group: "protection.holdfast.dev", version: "v9", resource: "criticalservices" };
  expect(await answer("/critical-services", requestFor(services, "DELETE"))).toMatchObject({ status: 501 });
});

test("a Namespace without a name holds nothing that anybody could look at: an error", async () => {
  const path = paths.find((one) => one.startsWith("/namespaces/")) ?? "";
  const request = requestFor({ group: "", version: "v1", resource: "namespaces" }, "DELETE");
  for (const metadata of [{}, { name: "" }, { name: 5 }, { deletionTimestamp: "2026-01-01T00:00:00Z" }]) {
    const { status, response } = await answer(path, { ...request, oldObject: { metadata } });
    expect([status, response]).toEqual([500, undefined]);
  }
});

test("what was asked stands in the log, visible, and not in the answer", async () => {
  const request = requestFor({ group: "", version: "v1", resource: "configmap\u202e\n" }, "DELETE");
  const isLogged = () => served.log.some(({ request: said }) => said === "DELETE configmap\\u{202e}\\u{a}.v1");
  // One line a second, however often it happens.
  await waitUntil("it is logged", async () => {
    expect((await answer("/critical-services", request)).text).not.toContain("configmap");
    return isLogged();
  });
});
