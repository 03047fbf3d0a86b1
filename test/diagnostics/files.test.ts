import { describe, expect, test } from "vitest";
import { compileFiles, placesOf } from "../fixtures/compile-files.ts";
import { fallbackExamples } from "./examples/fallback.ts";
import { fileExamples } from "./examples/files.ts";

const all = [...fileExamples, ...fallbackExamples];

describe("what takes files to show is reported once, at its place", () => {
  test.each(all)("$code", ({ code, bad, places, says, override }) => {
    const compilation = compileFiles(bad.tree, bad.paths);
    const { diagnostics: errors, warnings, sources, files } = compilation;
    const diagnostics = [...errors, ...warnings];
    expect(placesOf({ diagnostics, sources })).toEqual(places.map((place) => `${place} ${code}`));
    expect(diagnostics[0]?.message).toContain(says);
    expect(diagnostics[0]?.help).toContain(override);
    expect(files.length > 0).toBe(errors.length === 0);
  });

  test.each(all)("$code: the same put right compiles", ({ good }) => {
    const { diagnostics, files } = compileFiles(good.tree, good.paths);
    expect(diagnostics).toEqual([]);
    expect(files.length).toBeGreaterThan(1);
  });
});
