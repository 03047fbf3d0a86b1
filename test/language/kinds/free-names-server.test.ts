import { beforeAll, expect, test } from "vitest";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

interface Served extends Resource {
  readonly groupVersion: string;
}

/** compiler/lower/text/free-text.ts rests on these. */
describeWithServer("which text a real API server limits", {}, (server) => {
  let served: readonly Served[] = [];
  beforeAll(async () => {
    served = await discover(server());
  });

  test("names are DNS names, but for these", async () => {
    const created = served.filter(({ name, verbs }) => verbs.includes("create") && !name.includes("/"));
    const free = await filterAsync(created, async (resource) => !(await rejectsName(server(), resource)));
    expect(free.map(({ groupVersion, name }) => `${groupVersion} ${name}`)).toEqual([
      "v1 bindings",
      "v1 events",
      "authentication.k8s.io/v1 selfsubjectreviews",
      "authentication.k8s.io/v1 tokenreviews",
      "authorization.k8s.io/v1 selfsubjectrulesreviews",
      "certificates.k8s.io/v1 certificatesigningrequests",
      "policy/v1 poddisruptionbudgets",
      "rbac.authorization.k8s.io/v1 clusterrolebindings",
      "rbac.authorization.k8s.io/v1 clusterroles",
      "rbac.authorization.k8s.io/v1 rolebindings",
      "rbac.authorization.k8s.io/v1 roles",
    ]);
  });

  test("subresources are created of these, proxies and streams aside", () => {
    const created = served.filter(({ name, verbs }) => name.includes("/") && verbs.includes("create") && !verbs.includes("get"));
    expect(created.map(({ name }) => name)).toEqual(["pods/binding", "pods/eviction", "serviceaccounts/token"]);
  });

  test("keys of annotations may hold a Kelvin sign, those of labels and finalizers may not", async () => {
    const mark = "example.com/\u212aeep";
    const metadata = (more: object): object => ({ metadata: { name: "marks", ...more } });
    const create = async (body: object): Promise<number> =>
      (await server().request({ method: "POST", path: "/api/v1/namespaces/default/configmaps?dryRun=All", body })).status;
    expect(await create(metadata({ annotations: { [mark]: "x" } }))).toBe(201);
    expect(await create(metadata({ labels: { [mark]: "x" } }))).toBe(422);
    expect(await create(metadata({ labels: { keep: mark } }))).toBe(422);
    expect(await create(metadata({ finalizers: [mark] }))).toBe(422);
  });

  test("kinds of custom resources may hold one, too", async () => {
    const kind = "\u212aind";
    const body = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "kinds.free.example.com" },
      spec: {
        group: "free.example.com",
        scope: "Namespaced",
        names: { kind, plural: "kinds" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    };
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All";
    expect((await server().request({ method: "POST", path, body })).status).toBe(201);
  });
});

async function discover(server: ControlPlane): Promise<readonly Served[]> {
  const { body } = await server.request({ method: "GET", path: "/apis" });
  const groups = body["groups"] as readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
  const all = ["v1", ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))];
  const lists = all.map(async (groupVersion) => {
    const answer = await server.request({ method: "GET", path: pathOf(groupVersion) });
    return (answer.body["resources"] as readonly Resource[]).map((resource) => ({ ...resource, groupVersion }));
  });
  return (await Promise.all(lists)).flat();
}

function pathOf(groupVersion: string): string {
  return groupVersion === "v1" ? "/api/v1" : `/apis/${groupVersion}`;
}

/** Whether the name is among what the API server says is wrong. */
async function rejectsName(server: ControlPlane, { groupVersion, name, kind, namespaced }: Served): Promise<boolean> {
  const path = `${pathOf(groupVersion)}/${namespaced ? "namespaces/default/" : ""}${name}?dryRun=All`;
  const body = { apiVersion: groupVersion, kind, metadata: { name: "\u0130 \u00e9\n" } };
  const answer = await server.request({ method: "POST", path, body });
  const details = answer.body["details"] as { readonly causes?: readonly { readonly field: string }[] } | undefined;
  // A Pod is rejected for its ServiceAccount first.
  if (name === "pods") return true;
  return (details?.causes ?? []).some(({ field }) => field === "metadata.name" || field === "metadata" || field === "name");
}

async function filterAsync<T>(items: readonly T[], keep: (item: T) => Promise<boolean>): Promise<readonly T[]> {
  const kept = await Promise.all(items.map(keep));
  return items.filter((_, at) => kept[at]);
}
