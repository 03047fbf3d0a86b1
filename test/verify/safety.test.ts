import { describe, expect, test } from "vitest";
import { ClusterError } from "../../runtime-fallback/kubernetes/api-server.ts";
import { verifyEndpoint, wantedPolicies } from "../../compiler/cluster/verify/index.ts";
import { sourceFiles } from "../house/source-files.ts";
import { ScriptedCluster, binding, kept, policy, settings } from "./scripted-cluster.ts";

const wanted = wantedPolicies([policy, binding]);
const apiService = "GET /apis/apiregistration.k8s.io/v1/apiservices/v1.";
const policies = "GET /apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
const remove = `DELETE ${kept}`;

/** Asked once, without losing time. */
const once = { waitMs: 0, pause: () => Promise.resolve() };

async function verify(cluster: ScriptedCluster) {
  const [finding] = await verifyEndpoint(wanted, cluster.client, once);
  return `${finding?.state ?? ""}: ${finding?.why ?? ""}`;
}

const denied = (name: string, status = 403) =>
  [
    status,
    {
      message: `configmaps "settings" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: kept`,
    },
  ] as const;

test("the only request that could change something says twice that it is a dry run, and names the object as it was read", async () => {
  const cluster = new ScriptedCluster({ [remove]: denied("keep") });
  expect(await verify(cluster)).toBe("proven: the delete of configmaps shop/settings is denied");
  const writes = cluster.asked.filter(({ method, path }) => method !== "GET" && !/selfsubject(access)?reviews$/.test(path));
  expect(writes).toEqual([
    {
      method: "DELETE",
      path: `${kept}?dryRun=All`,
      body: {
        apiVersion: "v1",
        kind: "DeleteOptions",
        dryRun: ["All"],
        preconditions: { uid: "u1", resourceVersion: "7" },
        propagationPolicy: "Background",
      },
    },
  ]);
});

test("one file alone holds the client, and can send one request that is not for reading or asking", () => {
  const files = sourceFiles("compiler/cluster/verify");
  expect(files.filter(({ text }) => /\b(RequestServer|ApiServer)\b|openContext/.test(text)).map(({ path }) => path)).toEqual([
    "compiler/cluster/verify/asking-client.ts",
  ]);
  const methods = files.flatMap(({ text }) => [...text.matchAll(/method: "(\w+)"/g)].map((match) => match[1]));
  expect(methods).toEqual(["GET", "POST", "DELETE"]);
});

describe("a server that does not keep to a dry run", () => {
  test.each([
    ["because the object is gone", [404, {}]],
    ["because it is being deleted", [200, { metadata: { ...settings.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } }]],
    ["because there is another one of its name", [200, { metadata: { ...settings.metadata, uid: "u2" } }]],
  ] as const)("is asked no second time: %s", async (_, found) => {
    const others = ["a", "b"].map((name) => ({ metadata: { ...settings.metadata, name } }));
    const cluster = new ScriptedCluster({
      "GET /api/v1/configmaps": [200, { items: [settings, ...others] }],
      [remove]: [200, {}],
      [`GET ${kept}`]: found,
    });
    await expect(verify(cluster)).rejects.toThrow(ClusterError);
    await expect(verify(cluster)).rejects.toThrow("just after its delete was tried in a dry run");
    expect(new Set(cluster.deletes.map(({ path }) => path))).toEqual(new Set([`${kept}?dryRun=All`]));
  });
});

describe("nothing is tried", () => {
  test.each([
    [
      "where another server answers for the kind",
      [200, { spec: { service: { name: "metrics", namespace: "other" } } }],
      "another server answers for v1., which may know no dry runs",
    ],
    [
      "where it cannot be known who answers",
      [403, { message: "alice cannot get it" }],
      "the APIService v1. cannot be read, so it is not known who answers: alice cannot get it",
    ],
  ] as const)("%s", async (_, answer, why) => {
    const cluster = new ScriptedCluster({ [remove]: denied("keep"), [apiService]: answer });
    expect(await verify(cluster)).toBe(`not provable here: ${why}`);
    expect(cluster.deletes).toEqual([]);
  });

  test.each([undefined, ""])("on a list in which an object has no name: %s", async (name) => {
    const items = [{ metadata: { ...settings.metadata, name } }];
    const cluster = new ScriptedCluster({ "GET /api/v1/configmaps": [200, { items }] });
    await expect(verify(cluster)).rejects.toThrow("an object without name, uid or resourceVersion");
    expect(cluster.deletes).toEqual([]);
  });

  test.each([".", ".."])("on an object whose name leads elsewhere: %s", async (name) => {
    const items = [{ metadata: { ...settings.metadata, name } }];
    const cluster = new ScriptedCluster({ "GET /api/v1/configmaps": [200, { items }] });
    expect(await verify(cluster)).toMatch(/^not provable here: /);
    expect(cluster.deletes).toEqual([]);
  });

  test("where the API server itself answers, it is", async () => {
    const cluster = new ScriptedCluster({
      [remove]: denied("keep"),
      [apiService]: [200, { spec: { group: "", version: "v1" } }],
    });
    expect(await verify(cluster)).toMatch(/^proven/);
  });
});

describe("objects that nobody took back", () => {
  const opened = (name: string, until: string) => {
    const record = JSON.stringify({
      uid: "u1",
      reason: "moved",
      until,
      before: [{ field: "labels", key: "keep", value: "yes" }],
    });
    const metadata = { ...settings.metadata, name, labels: {}, annotations: { "holdfast.dev/unprotected": record } };
    return { metadata };
  };
  const why = async (...items: readonly object[]) =>
    verify(new ScriptedCluster({ "GET /api/v1/configmaps": [200, { items }], [remove]: denied("keep") }));
  const over = "2026-01-01T00:00:00Z";
  const said = (name: string) =>
    `the time of \`holdfast unprotect\` was over at ${over}: holdfast unprotect configmaps/${name} -n shop --undo`;

  test("are named where nothing else shows whether the policy is in force, three at most", async () => {
    const lets = (count: string) =>
      `not provable here: no protected object exists: as compiled, it lets alice delete ${count} of its kinds`;
    expect(await why(opened("a", over))).toBe(`${lets("the only object")}; ${said("a")}`);
    const many = await why(...["a", "b", "c", "d", "e"].map((name) => opened(name, over)));
    expect(many).toBe(`${lets("all 5 objects")}; ${["a", "b", "c"].map(said).join("; ")}; and 2 more of this sort`);
    expect(await why(opened("a", "9999-01-01T00:00:00Z"), opened("b", "soon"))).toBe(lets("all 2 objects"));
  });

  test("are named beside the proof, before and after it, and nothing more is tried on them", async () => {
    const proven = "proven: the delete of configmaps shop/settings is denied";
    expect(await why(opened("a", over), settings, opened("b", over))).toBe(`${proven}; ${said("a")}; ${said("b")}`);
    expect(await why(settings, settings)).toBe(proven);
    // Evaluating it would take the Namespace of each object.
    const elsewhere = { metadata: { ...settings.metadata, namespace: "elsewhere" } };
    const cluster = new ScriptedCluster({
      "GET /api/v1/configmaps": [200, { items: [settings, elsewhere] }],
      [remove]: denied("keep"),
    });
    expect(await verify(cluster)).toBe(proven);
    expect(cluster.asked.filter(({ path }) => path.includes("elsewhere"))).toEqual([]);
  });
});

describe("only a denial in the name of the policy counts", () => {
  test.each([
    ["of another policy whose name begins alike", denied("keep-more"), /denied by something else first: .*'keep-more'/],
    [
      "of another binding",
      [403, { message: "ValidatingAdmissionPolicy 'keep' with binding 'x' denied request: no" }],
      /something else first/,
    ],
    ["because its expression fails", denied("keep", 422), /it fails on configmaps shop\/settings: .* denied request: kept$/],
    [
      "because the object has changed",
      [409, { message: "precondition failed" }],
      /configmaps shop\/settings changed while it was looked at$/,
    ],
    ["because of rights", [403, { message: 'User "alice" cannot delete' }], /something else first: User "alice" cannot delete$/],
    ["by a server in trouble", [500, { message: "webhook down" }], /something else first: webhook down$/],
  ] as const)("not one %s", async (_, answer, why) => {
    const said = await verify(new ScriptedCluster({ [remove]: answer }));
    expect(said).toMatch(/^not provable here: /);
    expect(said).toMatch(why);
  });

  test("the next object is tried, twenty at most", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `one-${at}`);
    const items = names.map((name) => ({ metadata: { ...settings.metadata, name } }));
    const path = (name: string) => `DELETE /api/v1/namespaces/shop/configmaps/${name}`;
    const elsewhere = Object.fromEntries(names.map((name) => [path(name), denied(`other-${name}`)]));
    const list = { "GET /api/v1/configmaps": [200, { items }] } as const;
    const hopeless = new ScriptedCluster({ ...list, ...elsewhere });
    expect(await verify(hopeless)).toMatch(/^not provable here: .*; and 17 more of this sort$/);
    expect(hopeless.deletes.length).toBe(20);
    const cluster = new ScriptedCluster({ ...list, ...elsewhere, [path("one-2")]: denied("keep") });
    expect(await verify(cluster)).toBe("proven: the delete of configmaps shop/one-2 is denied");
  });
});

describe("a match condition", () => {
  const withCondition = (expression: string) =>
    wantedPolicies([{ ...policy, spec: { ...policy.spec, matchConditions: [{ name: "only", expression }] } }, binding]);

  test.each([
    [
      "about other kinds spares their objects a look",
      "request.resource.resource == 'secrets'",
      "the API server serves none of its kinds; it protects nothing here",
    ],
    ["about the request is asked for each object", "request.namespace == 'shop'", "denied"],
    ["about the object is asked for each object", "oldObject.metadata.name == 'settings'", "denied"],
  ])("%s", async (_, expression, why) => {
    const [one] = withCondition(expression);
    const stored = { [policies]: [200, { items: [one?.policy] }] } as const;
    const cluster = new ScriptedCluster({ ...stored, [remove]: denied("keep") });
    const [finding] = await verifyEndpoint(withCondition(expression), cluster.client, once);
    expect(finding?.why).toMatch(new RegExp(`${why}$`));
    expect(cluster.asked.some(({ path }) => path.startsWith("/api/v1/configmaps?"))).toBe(why === "denied");
  });
});

describe("before 1.36, where evaluation may meet compilation", () => {
  const pausesOf = async (minor: string, more = {}) => {
    const cluster = new ScriptedCluster({ [remove]: denied("keep"), "GET /version": [200, { minor }], ...more });
    const pauses: string[] = [];
    const pause = (milliseconds: number) =>
      Promise.resolve(pauses.push(`${milliseconds} after ${cluster.deletes.length} deletes`));
    await verifyEndpoint(wanted, cluster.client, { waitMs: 0, pause });
    return pauses;
  };

  test("nothing is tried for two seconds", async () => {
    expect(await pausesOf("35")).toEqual(["2000 after 0 deletes"]);
    expect(await pausesOf("30+")).toEqual(["2000 after 0 deletes"]);
  });

  test("unless nothing is to be tried, or the server is newer", async () => {
    expect(await pausesOf("30", { [policies]: [200, { items: [] }] })).toEqual([]);
    expect(await pausesOf("36")).toEqual([]);
  });
});

test("a server that does not list its APIs is not said to serve nothing", async () => {
  await expect(verify(new ScriptedCluster({ "GET /apis": [403, { message: "no" }] }))).rejects.toThrow("/apis answers 403: no");
});

describe("what cannot be evaluated here", () => {
  test("is tried anyway, and a denial proves it", async () => {
    const unreadable = { "GET /api/v1/namespaces/shop": [403, { message: "alice cannot get namespaces" }] } as const;
    expect(await verify(new ScriptedCluster({ ...unreadable, [remove]: denied("keep") }))).toMatch(/^proven/);
    expect(await verify(new ScriptedCluster({ ...unreadable, [remove]: [200, {}] }))).toBe(
      "not provable here: the delete of configmaps shop/settings would go through, and whether the policy denies it is not evaluated here: Namespace shop, which this user cannot read: alice cannot get namespaces",
    );
  });

  test("a list that this user may not see is told", async () => {
    const cluster = new ScriptedCluster({ "GET /api/v1/configmaps": [403, { message: "alice cannot list configmaps" }] });
    expect(await verify(cluster)).toBe("not provable here: alice cannot list configmaps");
  });
});
