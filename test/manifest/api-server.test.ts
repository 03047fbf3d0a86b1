import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { MatchEntry } from "../../compiler/api/coverage.ts";
import { literal } from "../../compiler/ir/expression.ts";
import { planFiles } from "../../compiler/manifest/build.ts";
import { readObjects } from "../../compiler/manifest/yaml.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { applyYaml, created, mergePatch } from "../control-plane/requests.ts";
import { collectionOf } from "../control-plane/collections.ts";
import { searchOf } from "../searches/search-of.ts";
import { type Request, isMeant } from "./matching-model.ts";
import { samplePolicy, sampleValidation, span, requestsFor } from "./sample-policy.ts";

/** Updates that change nothing, through every group, version and subresource that the matches below could mean. */
const objects: readonly (Request & { readonly path: string; readonly create?: Readonly<Record<string, unknown>> })[] = [
  ...["v1", "v2"].flatMap((version) => custom("s3.services.k8s.aws", "buckets", version)),
  ...custom("s3.services.k8s.aws", "buckets", "v1", "status"),
  ...custom("services.k8s.aws", "fieldexports", "v1"),
  ...custom("evilservices.k8s.aws", "buckets", "v1"),
  { group: "", resource: "namespaces", subresource: "", path: "/api/v1/namespaces/default" },
  { group: "", resource: "namespaces", subresource: "status", path: "/api/v1/namespaces/default/status" },
  { group: "", resource: "configmaps", subresource: "", path: "/api/v1/namespaces/default/configmaps/x", create: {} },
  {
    group: "coordination.k8s.io",
    resource: "leases",
    subresource: "",
    path: "/apis/coordination.k8s.io/v1/namespaces/default/leases/x",
    create: {},
  },
  {
    group: "",
    resource: "events",
    subresource: "",
    path: "/api/v1/namespaces/default/events/x",
    create: { involvedObject: { namespace: "default" } },
  },
  { group: "events.k8s.io", resource: "events", subresource: "", path: "/apis/events.k8s.io/v1/namespaces/default/events/x" },
];

function custom(group: string, resource: string, version: string, subresource = "") {
  const path = `/apis/${group}/${version}/namespaces/default/${resource}/x`;
  const isFirst = version === "v1" && subresource === "";
  return [
    { group, resource, subresource, path: subresource === "" ? path : `${path}/${subresource}`, ...(isFirst && { create: {} }) },
  ];
}

const kinds = {
  buckets: "Bucket",
  fieldexports: "FieldExport",
  configmaps: "ConfigMap",
  leases: "Lease",
  events: "Event",
} as const;

const entry = (group: string, resource: string, version?: string): MatchEntry => ({ group, resource, version });

const groups = [
  "*.services.k8s.aws",
  "*.k8s.aws",
  "*.k8s.io",
  "*",
  "",
  "services.k8s.aws",
  "s3.services.k8s.aws",
  "events.k8s.io",
];
const resources = ["*", "*/*", "*/status", "buckets", "buckets/status", "buckets/*", "events", "namespaces", "namespaces/status"];
const { seed, size } = searchOf("match-server");

const anyEntry = fc.record({
  group: fc.constantFrom(...groups),
  resource: fc.constantFrom(...resources),
  version: fc.constant(undefined),
});

const matches: readonly (readonly MatchEntry[])[] = [
  [entry("*.services.k8s.aws", "*")],
  [entry("*.services.k8s.aws", "*"), entry("services.k8s.aws", "*")],
  [entry("*.services.k8s.aws", "*"), entry("", "namespaces")],
  [entry("*.services.k8s.aws", "buckets", "v1"), entry("", "namespaces/status")],
  [entry("*.k8s.aws", "buckets/status"), entry("", "events")],
  [entry("", "events"), entry("", "namespaces/*")],
  ...fc.sample(fc.array(anyEntry, { minLength: 1, maxLength: 4 }), { seed, numRuns: size }),
];

const policies = matches.map((match, at) => policyFor(`match-${at}`, match));
const canary = policyFor("canary", [entry("", "configmaps")]);

/** Warns of every update that it matches. */
function policyFor(name: string, match: readonly MatchEntry[]) {
  const validations = [{ ...sampleValidation, expression: literal(false, span), message: literal("matched", span) }];
  return samplePolicy({ name, requests: requestsFor(match, ["update"]), action: "warn", validations });
}

function manifests(some: typeof policies): string {
  return (
    planFiles([{ file: "policies/x.ts", stem: "x", policies: some }], {
      command: "npx holdfast compile policies",
      lineOf: () => 1,
    })[0]?.text ?? ""
  );
}

/** The policies that matched an update of the object: a dry run under Warn bindings names them all in one answer. */
async function matchedBy({ request }: ControlPlane, path: string): Promise<readonly string[]> {
  const { status, text, warnings } = await request(mergePatch(`${path}?dryRun=All`, {}));
  if (status !== 200) throw new Error(text);
  return warnings.flatMap((warning) => /Policy '([\w-]+)'/.exec(warning)?.slice(1) ?? []);
}

async function createObjects(server: ControlPlane): Promise<void> {
  const version = { name: "v1", statusSubresource: true };
  const scope = "Namespaced";
  await applyCustomResourceDefinition(server, {
    group: "s3.services.k8s.aws",
    kind: "Bucket",
    plural: "buckets",
    scope,
    versions: [version, { ...version, name: "v2" }],
  });
  await applyCustomResourceDefinition(server, {
    group: "evilservices.k8s.aws",
    kind: "Bucket",
    plural: "buckets",
    scope,
    versions: [version],
  });
  await applyCustomResourceDefinition(server, {
    group: "services.k8s.aws",
    kind: "FieldExport",
    plural: "fieldexports",
    scope,
    versions: [version],
  });
  for (const { path, group, resource, create } of objects) {
    if (create === undefined) continue;
    const body = {
      apiVersion: group === "" ? "v1" : `${group}/v1`,
      kind: kinds[resource as keyof typeof kinds],
      metadata: { name: "x" },
      ...create,
    };
    await created(server, path.slice(0, -"/x".length), body);
  }
}

describeWithServer("a real API server", {}, (server) => {
  beforeAll(async () => {
    await createObjects(server());
    await applyYaml(server(), manifests(policies));
    // Informers keep order: where the last policy is in force, the ones before it are.
    await applyYaml(server(), manifests([canary]));
    await waitUntil("the policies are in force", async () => {
      return (await matchedBy(server(), "/api/v1/namespaces/default/configmaps/x")).includes("canary");
    });
  });

  it.each(objects)(
    `$path is matched by those matches that mean it, and no other (seed ${seed})`,
    async ({ path, ...request }) => {
      const expected = policies.filter((_, at) => isMeant(request, matches[at] ?? [])).map((policy) => policy.name);
      const found = await matchedBy(server(), path);
      expect(found.filter((name) => name !== "canary").toSorted()).toEqual(expected.toSorted());
    },
  );

  it("gives back every object as it stands in the file, less status and what only the server knows", async () => {
    const documents = readObjects(manifests(policies), "1.2") as readonly { kind: string; metadata: { name: string } }[];
    for (const document of documents) {
      const path = `${collectionOf(document)}/${document.metadata.name}`;
      const { body } = await server().request({ method: "GET", path });
      const { status: _, metadata, ...rest } = body as { status?: unknown; metadata: Record<string, unknown> };
      const { name, labels, annotations } = metadata;
      expect({ ...rest, metadata: { name, labels, annotations } }).toEqual(document);
    }
  });
});
