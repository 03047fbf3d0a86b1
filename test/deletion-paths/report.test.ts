import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JudgedPath, PathName } from "../../compiler/deletion-paths/paths.ts";
import { compileFiles } from "../diagnostics/compile-files.ts";
import { compileText } from "../documents/compile-text.ts";
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
    expect(paths.get("unmark")).toEqual({ path: "unmark", state: "closed", text: "keep-guard", row: "T3" });
    expect(paths.get("namespace")?.text).toBe("keep-guard-namespaces-with-configmaps, keep-guard-finalize-with-configmaps");
    expect(stateOf(paths, "eviction", "definition", "unmark-namespace", "finalizer", "storage")).toEqual([
      "not applicable",
      "not applicable",
      "not applicable",
      "open",
      "out of reach",
    ]);
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
    expect(stateOf(pathsOf({ match: pattern, more: "waysOut: [namespaceTerminating()]," }), "namespace")).toEqual(["meant"]);
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

  test("tells marks of the object from those of its Namespace", () => {
    const inherited = pathsOf({ condition: `namespaceObject?.metadata.labels?.["keep"] === "yes"` });
    expect(stateOf(inherited, "unmark", "unmark-namespace")).toEqual(["not applicable", "closed"]);
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

describe("the report of this repository", () => {
  test("is what docs/deletion-paths.md shows", () => {
    const page = readFileSync(join(root, "docs/deletion-paths.md"), "utf8");
    expect(page === pathsPage(generatedReport()) ? "" : "run `node test/deletion-paths/write-docs.ts`").toBe("");
  });

  test("calls nothing closed that no row of the matrix shows", () => {
    const matrix = readFileSync(join(root, "docs/bypass-matrix.md"), "utf8");
    const shown = new Set([...matrix.matchAll(/^\| (T\d+) \|/gm)].map(([, threat]) => threat));
    const closed = generatedReport().policies.flatMap(({ paths }) => paths.filter(({ state }) => state === "closed"));
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.filter(({ row }) => !shown.has(row))).toEqual([]);
  });
});
