import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../compiler/diagnostics/catalogue.ts";
import { compileBad } from "./compile-example.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import { diagnosticsPage } from "./diagnostics-page.ts";
import { type Example, fileOf } from "./example.ts";
import { fallbackExamples } from "./examples/fallback.ts";
import { fileExamples } from "./examples/files.ts";
import { families } from "./examples/index.ts";
import { root } from "../house/source-files.ts";
import { readMarks, withoutMarks } from "./marked-text.ts";

const examples = families.flatMap((family) => family.examples);
const shown = ({ bad }: Example): string => fileOf(bad, "example");

describe("every code of the catalogue", () => {
  test("has an example, or a situation of files", () => {
    const known = [...examples, ...fileExamples, ...fallbackExamples].map(({ code }) => code).toSorted();
    expect(known).toEqual(Object.keys(catalogue).toSorted());
  });

  test.each(Object.entries(catalogue))(
    "%s says what is wrong in one lower-case sentence, and the override",
    (_, { message, help }) => {
      expect(message).toMatch(/^[^A-Z\n]/);
      expect(message).not.toMatch(/[.!]$/);
      expect(help).not.toBe("");
      expect(help).not.toMatch(/[.!\n]$/);
    },
  );
});

describe("what is wrong is reported once, at its place", () => {
  test.each(examples.map((example) => ({ code: example.code, example })))("$code", ({ code, example }) => {
    const { text, start, end } = readMarks(shown(example));
    const { diagnostics, warnings, files } = compileBad(example);
    const said = [...diagnostics, ...warnings];
    expect(said.map((found) => [found.code, text.slice(found.span.start, found.span.end)])).toEqual([
      [code, text.slice(start, end)],
    ]);
    expect(said[0]).toMatchObject({ span: { file: "example.ts", start, end } });
    expect(said[0]?.message).toContain(example.says);
    expect(said[0]?.help).toContain(example.override);
    expect(files.length > 0).toBe(warnings.length > 0);
  });
});

test.each(examples.filter(({ options }) => options !== undefined))(
  "$code: written right it compiles with the same flags",
  (example) => {
    expect(compileFiles({ "good.ts": fileOf(example.good, "good") }, ["good.ts"], example.options)).toMatchObject({
      diagnostics: [],
      warnings: [],
    });
  },
);

/** For those that ask the cluster. */
const fallback = `import { fallback } from "holdfast"; export default fallback({ image: "holdfast" });`;

test("the same written right compiles", () => {
  const good = examples.map((example, at) => ({ name: `good-${at}`, example }));
  const texts = good.map(({ name, example }) => [`${name}.ts`, fileOf(example.good, name)] as const);
  const modules = Object.assign({}, ...examples.map((example) => example.modules ?? {})) as Record<string, string>;
  const { diagnostics, warnings, files } = compileFiles({ ...Object.fromEntries(texts), ...modules, "fallback.ts": fallback }, [
    ...texts.map(([name]) => name),
    "fallback.ts",
  ]);
  expect(
    [...diagnostics, ...warnings].map(
      ({ span, message }) =>
        `${span.file} ${message}: ${withoutMarks(good.find(({ name }) => span.file === `${name}.ts`)?.example.code ?? "")}`,
    ),
  ).toEqual([]);
  // Besides these a kustomization and a report.
  expect(files.length).toBe(texts.length + 2);
});

// In this file, since every example is compiled for the tests above.
test("docs/reference/diagnostics.md shows every diagnostic as it is", () => {
  const written = readFileSync(join(root, "docs/reference/diagnostics.md"), "utf8");
  expect(written === diagnosticsPage() ? "" : "run `node test/diagnostics/write-docs.ts`").toBe("");
});
