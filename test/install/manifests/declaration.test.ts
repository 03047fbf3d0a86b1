import { describe, expect, test } from "vitest";
import { compileFiles } from "../../fixtures/compile-files.ts";
import {
  type Written,
  asksPods,
  at,
  fallbackText,
  find,
  image,
  objectsOf,
  policyText,
  writtenBy,
  recordKeeper,
} from "./compile-fallback.ts";

const used = { "policies/used.ts": policyText(asksPods) };

/** What is said of a declaration: `code: message`. */
function saidOf(properties: string): readonly string[] {
  const tree = { "policies/fallback.ts": fallbackText(properties), ...used };
  return compileFiles(tree, ["policies"]).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const types = '[{ group: "apps", resource: "deployments" }]';

const wrong: readonly (readonly [properties: string, said: string])[] = [
  ['namespace: "Guards"', "fallback-namespace: `Guards` cannot be the namespace of the fallback: it is no DNS label"],
  [`namespace: "${"a".repeat(64)}"`, "it is no DNS label"],
  ['namespace: "default"', "what else runs there would lose its network"],
  ['namespace: "kube-public"', "what else runs there would lose its network"],
  ["replicas: 1.5", "`replicas` cannot have this value: it takes a whole number from 1 to 100"],
  ["replicas: 101", "`replicas` cannot have this value"],
  [
    "apiServerPorts: []",
    "`apiServerPorts` cannot have this value: it takes the ports at which API servers listen, such as `[16443]`",
  ],
  [
    "apiServerPorts: [0]",
    "`apiServerPorts` cannot have this value: it takes the ports at which API servers listen, such as `[16443]`",
  ],
  ["apiServers: []", "`apiServers` cannot have this value: it is empty, and nobody could ask the webhook"],
  ['apiServers: ["10.0.0.0"]', "`apiServers` cannot have this value: it is no network"],
  ['apiServers: ["10.0.0.1/28"]', "`apiServers` cannot have this value: it is no network"],
  ['metricsFrom: { "a b": "c" }', "`metricsFrom` cannot have this value"],
  ["metricsFrom: {}", "`metricsFrom` cannot have this value"],
  [
    'certificates: { certManager: { issuer: "My CA" } }',
    "`certificates.certManager.issuer` cannot have this value: it is no name of an object",
  ],
  [
    'certificates: { provided: { secret: "tls", caBundle: "-----BEGIN CERTIFICATE-----" } }',
    "`certificates.provided.caBundle` cannot have this value: it is not PEM in base64",
  ],
  ["usages: { of: [] }", "`usages.of` cannot have this value: it is empty"],
  ['usages: { of: [{ group: "apps", resource: "deployments/scale" }] }', "fallback-resource"],
  [`criticalServices: { providers: ${types}, criteria: [{ group: "My.Group", resource: "things" }] }`, "fallback-resource"],
  [`criticalServices: { providers: ${types}, criteria: [] }`, "`criticalServices.criteria` cannot have this value: it is empty"],
  ['clients: { configMap: "clients", names: [] }', "`clients.names` cannot have this value: it is empty"],
  ['clients: { configMap: "clients", names: ["a,b"] }', "it is no common name"],
  ['clients: { configMap: "Clients", names: ["kube-apiserver"] }', "`clients.configMap` cannot have this value"],
  ['usages: { of: [{ group: "*", resource: "databases" }] }', "fallback-resource"],
  [`criticalServices: { providers: [{ group: "apps", resource: "*" }], criteria: ${types} }`, "fallback-resource"],
  ['usages: { of: [{ group: "apps", resource: "deployment" }] }', "match-not-served: no API server serves `deployment`"],
  ['usages: { of: [{ group: "app", resource: "deployments" }] }', "match-not-served: no API server serves `deployments`"],
  [`usages: { of: ${types}, by: [{ group: "", resource: "deployments" }] }`, "match-not-served"],
  [`criticalServices: { providers: [{ group: "apps", resource: "deploy" }], criteria: ${types} }`, "match-not-served"],
  [`criticalServices: { providers: ${types}, criteria: [{ group: "v1", resource: "pods" }] }`, "match-not-served"],
  [
    `appcat: { composites: [{ group: "example.com", resource: "xdbs" }], objects: [{ group: "", resource: "pvc" }] }`,
    "match-not-served",
  ],
  ['namespaceContents: { groups: ["databases"] }', "match-not-served: no API server serves `*` in the group `databases`"],
  ["foregroundClaims: []", "`foregroundClaims` cannot have this value: it is empty"],
  [
    'foregroundClaims: [{ claim: { group: "*", resource: "claims" }, composite: { group: "x.io", resource: "xclaims" } }]',
    "fallback-resource",
  ],
  ['namespaceContents: { groups: ["*.services.k8s.aws"] }', "`namespaceContents.groups` cannot have this value"],
  [
    `usages: { of: ${types} }`,
    "unkept-mark: `usages.of` names `deployments.apps`, but no rule with the operation `delete` on them queries `usages`",
  ],
  [
    `criticalServices: { providers: ${types}, criteria: ${types} }`,
    "unkept-mark: `criticalServices.providers` names `deployments.apps`, but no rule with the operation `update` on `deployments/*` queries `criticalservices`",
  ],
  ["unprotected: { of: [] }", "`unprotected.of` cannot have this value: it is empty"],
  ['unprotected: { of: [{ group: "apps", resource: "*" }] }', "fallback-resource"],
  ['unprotected: { of: [{ group: "apps", resource: "deployment" }] }', "match-not-served"],
  [
    `unprotected: { of: ${types}, restores: { labels: { "a b": "true" } } }`,
    "`unprotected.restores.labels` cannot have this value: it takes keys and values as labels have them",
  ],
  [
    `unprotected: { of: ${types}, restores: { annotations: { keep: "a,labels/b=c" } } }`,
    "`unprotected.restores.annotations` cannot have this value: it takes keys and values as labels have them",
  ],
  [
    `unprotected: { of: ${types}, restores: { annotations: { "holdfast.dev/unprotected": "true" } } }`,
    "`unprotected.restores.annotations` cannot have this value",
  ],
  ...["in-use", "critical", "release", "confirm-delete", "unprotected", "whatever-comes"].flatMap((name) =>
    ownMark(`holdfast.dev/${name}`),
  ),
  ...["usage.holdfast.dev/0123", "critical.holdfast.dev/0123", "claims.holdfast.dev/foreground"].flatMap(ownMark),
  [`unprotected: { of: ${types}, removes: { labels: ["-"] } }`, "`unprotected.removes.labels` cannot have this value"],
  [
    `unprotected: { of: ${types}, restores: { labels: { keep: "yes" } }, removes: { labels: ["keep"] } }`,
    "`unprotected.removes` cannot have this value: `keep` is restored, too: either protects by being there or opens",
  ],
  ["appcat: { composites: [] }", "`appcat.composites` cannot have this value: it is empty"],
  ['usages: { of: "everything" }', "type-error"],
  ["replicas: 2, retries: 3", "type-error"],
];

/** Whoever may update an object would have the controller write it, or take it off. */
function ownMark(key: string): readonly [string, string][] {
  return ["labels", "annotations"].flatMap((field): [string, string][] => [
    [
      `unprotected: { of: ${types}, restores: { ${field}: { "${key}": "true" } } }`,
      `\`unprotected.restores.${field}\` cannot have this value: \`${key}\` is Holdfast's own`,
    ],
    [
      `unprotected: { of: ${types}, removes: { ${field}: ["${key}"] } }`,
      `\`unprotected.removes.${field}\` cannot have this value: \`${key}\` is Holdfast's own`,
    ],
  ]);
}

test("marks of others are theirs, whatever they are called", () => {
  const keys = ["notholdfast.dev/keep", "holdfast.dev.example.com/keep", "example.com/holdfast.dev", "holdfast.dev"];
  const labels = keys.map((key) => `"${key}": "true"`).join(", ");
  expect(saidOf(`unprotected: { of: ${types}, restores: { labels: { ${labels} } } }`)).toEqual([]);
});

test.each(wrong)("%s", (properties, said) => {
  expect(saidOf(properties)).toEqual([expect.stringContaining(said)]);
});

/** Rules of Usages and CriticalServices on what `resource` says, with these guards. */
const keeping = (resource: string, guards: string): string => `import { deletionPolicy, resource } from "holdfast";
const usages = resource({ group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" });
const services = resource({ group: "protection.holdfast.dev", version: "v1alpha1", resource: "criticalservices" });
const isMarked = (object: { metadata: { labels?: Record<string, string> } }) => object.metadata.labels?.marked === "true";
export default deletionPolicy({
  name: "keeping",
  match: [${resource}],
  guards: { release: ${guards} },
  overrides: { none: "the rule alone is asked" },
  rules: {
    used: { denyWhen: ({ oldObject, cluster }) => isMarked(oldObject) && cluster.exists(usages), message: "it is used" },
    keepMark: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) =>
        isMarked(oldObject) && !isMarked(object) && (cluster.exists(usages) || cluster.exists(services)),
      message: "it is used or critical",
    },
    asked: {
      operation: "update",
      denyWhen: ({ object, authorizer }) =>
        object.metadata.annotations?.["holdfast.dev/delete-when-unused"] !== undefined &&
        !authorizer.requestResource.check("delete").allowed(),
      message: "only who may delete it may ask",
    },
  },
});
`;

const deployments = (subresource = ""): string => `{ group: "apps", resource: "deployments${subresource}" }`;
const namespaces = (subresource = ""): string => `{ group: "", resource: "namespaces${subresource}" }`;
const ofUsages = `usages: { of: ${types} }`;
const ofReplay = `usages: { of: ${types}, replay: true }`;
const ofServices = `criticalServices: { providers: ${types}, criteria: ${types} }`;
const byRule = '{ keptBy: "keepMark" }';
const byNobody = '{ off: "another policy keeps the mark" }';
const whole = "no rule with the operation `update` on `deployments/*` queries";

/** Labels and annotations can be changed through subresources, too. */
test.each([
  [ofUsages, deployments(), byRule, ["kept-on-the-object-alone: rule `keepMark` protects the marks"]],
  [ofUsages, deployments("/status"), byRule, ["kept-on-the-object-alone"]],
  [ofUsages, `${deployments()}, ${deployments("/status")}`, byRule, ["kept-on-the-object-alone"]],
  [ofUsages, deployments("/*"), byRule, []],
  [ofUsages, '{ group: "apps", resource: "*/*" }', byRule, []],
  [ofUsages, deployments(), byNobody, [whole]],
  [ofUsages, deployments("/*"), byNobody, []],
  [ofUsages, deployments(), '"strict"', []],
  [ofUsages, deployments(), '"clear-mark"', [whole]],
  [ofReplay, deployments(), '"strict"', ["unguarded-replay: `usages.replay` lets the controller delete"]],
  [ofReplay, deployments("/*"), '"strict"', []],
  [ofServices, `${deployments()}, ${namespaces("/*")}`, byNobody, [whole]],
  [
    ofServices,
    `${deployments("/*")}, ${namespaces()}`,
    byNobody,
    ["no rule with the operation `update` on `namespaces/*` queries"],
  ],
  [ofServices, deployments("/*"), byNobody, ["`criticalServices.providers` names `namespaces`"]],
  [ofServices, `${deployments("/*")}, ${namespaces("/*")}`, byNobody, []],
] as const)("%s with rules on %s, release: %s", (properties, resource, guards, said) => {
  const tree = {
    "policies/fallback.ts": fallbackText(properties),
    "policies/keeping.ts": keeping(resource, guards),
    "policies/records.ts": recordKeeper,
  };
  const { diagnostics } = compileFiles(tree, ["policies"]);
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual(
    said.map((text) => expect.stringContaining(text) as string),
  );
});

const badImages = [
  "",
  "holdfast ",
  "Holdfast",
  "a/b@sha256:abc",
  `a@sha512:${"0".repeat(64)}`,
  "http://a/b",
  "a:b:c",
  "a//b",
  "-a",
];

test.each(badImages)("the image %j is none", (name) => {
  const { diagnostics } = compileFiles({ "fallback.ts": fallbackText().replace(image, name) });
  expect(diagnostics.map(({ code }) => code)).toEqual(["fallback-image"]);
});

const goodImages = ["holdfast", "a/b:v1.2.3-rc.1_x", `localhost:5000/a/b:v1@sha256:${"0".repeat(64)}`, "a.example.com/b__c/d-e"];

test.each(goodImages)("the image %j is one", (name) => {
  expect(compileFiles({ "fallback.ts": fallbackText().replace(image, name) }).diagnostics).toEqual([]);
});

describe("a declaration is constants, wherever they stand", () => {
  test("in other modules, by spreads and templates", () => {
    const compilation = compileFiles(
      {
        "policies/registry.ts": `export const digest = "sha256:${"ab".repeat(32)}"; export const limits = { replicas: 4 } as const;`,
        "policies/fallback.ts": `import { fallback } from "holdfast";
import { digest, limits } from "./registry.ts";
export default fallback({ image: \`registry.example.com/holdfast@\${digest}\`, ...limits });
`,
        ...used,
      },
      ["policies"],
    );
    const objects = writtenBy(compilation).map(({ object }) => object);
    const deployment = find(objects, "Deployment", "holdfast-webhook");
    expect(at(deployment, "spec.replicas")).toBe(4);
    expect(at(deployment, "spec.template.spec.containers.0.image")).toBe(
      `registry.example.com/holdfast@sha256:${"ab".repeat(32)}`,
    );
  });

  test("and nothing of it is ever run", () => {
    const { diagnostics } = compileFiles({
      "fallback.ts": fallbackText().replace(`"${image}"`, "String(Math.random())"),
      "used.ts": policyText(asksPods),
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["not-in-a-rule"]);
  });
});

test("everything has its default, and a namespace of one's own is used throughout", () => {
  const objects = objectsOf('namespace: "guards"', used);
  const placed = objects.flatMap(({ metadata }) => metadata?.namespace ?? []);
  expect([...new Set(placed)]).toEqual(["guards"]);
  expect(JSON.stringify(objects)).not.toContain("holdfast-system");
  expect(find(objects, "Deployment", "holdfast-webhook")).toMatchObject({ spec: { replicas: 3 } });
  const configuration: Written = find(objects, "ValidatingWebhookConfiguration", "holdfast");
  expect(at(configuration, "webhooks.0.clientConfig.service")).toEqual({
    namespace: "guards",
    name: "holdfast-webhook",
    path: "/rules/used/used/deny",
    port: 443,
  });
});

test("no rule that asks is compiled without a fallback, and a mistake in that one is what is spoken of", () => {
  const codes = (tree: Parameters<typeof compileFiles>[0]): readonly string[] =>
    compileFiles(tree).diagnostics.map(({ code }) => code);
  expect(codes({ "used.ts": policyText(asksPods) })).toEqual(["no-fallback"]);
  expect(codes({ "used.ts": policyText(asksPods), "fallback.ts": fallbackText("replicas: 0") })).toEqual(["fallback-value"]);
});

/** Whoever may write such a note has the controller delete the Usage. */
test.each([
  ["nobody keeps it", undefined],
  ["a rule asks about the object alone, not through its subresources", recordKeeper.replace('"*/*"', '"*"')],
  ["a rule asks about Usages of another group", recordKeeper.replace('"protection.holdfast.dev", ', "")],
  [
    "a rule about it asks nobody's rights",
    recordKeeper
      .replace("&& !authorizer", "|| authorizer")
      .replace(/\|\| authorizer.*,/, ",")
      .replace("({ object, authorizer })", "({ object })"),
  ],
  ["a rule about it is one of creates", recordKeeper.replace('operation: "update"', 'operation: "create"')],
])("the note of who uses on a Usage, where %s", (_, keeper) => {
  const tree = {
    "policies/fallback.ts": fallbackText(ofUsages),
    "policies/keeping.ts": keeping(deployments("/*"), byRule),
    ...(keeper !== undefined && { "policies/records.ts": keeper }),
  };
  const { diagnostics } = compileFiles(tree, ["policies"]);
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    expect.stringContaining(
      "unguarded-records: `usages` lets the controller delete a Usage whose user no longer exists, but no rule about",
    ),
  ]);
});
