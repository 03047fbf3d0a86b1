import { existsSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { type SourceFile, importsOf, root, sourceFiles } from "../house/source-files.ts";
import { longVariable, searchOf } from "./search-of.ts";
import { type Search, type SearchName, fixedSeed, searches } from "./table.ts";

const files = sourceFiles("test");
const byPath = new Map(files.map((file) => [file.path, file]));
const entries = Object.entries(searches) as readonly (readonly [SearchName, Search])[];

describe.each(entries)("%s", (name, { file, small, full }) => {
  test("has a small size for every run, and a larger one", () => {
    expect(small).toBeGreaterThanOrEqual(1);
    expect(full).toBeGreaterThan(small);
    expect(existsSync(join(root, file))).toBe(true);
  });

  test("is what its file takes seed and size from", () => {
    const own = byPath.get(file);
    const near = own === undefined ? [] : [own, ...importsOf(own).flatMap((path) => byPath.get(path) ?? [])];
    expect(near.filter(({ text }) => new RegExp(`(searchOf|runsOf)\\("${name}"\\)`).test(text)).length).toBeGreaterThan(0);
  });
});

test("every search that a file takes its size from stands in the table", () => {
  const taken = files.flatMap(({ text }) => [...text.matchAll(/(?:searchOf|runsOf)\("([\w-]+)"\)/g)].map(([, name]) => name));
  expect(new Set(taken)).toEqual(new Set(Object.keys(searches)));
});

describe("a size", () => {
  const env = { [longVariable]: JSON.stringify({ search: "rotation", seed: 7, size: 520 }) };

  test("is small and the seed fixed, unless a long run asks for this search", () => {
    expect(searchOf("rotation", { env: {} })).toMatchObject({ seed: fixedSeed, size: searches.rotation.small, isLong: false });
    expect(searchOf("budget", { env })).toMatchObject({ seed: fixedSeed, size: searches.budget.small, isLong: false });
    expect(searchOf("rotation", { env })).toMatchObject({ seed: 7, size: 520, isLong: true });
  });

  test("takes what goes with it along", () => {
    const range = { small: 1, full: 11 };
    expect(searchOf("rotation", { env: {} }).between(range)).toBe(1);
    expect(searchOf("rotation", { env }).between(range)).toBe(6);
  });
});

describe("no seed comes from anywhere else", () => {
  const others = files.filter(({ path }) => !path.startsWith("test/searches/"));

  const sources = /Date\.now\(\) *%|Math\.random\(|randomBytes|randomInt|env\["?\w*(SEED|RUNS|SIZE|SIZES|TEXTS|RULES)"?\]/;

  test.each(["Date.now() % 2 ** 31", "Math.random() * 2 ** 31", 'Number(process.env["SPLIT_SEED"] ?? 1)', "randomBytes(4)"])(
    "%s would be found",
    (text) => expect(withoutText(`const seed = ${text};`)).toMatch(sources),
  );

  test("neither from the clock, nor from chance, nor from a variable", () => {
    // The command says the seed that it makes up, and repeats it.
    const wrong = others.filter(({ text, path }) => sources.test(withoutText(text)) && path !== "test/fidelity/main.ts");
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("and every property and sample of fast-check has one", () => {
    const text = `import fc from "fast-check"; fc.assert(property, { numRuns: 5 }); fc.sample(pairs, { seed, numRuns: 5 });`;
    expect(seedless({ path: "x.ts", text, lines: 1 })).toEqual(["x.ts: fc.assert(property, { numRuns: 5 })"]);
    expect(others.flatMap(seedless)).toEqual([]);
  });
});

/** Programs that tests hold as text are no tests. */
function withoutText(text: string): string {
  return text.replaceAll(/`(?:[^`\\]|\\[\s\S])*`|"[^"\n]*"(?=[),;])/g, '""');
}

/** Calls of fast-check that would make up a seed: the last argument has none. */
function seedless(file: SourceFile): readonly string[] {
  if (!file.text.includes("fast-check")) return [];
  const wrong: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^fc\.(assert|check|sample|statistics)$/.test(node.expression.getText())) {
      const last = node.arguments.at(-1)?.getText() ?? "";
      if (!/\bseed\b|^runsOf\(|^(runs|own)$/.test(last)) wrong.push(`${file.path}: ${node.getText().slice(0, 80)}`);
    }
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true));
  return wrong;
}
