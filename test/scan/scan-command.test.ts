import { readFileSync } from "node:fs";
import { join } from "node:path";
import { schemaProblems } from "../fixtures/json-schema.ts";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { holdfastHere } from "../cli/user-project.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { exampleObjects } from "./example.ts";
import { reportSchemas } from "./report-schemas.ts";
import { pageText } from "../cli/html/page-text.ts";
import { type JsonScan, claimed, jsonOf, scan, uidOf, written } from "./scanned.ts";

const keep = yamlOf(`import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep-data",
  match: [{ group: "", resource: "persistentvolumeclaims" }, { group: "", resource: "secrets" }],
  overrides: [released()],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["example.com/keep"] === "yes", message: "it is kept" },
  },
});`);
const kept = claimed("data", "Delete", { labels: { "example.com/keep": "yes" } });
const withPolicy = { "policies/keep.yaml": keep };

describe("what it exits with", () => {
  const released = { annotations: { "holdfast.dev/release": uidOf("ConfigMap", "settings") } };
  const misspelled = { labels: { "crossplane.io/inuse": "true" } };
  const unprotected = claimed("data", "Delete");
  const objects = {
    none: [written("v1", "ConfigMap", "settings")],
    unprotected,
    misspelled: [written("v1", "ConfigMap", "settings", { metadata: misspelled })],
    leftover: [written("v1", "ConfigMap", "settings", { metadata: released })],
  };

  test.each<[keyof typeof objects, string | undefined, number]>([
    ["none", undefined, 0],
    ["none", "unprotected,unknown,misspelled,leftover", 0],
    ["unprotected", undefined, 1],
    ["unprotected", "unprotected", 1],
    ["unprotected", "misspelled,leftover,unknown", 0],
    ["unprotected", "none", 0],
    ["misspelled", undefined, 1],
    ["misspelled", "unprotected", 0],
    ["leftover", undefined, 0],
    ["leftover", "leftover", 1],
  ])("of %s with --fail-on %s: %i", async (what, failOn, wanted) => {
    const { code } = await scan(objects[what], failOn === undefined ? [] : ["--fail-on", failOn]);
    expect(code).toBe(wanted);
  });

  test("what is not known fails where that is asked for", async () => {
    const unread = { "policies.yaml": keep.replaceAll('scope: "*"', 'resourceNames: [data]\n        scope: "*"') };
    const words = ["--generated", "policies.yaml", "--fail-on"];
    expect((await scan(kept, [...words, "unprotected"], unread)).code).toBe(0);
    const { code, out } = await scan(kept, [...words, "unknown"], unread);
    expect(code).toBe(1);
    expect(out).toContain("Not known whether protected:\n  PersistentVolumeClaim shop/data");
    expect(out).toMatch(/^0 of 2 objects .* are protected; of 2 it is not known\n/);
  });
});

describe("a baseline", () => {
  const both = [...claimed("data", "Delete"), ...claimed("more", "Delete")];

  test("what it holds is no reason to fail, what is new is", async () => {
    const first = await scan(claimed("data", "Delete"), ["--write-baseline", "known.json"]);
    expect(first.code).toBe(0);
    const known = readFileSync(join(first.directory, "known.json"), "utf8");
    expect(JSON.parse(known)).toEqual({
      schemaVersion: 1,
      findings: ["unprotected namespaces/shop", "unprotected persistentvolumeclaims/shop/data"],
    });
    const files = { "known.json": known };
    const same = await scan(claimed("data", "Delete"), ["--baseline", "known.json"], files);
    expect(same.code).toBe(0);
    expect(same.out).toMatch(/PersistentVolumeClaim shop\/data .* is deleted with it \(in the baseline\)\n/);
    const more = await scan(both, ["--baseline", "known.json"], files);
    expect(more.code).toBe(1);
    expect(more.out).toMatch(/PersistentVolumeClaim shop\/more .* is deleted with it\n/);
  });

  test("what it holds and nobody finds any more is said, but not where a part was looked at", async () => {
    const files = { "known.json": JSON.stringify({ schemaVersion: 1, findings: ["unprotected secrets/shop/old"] }) };
    const gone = "In the baseline, and no longer found:\n  unprotected secrets/shop/old\n";
    expect((await scan(both, ["--baseline", "known.json"], files)).out).toContain(gone);
    expect((await scan(both, ["--baseline", "known.json", "-n", "shop"], files)).out).not.toContain("no longer found");
  });

  test.each([["{}"], ["[]"], ['{ "findings": [1] }'], ["nothing"]])("%s is none", async (text) => {
    const { code, error } = await scan(both, ["--baseline", "known.json"], { "known.json": text });
    expect(error).toContain("known.json is no baseline");
    expect(code).toBe(2);
  });
});

describe("other forms", () => {
  const objects = [...exampleObjects, ...kept];

  test("JSON is what its schema says", async () => {
    const schema = "compiler/cli/scan/scan.schema.json";
    const report = { policies: [{ name: "keep-data", paths: [{ path: "finalizer", state: "open", text: "name them" }] }] };
    const files = { ...withPolicy, "policies/report.json": JSON.stringify(report) };
    const json = await jsonOf(objects, ["--generated", "policies"], files);
    expect(schemaProblems(schema, json)).toEqual([]);
    expect(json["openPaths"]).toEqual([{ policy: "keep-data", path: "finalizer", text: "name them" }]);
    for (const list of [json.objects, json.misspelled, json.leftOvers, json["advice"]]) expect(list).not.toEqual([]);
    expect(schemaProblems(schema, { ...json, more: 1 })).toEqual([" must NOT have additional properties"]);
  });

  test("Markdown folds the lists, and its fence is longer than any in a name", async () => {
    const { out } = await scan(objects, ["--generated", "policies", "--format", "markdown"], withPolicy);
    expect(out).toMatch(
      /^\*\*\d+ of \d+ objects .*\*\*\n\n<details><summary>What was found<\/summary>\n\n```text\nNot protected:\n/,
    );
    expect(out).toMatch(/\n```\n\n<\/details>\n$/);
  });

  test("a page has a row for each object of the JSON, and the lists and words of the text; it exits as they do", async () => {
    const inFormat = (format: string) => scan(objects, ["--generated", "policies", "--format", format], withPolicy);
    const [json, text, page] = [await inFormat("json"), await inFormat("text"), await inFormat("html")];
    const { headline, titles, rows } = pageText(page.out);
    const { objects: found } = JSON.parse(json.out) as JsonScan;
    const names = found.map(
      ({ kind, namespace, name }) => `${kind} ${namespace === undefined ? "" : `${String(namespace)}/`}${name}`,
    );
    expect(names.filter((name) => !rows.some((row) => row.startsWith(`${name} `)))).toEqual([]);
    const [first, ...said] = text.out
      .split("\n")
      .map((line) => line.trim().replaceAll(/ {2,}/g, " "))
      .filter((line) => line !== "");
    expect(headline).toBe(first);
    expect(titles.flatMap((title) => `${title}:`)).toEqual(said.filter((line) => line.endsWith(":")));
    expect(rows).toEqual(said.filter((line) => !line.endsWith(":")));
    expect([page.code, page.error]).toEqual([text.code, ""]);
  });

  test("a page steers nothing, whatever is found", async () => {
    const turned = claimed("a\u202eb\u009b<i>", "Delete", { labels: { "crossplane.io/inuse": "\u2066true" } });
    const { out } = await scan(turned, ["--format", "html"]);
    expect(out).toContain(String.raw`<span class="name">PersistentVolumeClaim shop/a\u{202e}b\u{9b}&#60;i&#62;</span>`);
    expect(out).toContain(String.raw`label crossplane.io/inuse: \u{2066}true`);
    expect(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u.test(out)).toBe(false);
  });

  test("a page has lists that the text cuts", async () => {
    const many = Array.from({ length: 120 }, (_, at) => claimed(`data-${at}`, "Delete")).flat();
    expect((await scan(many)).out).toContain("  … 21 more (--format json shows all)\n");
    const { rows } = pageText((await scan(many, ["--format", "html"])).out);
    expect(rows.filter((row) => row.startsWith("PersistentVolumeClaim shop/"))).toHaveLength(120);
  });

  test.each(["policyreport", "openreports"] as const)("%s objects are what their definitions say", async (form) => {
    const { out } = await scan(objects, ["--generated", "policies", "--format", form], withPolicy);
    const reports = parseAllDocuments(out).map((one) => one.toJS() as Record<string, unknown>);
    for (const report of reports) expect(schemaProblems(reportSchemas[form], report)).toEqual([]);
    expect(reports.map(({ metadata }) => metadata)).toEqual([
      { name: "holdfast-scan", namespace: "shop" },
      { name: "holdfast-scan" },
    ]);
    const [ofShop] = reports;
    expect(ofShop?.["summary"]).toEqual({ pass: 2, fail: 2, warn: 2, error: 0, skip: 0 });
    expect(ofShop?.["results"]).toContainEqual(
      expect.objectContaining({
        policy: "unprotected",
        result: "fail",
        severity: "high",
        resources: [expect.objectContaining({ kind: "PersistentVolumeClaim", name: "data-db-0", namespace: "shop" })],
      }),
    );
  });

  test("the text says what the policies leave open", async () => {
    const report = { policies: [{ name: "keep-data", paths: [{ path: "finalizer", state: "open", text: "name them" }] }] };
    const files = { ...withPolicy, "policies/report.json": JSON.stringify(report) };
    const { out } = await scan(kept, ["--generated", "policies"], files);
    expect(out).toContain("Left open by these policies (docs/security/deletion-paths.md):\n  keep-data  finalizer  name them\n");
    const { out: without } = await scan(claimed("data", "Delete"), ["--generated", "policies"], files);
    expect(without).not.toContain("Left open");
  });

  test("long lists are cut, and say so", async () => {
    const many = Array.from({ length: 130 }, (_, at) => written("apps/v1", "StatefulSet", `s${at}`));
    const { out } = await scan(many);
    expect(out).toContain("  … 31 more (--format json shows all)\n");
    expect(out).toContain("  StatefulSet (130)  docs/operate/scan.md#built-in-kinds  kubectl label statefulsets.apps s0 -n shop");
  });

  test("a name in a command is quoted", async () => {
    const { out } = await scan([written("apps/v1", "StatefulSet", "a;b $(c)")]);
    expect(out).toContain("kubectl label statefulsets.apps 'a;b $(c)' -n shop example.com/keep=yes");
  });
});

test("manifests do not say which policies are in force", async () => {
  const { out } = await scan(kept);
  expect(out).toContain("Not known:\n  which policies are in force");
});

test.each([
  [["namespaces"], "`holdfast scan` looks at everything", "-n shop"],
  [["--fail-on", "everything"], "`--fail-on everything` names no findings", "unprotected, unknown, misspelled, leftover"],
  [["--fail-on", "none,leftover"], "`--fail-on none,leftover` names no findings", "write none"],
  [["--format", "xml"], "`--format xml`", "openreports"],
  [["-n", "shpo"], "there is no Namespace `shpo`; did you mean `shop`?", "leave -n out"],
  [["-n", "shop", "-A"], "contradict", "leave one of them out"],
  [["--baseline", "nowhere.json"], "cannot read nowhere.json", "--write-baseline"],
  [["--write-baseline", "no/where.json"], "cannot write no/where.json", "a directory that is there"],
  [["--cascade", "orphan"], "`holdfast scan` has no flag `--cascade`", "--help"],
])("scan %j: %s", async (words, message, help) => {
  const { code, error } = await scan(kept, words);
  expect(error).toContain(message);
  expect(error).toContain(help);
  expect(code).toBe(2);
});

test("a cluster that cannot be asked exits 3", async () => {
  const { code } = await holdfastHere(".", ["scan", "--kubeconfig", "/none"]);
  expect(code).toBe(3);
});
