import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileText, problemsOf, yamlOf } from "../fixtures/compile-files.ts";
import { root } from "../house/source-files.ts";
import { exampleObjects } from "../scan/example.ts";
import { jsonOf, scan, written } from "../scan/scanned.ts";
import { findingKinds } from "../../compiler/cli/scan/scan-command.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/operate/scan.md";
const text = readFileSync(join(root, page), "utf8");
const recipes = fencesOf(page).filter(({ language }) => language === "ts");
const [builtIn, custom] = recipes.map((recipe) => recipe.text);

describe(page, () => {
  test("shows what the command prints", async () => {
    const policies = { "policies.yaml": yamlOf(builtIn ?? "") };
    const { code, out, error } = await scan(exampleObjects, ["--generated", "policies.yaml"], policies);
    expect(error).toBe("");
    const [shown] = fencesOf(page).filter(({ language }) => language === "text");
    expect(out).toBe(shown?.text);
    expect(code).toBe(1);
  });

  test("its recipes compile, and protect what carries the label", async () => {
    for (const [name, recipe] of Object.entries({ "keep-data.ts": builtIn, "keep-databases.ts": custom }))
      expect(problemsOf(compileText(name, recipe ?? ""))).toEqual([]);
    const kept = { labels: { "example.com/keep": "yes" } };
    const marked = exampleObjects.map((object) => {
      const { metadata } = object as { metadata: object };
      return { ...object, metadata: { ...metadata, ...kept, annotations: {} } };
    });
    const definition = written("apiextensions.k8s.io/v1", "CustomResourceDefinition", "clusters.postgresql.cnpg.io", {
      metadata: { namespace: undefined },
      spec: {
        group: "postgresql.cnpg.io",
        scope: "Namespaced",
        names: { plural: "clusters", kind: "Cluster", singular: "cluster" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    });
    const database = written("postgresql.cnpg.io/v1", "Cluster", "orders", { metadata: kept });
    const yaml = `${yamlOf(builtIn ?? "")}\n---\n${yamlOf(custom ?? "")}`;
    const { headline, objects } = await jsonOf([...marked, definition, database], ["--generated", "p.yaml"], { "p.yaml": yaml });
    expect(headline).toBe("6 of 6 objects that hold data or keep others alive are protected");
    expect(objects.map(({ goesWith }) => goesWith).flat()).toEqual([]);
  });

  test("names what --fail-on takes, and its links of recipes are headings", () => {
    for (const kind of findingKinds) expect(text).toContain(`\`${kind}\``);
    for (const heading of ["### Built-in kinds", "### Custom resources"]) expect(text).toContain(`\n${heading}\n`);
  });
});
