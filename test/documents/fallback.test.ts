import { describe, expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";
import { fencesOf } from "./fences.ts";

const fences = fencesOf("docs/operate/fallback.md");
const sources = Object.fromEntries(
  fences.filter(({ language }) => language === "ts").map(({ text }) => [/^\/\/ (\S+)/.exec(text)?.[1] ?? "", text]),
);

describe("docs/operate/fallback.md", () => {
  const { diagnostics, fallback } = compileFiles(sources, ["policies"]);

  test("its policies compile", () => {
    expect(Object.keys(sources)).toEqual(["policies/shared-config.ts", "policies/fallback.ts"]);
    expect(diagnostics).toEqual([]);
  });

  test("the YAML is what becomes of them", () => {
    const configuration = fallback?.files.find(({ name }) => name === "webhook-configuration.yaml")?.text;
    const shown = fences.find(({ language }) => language === "yaml")?.text ?? "";
    expect(configuration).toContain(shown);
  });
});
