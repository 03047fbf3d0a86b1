import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JudgedPath, PathName } from "../../compiler/report/paths.ts";
import { compileFiles, compileText } from "../fixtures/compile-files.ts";
import { root } from "../house/source-files.ts";
import { type Report, generatedReport, pathsPage } from "./page.ts";

interface Parts {
  readonly match?: string;
  readonly more?: string;
  readonly condition?: string;
}

const labelled = `oldObject.metadata.labels?.["keep"] === "yes"`;

const policy = ({ match = `{ group: "", resource: "configmaps" }`, more = "", condition = labelled }: Parts): string => `
import { deletionPolicy, namespaceTerminating, released } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [${match}],
  ${more}
  rules: { keep: { denyWhen: ({ oldObject, namespaceObject }) => ${condition}, message: "kept" } },
});
`;

/** The state of each way, and what the report says of it. */
function pathsOf(parts: Parts): ReadonlyMap<PathName, JudgedPath> {
  const { files, diagnostics } = compileText("keep.ts", policy(parts));
  expect(diagnostics).toEqual([]);
  const text = files.find(({ name }) => name === "report.json")?.text ?? "";
  const [first] = (JSON.parse(text) as Report).policies;
  return new Map(first?.paths.map((path) => [path.path, path]));
}

const stateOf = (paths: ReadonlyMap<PathName, JudgedPath>, ...names: readonly PathName[]): readonly unknown[] =>
  names.map((name) => paths.get(name)?.state);

describe("report.json", () => {
  test("names who closes a way, and which rows of the matrix show it", () => {
    const paths = pathsOf({});
    expect(paths.get("collection")).toEqual({ path: "collection", state: "closed", text: "rule keep of keep", row: "T7" });
    expect(paths.get("unmark")).toEqual({ path: "unmark", state: "closed", text: "keep", row: "T3" });
    expect(paths.get("namespace")?.text).toBe("keep-guard-namespaces-with-configmaps");
    expect(stateOf(paths, "eviction", "definition", "unmark-namespace", "finalizer", "storage")).toEqual([
      "not applicable",
      "not applicable",
      "not applicable",
      "open",
      "out of reach",
    ]);
  });

  test("says of a delete that it is open where an override depends on nothing but what is asked", () => {
    const stateWith = (condition: string) =>
      stateOf(
        pathsOf({ more: `overrides: [{ name: "open", when: ({ request, oldObject }) => ${condition} }],` }),
        "delete",
        "force",
      );
    expect(stateWith(`request.operation === "DELETE"`)).toEqual(["meant", "meant"]);
    expect(stateWith(`request.options?.propagationPolicy === "Foreground"`)).toEqual(["meant", "meant"]);
    expect(stateWith(`request.operation === "DELETE" && oldObject.metadata.name === "a"`)).toEqual(["closed", "closed"]);
    expect(
      pathsOf({ more: `overrides: [{ name: "open", when: ({ request }) => request.operation === "DELETE" }],` }).get("delete"),
    ).toEqual({
      path: "delete",
      state: "meant",
      text: "rule keep of keep; open: open to whoever asks so",
    });
  });

  test("says who may set owners, where the policy names somebody", () => {
    const paths = pathsOf({ more: `guards: { owners: { allow: ["system:serviceaccount:shop:operator"] } },` });
    expect(paths.get("owner")).toEqual({
      path: "owner",
      state: "meant",
      text: "keep; new owners from system:serviceaccount:shop:operator: whoever may impersonate one of these may set them, too",
    });
  });

  test("says that whoever may create a Deployment has ReplicaSets adopted and deleted, where the policy lets them be adopted", () => {
    const both = `{ group: "apps", resource: "deployments" }, { group: "apps", resource: "replicasets" }`;
    const open =
      "; whoever may create a Deployment may have a ReplicaSet without a controller adopted by it, and deleted with it";
    const ownerOf = (match: string, user: string) =>
      pathsOf({ match, more: `guards: { owners: { allow: ["${user}"] } },` }).get("owner")?.text;
    expect(ownerOf(both, "system:serviceaccount:kube-system:deployment-controller")).toContain(open);
    expect(ownerOf(both, "system:kube-controller-manager")).toContain(open);
    expect(ownerOf(both, "system:serviceaccount:kube-system:statefulset-controller")).not.toContain(open);
    const alone = `{ group: "apps", resource: "replicasets" }`;
    expect(ownerOf(alone, "system:serviceaccount:kube-system:deployment-controller")).not.toContain(open);
  });

  test("says that whoever may impersonate a controller may do to its copies what the controller may", () => {
    const match = `{ group: "apps", resource: "deployments" }, { group: "apps", resource: "replicasets" }`;
    const paths = pathsOf({ match });
    expect(paths.get("impersonation")).toEqual({
      path: "impersonation",
      state: "meant",
      text: "rule keep of keep; not for copies (copyOfDeployment), from whoever may impersonate the controller that has made them",
    });
    expect(stateOf(paths, "unmark", "unmark-subresource", "owner", "delete")).toEqual(["meant", "meant", "meant", "closed"]);
    const alone = pathsOf({ match: `{ group: "apps", resource: "replicasets" }` });
    expect(stateOf(alone, "impersonation", "unmark", "owner")).toEqual(["closed", "closed", "closed"]);
  });

  test("gives the author's reason for a guard that is off", () => {
    const paths = pathsOf({
      more: `guards: { owners: { off: "our operator sets owners" }, release: { off: "marks are free" } },`,
    });
    expect(paths.get("owner")).toEqual({ path: "owner", state: "off", text: "our operator sets owners" });
    expect(stateOf(paths, "unmark", "unmark-subresource")).toEqual(["off", "off"]);
  });

  test("says what is open because the policy means it", () => {
    const cleared = pathsOf({ more: `guards: { release: "clear-mark" },` });
    expect(stateOf(cleared, "unmark", "unmark-subresource")).toEqual(["meant", "closed"]);
    const pattern = `{ group: "*.example.com", resource: "*" }`;
    expect(stateOf(pathsOf({ match: pattern, more: "overrides: [namespaceTerminating()]," }), "namespace")).toEqual(["meant"]);
    expect(stateOf(pathsOf({ match: pattern }), "namespace", "namespace-finalize", "definition")).toEqual([
      "closable",
      "open",
      "closed",
    ]);
  });

  test("says what the webhook would close, and does where the fallback says so", () => {
    const pattern = { match: `{ group: "*.example.com", resource: "*" }` };
    expect(pathsOf(pattern).get("namespace")?.text).toMatch(
      /; closed by the webhook namespaces\.keep\.holdfast\.dev, with `namespaceContents` of a fallback$/,
    );
    const fallback = `import { fallback } from "holdfast";
export default fallback({ image: "registry.example.com/holdfast", namespaceContents: { groups: ["things.example.com"] } });
`;
    const { files, diagnostics } = compileFiles({ "policies/keep.ts": policy(pattern), "policies/fallback.ts": fallback }, [
      "policies",
    ]);
    expect(diagnostics).toEqual([]);
    const { policies } = JSON.parse(files.find(({ name }) => name === "report.json")?.text ?? "") as Report;
    expect(policies[0]?.paths.find(({ path }) => path === "namespace")).toEqual({
      path: "namespace",
      state: "closed",
      text: "the webhook namespaces.keep.holdfast.dev",
      row: "T10",
    });
  });

  test("calls freeze closed only for kinds whose /scale and data are known", () => {
    const emptied = (match: string, kinds = "") => pathsOf({ match, more: `guards: { freeze: true, ${kinds} },` }).get("emptied");
    const scaled = `{ group: "apps", resource: "replicasets" }, { group: "", resource: "replicationcontrollers" }`;
    expect(emptied(scaled)).toMatchObject({
      state: "closed",
      text: "keep, keep-guard-scale-of-replicasets, keep-guard-scale-of-replicationcontrollers",
    });
    const custom = `{ group: "db.example.com", resource: "databases" }`;
    const kinds = `namespaces: { kinds: [{ group: "db.example.com", version: "v1", resource: "databases", kind: "Database" }] }`;
    for (const one of [emptied(custom), emptied(custom, kinds)]) {
      expect(one?.state).toBe("open");
      expect(one?.text).toMatch(/^databases\.db\.example\.com: whoever may update them can still empty them by other fields/);
    }
    expect(emptied(`{ group: "apps", resource: "*" }`)).toMatchObject({
      state: "open",
      text: expect.stringMatching(/^every kind of apps: /) as string,
    });
  });

  test("tells marks of the object from those of its Namespace", () => {
    const inherited = pathsOf({ condition: `namespaceObject?.metadata.labels?.["keep"] === "yes"` });
    expect(stateOf(inherited, "unmark", "unmark-namespace")).toEqual(["not applicable", "closed"]);
  });

  test("says of which objects marks of the Namespace may be taken off: those with marks, where one comparison mixes both and more is asked", () => {
    const own = `oldObject.metadata.labels?.["keep"]`;
    const inherited = `namespaceObject?.metadata.labels?.["keep"]`;
    const rowOf = (condition: string) => pathsOf({ condition }).get("unmark-namespace");
    expect(rowOf(`(${own} ?? ${inherited}) === "yes"`)).toMatchObject({ state: "closed" });
    expect(rowOf(`${own} === "yes" && ${inherited} === "yes"`)).toMatchObject({ state: "closed" });
    const tier = `oldObject.metadata.labels?.["tier"] === "data"`;
    const leftOut = { state: "open", text: "objects with marks of their own; for the others closed by keep-guard-namespaces" };
    expect(rowOf(`(${own} ?? ${inherited}) === "yes" || ${tier}`)).toMatchObject(leftOut);
    expect(rowOf(`(${own} ?? "no") + (${inherited} ?? "no") !== "nono"`)).toMatchObject(leftOut);
    expect(rowOf(`(${own} ?? ${inherited}) === "yes" && ${tier}`)).toMatchObject({
      state: "open",
      text: expect.stringMatching(/^whoever may update the Namespace can change its marks: they decide together/) as string,
    });
  });

  test.each(["warn", "audit"])("a policy that is enforced as %s closes nothing yet", (enforcement) => {
    const paths = pathsOf({ more: `enforcement: "${enforcement}",` });
    expect(paths.get("delete")).toEqual({
      path: "delete",
      state: "told",
      text: `rule keep of keep; enforcement is ${enforcement}`,
    });
    expect([...paths.values()].filter(({ state }) => state === "closed")).toEqual([]);
  });
});

describe("rules that ask the cluster", () => {
  const exists = `cluster.exists(pods, { labels: { uses: oldObject.metadata.name } })`;
  const reportOf = (rules: string, more = "", match = `{ group: "", resource: "configmaps" }`): Report["policies"][number] => {
    const asking = `import { type KubernetesObject, deletionPolicy, resource } from "holdfast";
interface Thing extends KubernetesObject { readonly spec?: { readonly user?: string } }
const pods = resource({ group: "", version: "v1", resource: "pods" });
export default deletionPolicy<Thing>({ name: "keep", match: [${match}], ${more} rules: {
  ${rules}
} });
`;
    const fallback = `import { fallback } from "holdfast";
export default fallback({ image: "registry.example.com/holdfast" });
`;
    const { files, diagnostics } = compileFiles({ "policies/keep.ts": asking, "policies/fallback.ts": fallback }, ["policies"]);
    expect(diagnostics).toEqual([]);
    const report = JSON.parse(files.find(({ name }) => name === "report.json")?.text ?? "") as Report;
    return report.policies[0] as Report["policies"][number];
  };
  const pathOf = ({ paths }: Report["policies"][number], name: PathName) => paths.find(({ path }) => path === name);

  const native = `keep: { denyWhen: ({ oldObject }) => ${labelled}, message: "kept" },`;
  const marked = `marked: { denyWhen: ({ oldObject, cluster }) => ${labelled} && ${exists}, message: "used" },`;
  const used = `used: { denyWhen: ({ oldObject, cluster }) => ${exists}, message: "used" },`;
  const unguarded =
    "nothing guards what rule used protects: that may be any object; begin the rule with what marks it, a label or annotation";

  test("are the webhook's, which is named", () => {
    const report = reportOf(native + marked + used);
    expect(report.rules).toMatchObject([
      { name: "keep", target: "admission-policy" },
      { name: "marked", target: "webhook", webhook: "marked.keep.holdfast.dev" },
      { name: "used", target: "webhook", webhook: "used.keep.holdfast.dev" },
    ]);
    expect(pathOf(report, "delete")).toMatchObject({
      state: "closed",
      text:
        "rule keep of keep; rule marked of keep, which the webhook marked.keep.holdfast.dev answers; " +
        "rule used of keep, which the webhook used.keep.holdfast.dev answers",
    });
    const byLabel = `enforcement: { label: "tier", values: { prod: "warn" }, otherwise: "audit" },`;
    expect(reportOf(used, byLabel).rules).toMatchObject([{ webhook: expect.stringContaining("warn") as string }]);
  });

  test("may protect any object, which no guard keeps: the ways that guards would close are open", () => {
    const report = reportOf(native + used);
    expect(pathOf(report, "namespace")).toEqual({
      path: "namespace",
      state: "open",
      text: `${unguarded}; for the other rules closed by keep-guard-namespaces-with-configmaps`,
    });
    for (const name of ["unmark", "unmark-subresource", "owner", "namespace-finalize"] as const)
      expect(pathOf(report, name)?.state).toBe("open");
  });

  test("alone in their policy leave it without guards, and not without a report", () => {
    const report = reportOf(used, `guards: { owners: { off: "our operator sets owners" } },`);
    expect(pathOf(report, "delete")?.state).toBe("closed");
    expect(pathOf(report, "namespace")).toEqual({ path: "namespace", state: "open", text: unguarded });
    expect(pathOf(report, "owner")).toEqual({ path: "owner", state: "off", text: "our operator sets owners" });
    for (const name of ["eviction", "definition", "namespace-label", "weakened"] as const)
      expect(pathOf(report, name)?.state).toBe("not applicable");
    const custom = reportOf(used, "", `{ group: "example.com", resource: "things" }, { group: "", resource: "pods" }`);
    for (const name of ["eviction", "definition"] as const) expect(pathOf(custom, name)?.state).toBe("open");
  });

  test("may read fields that nobody compares when the definition changes: that way is open, by their names", () => {
    const match = `{ group: "example.com", version: "v1", resource: "things" }`;
    const field = "oldObject.spec?.user";
    const byField = `byField: { denyWhen: ({ oldObject, cluster }) => ${exists} && ${field} === "x", message: "used" },`;
    const whole = `whole: { denyWhen: ({ oldObject, cluster }) => ${exists} || ${field} === "x", message: "used" },`;
    expect(pathOf(reportOf(native + byField, "", match), "definition")).toMatchObject({ state: "closed" });
    expect(pathOf(reportOf(native + whole, "", match), "definition")).toMatchObject({
      state: "open",
      text: expect.stringContaining("updates of the definition may take away spec.user") as string,
    });
  });

  test("are guarded like others where they say by a mark what they protect", () => {
    const report = reportOf(marked);
    for (const name of ["unmark", "owner", "namespace"] as const) expect(pathOf(report, name)?.state).toBe("closed");
  });
});

describe("the report of this repository", () => {
  test("is what docs/security/deletion-paths.md shows", () => {
    const page = readFileSync(join(root, "docs/security/deletion-paths.md"), "utf8");
    expect(page === pathsPage(generatedReport()) ? "" : "run `node test/report/write-docs.ts`").toBe("");
  });

  test("calls nothing closed that no row of the matrix shows", () => {
    const matrix = readFileSync(join(root, "docs/security/bypass-matrix.md"), "utf8");
    const shown = new Set([...matrix.matchAll(/^\| (T\d+) \|/gm)].map(([, threat]) => threat));
    const closed = generatedReport().policies.flatMap(({ paths }) => paths.filter(({ state }) => state === "closed"));
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.filter(({ row }) => !shown.has(row))).toEqual([]);
  });
});
