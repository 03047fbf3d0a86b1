import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { annotationNames, finalizerNames, markEntries, marks } from "../../compiler/api/names.ts";
import { root } from "../house/source-files.ts";

const page = readFileSync(join(root, "docs/security/trust.md"), "utf8");
/** Of each table: the field, and what enforces who may write it. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| field"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, field = "", , , enforcedBy = ""]) => ({ field, enforcedBy }));

const textsIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(root, folder, name), "utf8"));

/** Controllers, and what decides beside them. */
const parts = ["usages", "critical-services", "claims", "appcat", "namespaces", "certificates", "enforcement", "unprotected"];
const key = /"((?:[a-z]+\.)*(?:holdfast\.dev|crossplane\.io|vshn\.io)\/[a-z-]*)"/g;
/** Who reports an Event. */
const reporter = "holdfast.dev/usages";

/** Where an object comes from is for people. */
const { source: _, ...namesRead } = annotationNames;

const keysInCode = new Set([
  ...parts
    .flatMap((part) => textsIn(`runtime-fallback/${part}`))
    .flatMap((text) => [...text.matchAll(key)].map(([, name = ""]) => name))
    .filter((name) => name !== reporter),
  ...[marks, markEntries, finalizerNames, namesRead].flatMap((names) => Object.values(names)),
]);
const keysOnPage = new Set(
  rows.flatMap(({ field }) => [...field.matchAll(/`([a-z.]+\/[a-z-]*)`/g)].map(([, name = ""]) => name)),
);

describe("docs/security/trust.md", () => {
  test("names every label, annotation and finalizer that the controller and the webhook read, and no other", () => {
    expect([...keysOnPage].toSorted()).toEqual([...keysInCode].toSorted());
  });

  test("names rules that there are", () => {
    const policies = ["policies/fallback", "compiler/guard/templates"].flatMap(textsIn).join("\n");
    const named = rows.flatMap(({ enforcedBy }) => {
      const [, list = ""] = /(?:rules?|guard) ((?:`\w+`(?:, )?)+)/.exec(enforcedBy) ?? [];
      return [...list.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    });
    expect(named.length).toBeGreaterThan(10);
    for (const name of named) expect(policies).toMatch(new RegExp(`^ {4}${name}: \\{$`, "m"));
  });

  test("says of each field what enforces who may write it", () => {
    expect(rows.length).toBeGreaterThan(25);
    for (const { field, enforcedBy } of rows)
      expect([field, enforcedBy]).toEqual([expect.stringContaining("`"), expect.stringMatching(/\w/)]);
  });
});
