import { beforeAll, expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { createNamespace } from "../guard/matrix/victims.ts";
import { commandIn } from "./command-in.ts";
import { type DeniedDelete, deniedDeletes, denyingPolicies } from "./denied-deletes.ts";
import { enforceFiles } from "./presets-in-force.ts";

const all = deniedDeletes();

interface Stored extends DeniedDelete {
  /** Undefined: the API server does not store it, as the case has left out what it wants. */
  readonly path: string | undefined;
}

/** Other policies may deny it, too, and each denial names a command. */
const maxCommands = 3;

describeWithServer("no dead end: shipped policies", {}, (server) => {
  const stored: Stored[] = [];

  beforeAll(async () => {
    const kinds = new Map(
      all.flatMap(({ served }) => (served.isCustom ? [[`${served.resource}.${served.group}`, served] as const] : [])),
    );
    for (const { group, kind, resource: plural, isNamespaced, version } of kinds.values()) {
      const scope = isNamespaced ? "Namespaced" : "Cluster";
      await applyCustomResourceDefinition(server(), { group, kind, plural, scope, versions: [{ name: version }] });
      await addScale(server(), `${plural}.${group}`);
    }
    for (const [at, one] of all.entries()) stored.push({ ...one, path: await store(server(), one, `dead-end-${at}`) });
    await enforceFiles(server(), [...new Set(all.map(({ stem }) => stem))]);
  });

  test.each([...denyingPolicies().keys()])("%s: after the commands of its denial the object can be deleted", async (policy) => {
    const own = stored.filter((one) => one.policies.includes(policy));
    const denied: Stored[] = [];
    for (const one of own) if (isBy(policy, one, await denialOf(server(), one))) denied.push(one);
    const [first] = denied;
    if (first === undefined) throw new Error(`no case of ${policy} can be stored and is denied`);
    const denials: string[] = [];
    for (let left = maxCommands; left > 0; left -= 1) {
      const denial = await denialOf(server(), first);
      if (denial === undefined) break;
      denials.push(denial);
      expect(await server().kubectl(commandIn(denial))).toMatchObject({ code: 0 });
    }
    expect(denials.some((denial) => denial.includes(`'${policy}'`))).toBe(true);
    expect((await server().request({ method: "DELETE", path: first.path ?? "" })).status).toBe(200);
  });

  test("the table has the policies of both folders", () => {
    expect(denyingPolicies().size).toBeGreaterThan(10);
  });
});

/** Some commands are `kubectl scale`. */
async function addScale(server: ControlPlane, name: string): Promise<void> {
  const value = { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } };
  const { status, text } = await server.request({
    method: "PATCH",
    path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`,
    contentType: "application/json-patch+json",
    body: [{ op: "add", path: "/spec/versions/0/subresources", value }],
  });
  if (status !== 200) throw new Error(text);
}

/**
 * The API server tells of one of the policies that deny; in a file with several policies the case does not say which
 * one it is about.
 */
const isBy = (policy: string, { policies }: Stored, denial: string | undefined): boolean =>
  denial !== undefined && (policies.length === 1 || denial.includes(`'${policy}'`));

/** A dry run: whoever is denied is told the same. */
async function denialOf(server: ControlPlane, { path }: Stored): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const { status, body } = await server.request({ method: "DELETE", path: `${path}?dryRun=All` });
  return status === 200 ? undefined : String(body["message"]);
}

async function store(
  server: ControlPlane,
  { object, ofNamespace, served }: DeniedDelete,
  own: string,
): Promise<string | undefined> {
  const { group, version, resource, isNamespaced } = served;
  const api = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const { namespace: _, ...metadata } = object.metadata;
  if (isNamespaced) {
    await createNamespace(server, own);
    const request = { method: "PATCH", path: `/api/v1/namespaces/${own}`, contentType: "application/merge-patch+json" } as const;
    await server.request({ ...request, body: { metadata: ofNamespace } });
  }
  const collection = isNamespaced ? `${api}/namespaces/${own}/${resource}` : `${api}/${resource}`;
  const { status } = await server.request({ method: "POST", path: collection, body: { ...object, metadata } });
  return status === 201 ? `${collection}/${metadata.name}` : undefined;
}
