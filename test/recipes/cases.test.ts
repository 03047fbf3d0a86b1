import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../report/page.ts";
import { holdfastHere, userProject } from "../cli/user-project.ts";
import { root } from "../house/source-files.ts";
import { pages, recipes } from "./pages.ts";
import { sourcesOf } from "./sources.ts";

const caseFiles = Object.fromEntries(
  pages.map((page) => {
    const name = page.replace(/md$/, "test.yaml");
    return [`policies/${name}`, readFileSync(join(import.meta.dirname, name), "utf8")];
  }),
);

describe("docs/recipes", () => {
  test("thirty recipes, five of them for the webhook, and the index names each of them", () => {
    expect(recipes).toHaveLength(30);
    expect(recipes.filter(({ printed }) => printed.includes("admission webhook"))).toHaveLength(5);
    const index = readFileSync(join(root, "docs/recipes/README.md"), "utf8");
    for (const { page, title } of recipes) {
      const anchor = title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, "")
        .replaceAll(" ", "-");
      expect(index).toContain(`(${page.split("/").at(-1)}#${anchor})`);
    }
  });

  test("their cases pass, in TypeScript and in CEL, and each rule has one that it denies and one that it admits", async () => {
    const directory = userProject({ ...sourcesOf(recipes), ...caseFiles });
    const { code, out } = await holdfastHere(directory, ["test", "--typescript", "--require-cases", "--only", "yaml"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\d+ cases: \d+ passed/) as string });
  });

  test("they compile, and a page explains each warning about its recipe", async () => {
    const directory = userProject(sourcesOf(recipes));
    const { code, out, error } = await holdfastHere(directory, ["compile"]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    const { policies } = JSON.parse(readFileSync(join(directory, "generated/report.json"), "utf8")) as Report;
    expect(policies).toHaveLength(30);
    const warnings = out.split("\n").filter((line) => line.startsWith("warning"));
    const warned = warnings.map(
      (line) => /^warning: ([\w-]+): the guard release is open: whoever may .* can change (.+), which/.exec(line) ?? [line],
    );
    expect(warned.length).toBeGreaterThan(0);
    for (const [line, name, fields = ""] of warned) {
      const recipe = recipes.find((one) => one.name === name);
      const says = (recipe?.section ?? "").replaceAll(/\s+/g, " ");
      expect([line, says]).toEqual([line, expect.stringContaining("`compile` warns about")]);
      for (const field of fields.split(", ")) expect(says).toContain(`\`${field}\``);
    }
  });
});
