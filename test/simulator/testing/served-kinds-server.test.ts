import { expect, test } from "vitest";
import { builtInGroups } from "../../../compiler/ir/built-in-groups.ts";
import { onlyVersion, servedKinds, servedResources, servedSubresources } from "../../../compiler/language/served/served-kinds.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { newestVersion } from "../../control-plane/kubernetes-versions.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** `apps Deployment` to `deployments namespaced`, for everything of stable versions that a server can store. */
async function served(server: ControlPlane): Promise<ReadonlyMap<string, string>> {
  const stored = (await discovered(server)).filter(({ name, verbs }) => !name.includes("/") && verbs.includes("delete"));
  return new Map(
    stored.map(({ group, name, kind, namespaced }) => [`${group} ${kind}`, `${name} ${namespaced ? "namespaced" : "cluster"}`]),
  );
}

/** `apps deployments/scale`, of stable versions. */
async function servedParts(server: ControlPlane): Promise<readonly string[]> {
  const parts = (await discovered(server)).filter(({ name }) => name.includes("/"));
  return [...new Set(parts.map(({ group, name }) => `${group} ${name}`))].toSorted();
}

/** `deployments.apps` to the versions in which a server has it, betas included. */
async function servedVersions(server: ControlPlane): Promise<ReadonlyMap<string, readonly string[]>> {
  const { body } = await server.request({ method: "GET", path: "/apis" });
  const groups = body["groups"] as readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
  }[];
  const own = groups.filter(({ name }) => (builtInGroups as readonly string[]).includes(name));
  const places = own.flatMap(({ name, versions }) =>
    versions.map(({ version }) => [name, version, `/apis/${name}/${version}`] as const),
  );
  const found = new Map<string, readonly string[]>();
  for (const [group, version, path] of [["", "v1", "/api/v1"] as const, ...places]) {
    const listed = (await server.request({ method: "GET", path })).body["resources"] as readonly Resource[];
    for (const { name } of listed) found.set(`${name}.${group}`, [...(found.get(`${name}.${group}`) ?? []), version]);
  }
  return found;
}

async function discovered(server: ControlPlane): Promise<readonly (Resource & { readonly group: string })[]> {
  const list = async (group: string, path: string): Promise<readonly (Resource & { readonly group: string })[]> => {
    const { body } = await server.request({ method: "GET", path });
    return (body["resources"] as readonly Resource[]).map((one) => ({ ...one, group }));
  };
  const { body } = await server.request({ method: "GET", path: "/apis" });
  const groups = body["groups"] as readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
  }[];
  const stable = groups.flatMap(({ name, versions }) =>
    versions.filter(({ version }) => /^v\d+$/.test(version)).map(({ version }) => [name, `/apis/${name}/${version}`] as const),
  );
  return (await Promise.all([list("", "/api/v1"), ...stable.map(([name, path]) => list(name, path))])).flat();
}

/**
 * Kinds of which the newest server is the first to have a stable version; a test of a policy can name the plural
 * itself.
 */
const tooNew: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io MutatingAdmissionPolicy",
  "admissionregistration.k8s.io MutatingAdmissionPolicyBinding",
  "certificates.k8s.io ClusterTrustBundle",
  "certificates.k8s.io PodCertificateRequest",
  "resource.k8s.io DeviceTaintRule",
  "storagemigration.k8s.io StorageVersionMigration",
]);

const table: ReadonlyMap<string, string> = new Map(
  servedKinds.map((kind) => [`${kind.group} ${kind.kind}`, `${kind.resource} ${kind.isNamespaced ? "namespaced" : "cluster"}`]),
);

describeWithServer("the table of kinds", {}, (server) => {
  test("says of everything that a real API server stores what the server says itself", async () => {
    const found = await served(server());
    const known = [...found].filter(([kind]) => !tooNew.has(kind));
    expect(known.length).toBeGreaterThan(40);
    expect(known.map(([kind]) => [kind, table.get(kind)])).toEqual(known);
  });

  test("knows every subresource that a real API server serves, and none beside them of stable kinds", async () => {
    const found = await servedParts(server());
    expect(found.length).toBeGreaterThan(40);
    const known = builtInGroups.flatMap((group) =>
      servedResources(group).flatMap((resource) =>
        servedSubresources(group, resource).map((part) => `${group} ${resource}/${part}`),
      ),
    );
    expect(found.filter((part) => !known.includes(part))).toEqual([]);
    if (!server().gitVersion.startsWith(`v${newestVersion}.`)) return;
    const stable = servedKinds.map(({ group, resource }) => `${group} ${resource}/`);
    const isOfStable = (part: string): boolean => stable.some((prefix) => part.startsWith(prefix));
    expect(known.filter((part) => isOfStable(part) && !found.includes(part))).toEqual([]);
  });

  test("knows of which kinds a real API server serves no other version", async () => {
    const versions = await servedVersions(server());
    const said = servedKinds.flatMap(({ group, resource }) => {
      const only = onlyVersion(group, resource);
      return only === undefined ? [] : [[`${resource}.${group}`, [only]] as const];
    });
    expect(said.length).toBeGreaterThan(35);
    expect(said.map(([name]) => [name, versions.get(name)])).toEqual(said);
  });

  test("holds nothing that the newest server does not have", async () => {
    if (!server().gitVersion.startsWith(`v${newestVersion}.`)) return;
    const found = await served(server());
    expect([...table.keys()].filter((kind) => !found.has(kind))).toEqual([]);
  });
});
