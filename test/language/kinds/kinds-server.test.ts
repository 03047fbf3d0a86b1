import { beforeAll, describe, expect, test } from "vitest";
import { type BuiltInKind, builtInKinds } from "../../../compiler/language/served/built-in-kinds.ts";
import { isClusterScoped } from "../../../compiler/language/served/cluster-scoped.ts";
import type { RecordShape } from "../../../compiler/api/shape.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { isBefore } from "../../control-plane/version-differences.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";
import { compareKind } from "./compare-with-schema.ts";
import { exportedKinds } from "./kind-types.ts";
import { type Schemas, committedSchemas, groupPath, readSchemas, schemaOfKind } from "./openapi.ts";
import { sparseObject, sparseObjects } from "./sparse-objects.ts";
import { violationsOf } from "./violations.ts";

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly group?: string;
  readonly verbs: readonly string[];
}

const types = exportedKinds();

describeWithServer("the types of built-in kinds on a real API server", {}, (server) => {
  const compared: string[] = [];

  beforeAll(async () => {
    const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
    await server().request({ method: "POST", path: "/api/v1/namespaces/default/serviceaccounts", body: account });
  });

  /** An older server does not have it, and a newer one knows what has come since. */
  const isServed = ({ since }: BuiltInKind): boolean => minorOf(server().gitVersion) >= minorOf(since);

  describe.each(builtInKinds.map((kind) => [kind.type, kind] as const))("%s", (name, kind) => {
    test("is served there, and these subresources show that very kind to admission", async ({ skip }) => {
      if (!isServed(kind)) return skip(`since ${kind.since}`);
      const resources = await discover(server(), kind);
      expect(resources.find((resource) => resource.name === kind.resource)?.kind).toBe(kind.kind);
      const own = resources.filter((resource) => resource.name.startsWith(`${kind.resource}/`) && isOfKind(resource, kind.kind));
      const expected = kind.subresources.map((subresource) => `${kind.resource}/${subresource}`);
      const isMissing = (path: string): boolean => path === "pods/resize" && isBefore(server(), "podsAreResized");
      expect(own.map((resource) => resource.name)).toEqual(expected.filter((path) => !isMissing(path)));
    });

    test("has every field that the API has and no other, of the same types", async ({ skip }) => {
      if (!isServed(kind)) return skip(`since ${kind.since}`);
      const schemas = withWritten(await readSchemas(server(), kind));
      const [type, schema] = [types.get(name), schemaOfKind(schemas, kind)];
      if (type === undefined || schema === undefined) throw new Error(`no type or no schema of ${name}`);
      const before = compared.length;
      const problems = compareKind(type, schema, { path: name, schemas, compared });
      expect(problems.filter((problem) => !isOfNewest(problem))).toEqual([]);
      expect(compared.length).toBeGreaterThan(before);
    });

    test.runIf(Object.hasOwn(sparseObjects, name))(
      "holds no null and no other type where the compiler emits no test",
      async ({ skip }) => {
        if (!isServed(kind)) return skip(`since ${kind.since}`);
        const stored = await storeSparse(server(), kind);
        expect(violationsOf(stored, trustedShapeOf(kind), name)).toEqual([]);
      },
    );
  });

  /** Fields come and go, more are required, and values become more. */
  function isOfNewest(problem: string): boolean {
    return isBefore(server(), "schemasRequireAsNow") && /(required by the API|has come later|is missing)$/.test(problem);
  }

  test("what is in no Namespace is known", async () => {
    const served = await discoverAll(server());
    const wrong = served.filter(({ group, name, namespaced }) => isClusterScoped(group, name) === namespaced);
    expect(wrong.map(({ group, name }) => `${name}.${group}`)).toEqual([]);
    expect(served.length).toBeGreaterThan(50);
  });

  test("a good number of fields was compared", () => {
    console.info(`types of built-in kinds: ${builtInKinds.length} kinds, ${compared.length} fields compared with the API`);
    expect(compared.length).toBeGreaterThan(3000);
  });
});

/** What the API does not require, and its Go types write whatever it is, counts as required (`api.json`). */
function withWritten(schemas: Schemas): Schemas {
  const known = Object.entries(schemas).map(([name, schema]) => {
    return [name, { ...schema, required: [...(schema.required ?? []), ...(committedSchemas[name]?.required ?? [])] }] as const;
  });
  return Object.fromEntries(known);
}

/** `v1.37.1` and `1.37` are 37. */
function minorOf(version: string): number {
  return Number(/1\.(\d+)/.exec(version)?.[1]);
}

/** Every resource of the API server's own groups, without subresources. */
async function discoverAll({ request }: ControlPlane): Promise<readonly (Resource & { readonly group: string })[]> {
  const { body } = await request({ method: "GET", path: "/apis" });
  const groups = body["groups"] as readonly {
    readonly name: string;
    readonly versions: readonly { readonly groupVersion: string }[];
  }[];
  const versions = groups
    .filter(({ name }) => isOwn(name))
    .flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
  const lists = await Promise.all(
    ["/api/v1", ...versions.map((version) => `/apis/${version}`)].map(async (path) => {
      const group = path === "/api/v1" ? "" : (path.split("/")[2] ?? "");
      const { resources } = (await request({ method: "GET", path })).body as { readonly resources: readonly Resource[] };
      return resources.filter(({ name }) => !name.includes("/")).map((resource) => ({ ...resource, group }));
    }),
  );
  return lists.flat();
}

/** Groups of definitions come and go with other tests. */
const isOwn = (group: string): boolean => !group.includes(".") || group.endsWith(".k8s.io");

/** `pods/log` is a Pod, too, for discovery; only what is written goes through admission. */
function isOfKind({ kind, group, verbs }: Resource, name: string): boolean {
  return kind === name && group === undefined && verbs.includes("update");
}

async function discover(server: ControlPlane, kind: BuiltInKind): Promise<readonly Resource[]> {
  const { body } = await server.request({ method: "GET", path: groupPath(kind) });
  return body["resources"] as readonly Resource[];
}

/** Creates the sparse object, if the server has none of its own, and gives it a sparse status. */
async function storeSparse(server: ControlPlane, kind: BuiltInKind): Promise<unknown> {
  const resource = (await discover(server, kind)).find(({ name }) => name === kind.resource);
  const collection = `${groupPath(kind)}/${resource?.namespaced === true ? "namespaces/default/" : ""}${kind.resource}`;
  const object = sparseObject(kind);
  await succeed(server, { method: "POST", path: collection, body: object });
  const path = `${collection}/${object.metadata.name}`;
  const status = sparseObjects[kind.type]?.status;
  if (status !== undefined) await succeed(server, mergePatch(`${path}/status`, { status }));
  return (await server.request({ method: "GET", path })).body;
}

async function succeed(server: ControlPlane, request: Parameters<ControlPlane["request"]>[0]): Promise<void> {
  const { status, text } = await server.request(request);
  if (status >= 300) throw new Error(`${request.method} ${request.path}: ${text}`);
}

/** The shape with which rules about exactly this kind are compiled. */
function trustedShapeOf({ type: kind, group, version, resource }: BuiltInKind): RecordShape {
  const policy = `import { deletionPolicy } from "holdfast";
import type { ${kind} } from "holdfast/kinds";
export default deletionPolicy<${kind}>({
  name: "kind",
  match: [${JSON.stringify({ group, version, resource })}],
  overrides: { none: "the rule alone is asked" },
  rules: { example: { denyWhen: () => true, message: "no" } },
});`;
  const { diagnostics, ir } = compileFiles({ "kind.ts": policy });
  expect(diagnostics).toEqual([]);
  const [compiled] = ir;
  if (compiled === undefined) throw new Error(`no policy about ${kind}`);
  return compiled.objectShape;
}
