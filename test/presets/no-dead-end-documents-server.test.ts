import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { createNamespace } from "../guard/matrix/victims.ts";
import { targets } from "../guard/matrix/targets.ts";
import { untilCompiled } from "../language/until-compiled.ts";
import { commandIn } from "./command-in.ts";
import { type DocumentedPolicy, documentedPolicies } from "./documented-policies.ts";
import { enforceText } from "./presets-in-force.ts";

/** One of these is denied by each policy of its resource. */
interface Candidate {
  readonly resource: string;
  readonly version: string;
  readonly object: { readonly kind: string; readonly metadata?: object; readonly [field: string]: unknown };
  readonly status?: object;
  /** Who deletes it; an admin where nobody is named. */
  readonly as?: string;
}

const labels = { "example.com/keep": "true" };
const scaledUp = (kind: string): Candidate["object"] => ({ kind, ...targets.find((target) => target.kind === kind)?.fields });
const claim = { storageClassName: "none", accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "200Gi" } } };

const candidates: Readonly<Record<string, Candidate>> = {
  "/configmaps": { resource: "configmaps", version: "v1", object: { kind: "ConfigMap", metadata: { labels } } },
  "/persistentvolumeclaims": {
    resource: "persistentvolumeclaims",
    version: "v1",
    object: { kind: "PersistentVolumeClaim", metadata: { labels }, spec: claim },
    status: { phase: "Bound" },
  },
  "/secrets": { resource: "secrets", version: "v1", object: { kind: "Secret" } },
  "postgresql.cnpg.io/clusters": { resource: "clusters", version: "v1", object: { kind: "Cluster" } },
  "apps/deployments": { resource: "deployments", version: "v1", object: scaledUp("Deployment") },
  "apps/statefulsets": { resource: "statefulsets", version: "v1", object: scaledUp("StatefulSet") },
  "db.example.com/databases": { resource: "databases", version: "v1", object: { kind: "Database", spec: { replicas: 2 } } },
};

/** Denied to this account alone. */
const deleters: Readonly<Record<string, string>> = { "docs/operate/verify.md": "system:serviceaccount:holdfast:verify" };

/** What its policies keep besides. */
const marks: Readonly<Record<string, object>> = { "docs/operate/scan.md": { "example.com/keep": "yes" } };

const policies = documentedPolicies();

const pageOf = ({ place }: DocumentedPolicy): string => place.replace(/:.*/, "");

describeWithServer("no dead end: the examples of README and docs", {}, (server) => {
  beforeAll(async () => {
    const namespaced = { scope: "Namespaced", versions: [{ name: "v1" }] } as const;
    const database = { group: "db.example.com", kind: "Database", plural: "databases" };
    const cluster = { group: "postgresql.cnpg.io", kind: "Cluster", plural: "clusters" };
    for (const one of [database, cluster]) await applyCustomResourceDefinition(server(), { ...one, ...namespaced });
  });

  test("some pages have such policies", () => {
    const pages = [
      "README.md",
      "docs/rules/language.md",
      "docs/rules/guards.md",
      "docs/rules/guards-reference.md",
      "docs/rules/overrides.md",
      "docs/rules/rollout.md",
      "docs/operate/scan.md",
      "docs/rules/types.md",
      "docs/operate/verify.md",
    ];
    expect(new Set(policies.map(pageOf))).toEqual(new Set(pages));
  });

  describe.each(inTurns().map((together, at) => ({ at, together })))("turn $at", ({ together }) => {
    const yaml = together.map((policy) => policy.yaml).join("\n---\n");
    beforeAll(() => enforceText(server(), yaml));
    afterAll(async () => {
      expect(await server().kubectl(["delete", "-f", "-"], { input: yaml })).toMatchObject({ code: 0 });
      await untilCompiled(server(), "taken-away");
    });

    test.each(together)("$place: after the command of the denial of $name each object can be deleted", async (policy) => {
      const namespace = policy.name;
      await createNamespace(server(), namespace, { "example.com/stage": "production" });
      for (const candidate of candidatesOf(policy)) {
        const path = await store(server(), namespace, candidate);
        const as = deleters[pageOf(policy)];
        const remove = () =>
          server().request({ method: "DELETE", path, ...(as !== undefined && { as, groups: ["system:masters"] }) });
        const { status, body } = await remove();
        expect([status, body["message"]]).toEqual([expect.not.toBeOneOf([200]), expect.stringContaining(`'${policy.name}'`)]);
        expect(await server().kubectl(commandIn(String(body["message"])))).toMatchObject({ code: 0 });
        expect((await remove()).status).toBe(200);
      }
    });
  });
});

/** Of those in force together no two match the same resource: the API server names one of the policies that deny. */
function inTurns(): readonly (readonly DocumentedPolicy[])[] {
  const turns: DocumentedPolicy[][] = [];
  for (const policy of policies) {
    const own = new Set(resourcesOf(policy));
    const free = turns.find((turn) => !turn.some((other) => resourcesOf(other).some((one) => own.has(one))));
    if (free === undefined) turns.push([policy]);
    else free.push(policy);
  }
  return turns;
}

const resourcesOf = ({ match }: DocumentedPolicy): readonly string[] =>
  match.map(({ group, resource }) => `${group}/${resource}`);

/** Namespaces themselves are no examples, nor definitions: they hold the others. */
function candidatesOf(policy: DocumentedPolicy): readonly (Candidate & { readonly group: string })[] {
  return policy.match.flatMap(({ group, resource }) => {
    if (["namespaces", "customresourcedefinitions"].includes(resource)) return [];
    const found = candidates[`${group}/${resource}`];
    if (found === undefined) throw new Error(`${policy.place}: no object of ${group}/${resource} is known that it denies`);
    const metadata = { ...found.object.metadata, labels: { ...labels, ...marks[pageOf(policy)] } };
    return [{ ...found, group, object: { ...found.object, metadata } }];
  });
}

async function store(
  server: ControlPlane,
  namespace: string,
  { group, version, resource, object: { metadata, ...object }, status }: Candidate & { readonly group: string },
): Promise<string> {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const collection = `/${group === "" ? "api" : "apis"}/${apiVersion}/namespaces/${namespace}/${resource}`;
  const body = { apiVersion, ...object, metadata: { ...metadata, name: "main" } };
  const path = `${collection}/main`;
  await created(server, collection, body);
  if (status === undefined) return path;
  const changed = await server.request(mergePatch(`${path}/status`, { status }));
  if (changed.status !== 200) throw new Error(changed.text);
  return path;
}
