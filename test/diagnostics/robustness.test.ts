import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { compile } from "../../compiler/compile.ts";
import { root } from "../house/source-files.ts";
import { searchOf } from "../searches/search-of.ts";
import { withDirectory } from "../fixtures/open-directory.ts";
import { writeTree } from "../fixtures/tree.ts";

const read = (name: string): string => readFileSync(join(root, "policies", name), "utf8");
const policy = read("ack-prevent-delete.ts");
const marks = read("ack-marks.ts");

/** Texts that stand in one run: most of its time is TypeScript's start. */
const batch = 60;

/** Compiles each of `texts` in the place of the policy; every diagnostic lies in its file. */
function compileAll(texts: readonly string[]): void {
  for (let at = 0; at < texts.length; at += batch) {
    const named = texts.slice(at, at + batch).map((text, index) => [`policy-${at + index}.ts`, text] as const);
    withDirectory((workingDirectory) => {
      writeTree(workingDirectory, { ...Object.fromEntries(named), "ack-marks.ts": marks });
      const { diagnostics, sources, files } = compile({ paths: named.map(([name]) => name), workingDirectory });
      const outside = diagnostics.filter(({ span }) => span.start > span.end || span.end > (sources.get(span.file) ?? "").length);
      expect(outside).toEqual([]);
      expect(files.length > 0).toBe(diagnostics.length === 0);
    });
  }
}

/** Files that parse and have the right types go through every stage only when no other file stops the run before. */
function compileAlone(texts: readonly string[]): void {
  const sound = texts.filter(parses);
  for (const text of sound) compileAll([text]);
}

function parses(text: string): boolean {
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  return diagnostics?.length === 0;
}

interface Token {
  readonly start: number;
  readonly end: number;
}

function tokensOf(text: string): readonly Token[] {
  const file = ts.createSourceFile("policy.ts", text, ts.ScriptTarget.Latest);
  const tokens: Token[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file);
    if (children.length === 0 && node.getEnd() > node.getStart(file))
      tokens.push({ start: node.getStart(file), end: node.getEnd() });
    children.forEach(visit);
  };
  visit(file);
  return tokens;
}

const { seed, size } = searchOf("damaged-policy");

/** As many as the search is large, from the first to the last; all, if there are no more. */
function spread<T>(all: readonly T[], most = size): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, at) =>
    all.slice(Math.floor(at * step), Math.floor(at * step) + 1),
  ).flat();
}

const tokens = tokensOf(policy);
const without = ({ start, end }: Token): string => policy.slice(0, start) + policy.slice(end);
const doubled = ({ start, end }: Token): string => `${policy.slice(0, end)} ${policy.slice(start)}`;

describe("no text of a policy makes the compiler throw", () => {
  test("cut off anywhere", () => {
    const ends = spread(Array.from({ length: policy.length }, (_, at) => at));
    compileAll(ends.map((end) => policy.slice(0, end)));
  });

  test("any token left out", () => compileAll(spread(tokens).map(without)));

  test("any token twice", () => compileAll(spread(tokens).map(doubled)));

  test("tokens left out or doubled so that it still parses, each alone", () => {
    const some = spread(tokens, Math.ceil(size / 6));
    compileAlone([...some.map(without), ...some.map(doubled)]);
  });

  test(`characters of any kind anywhere (seed ${seed})`, () => {
    const inserted = fc.tuple(fc.nat(policy.length), fc.string({ unit: "binary", minLength: 1, maxLength: 5 }));
    const replaced = fc.tuple(fc.nat(tokens.length - 1), fc.nat(tokens.length - 1));
    const texts = [
      ...fc.sample(inserted, { seed, numRuns: size }).map(([at, text]) => policy.slice(0, at) + text + policy.slice(at)),
      ...fc.sample(replaced, { seed, numRuns: Math.ceil(size / 6) }).map(([at, by]) => exchanged(tokens[at], tokens[by])),
    ];
    compileAll(texts);
    compileAlone(texts.slice(size));
  });
});

/** One token in the place of another. */
function exchanged(at: Token | undefined, by: Token | undefined): string {
  if (at === undefined || by === undefined) return policy;
  return policy.slice(0, at.start) + policy.slice(by.start, by.end) + policy.slice(at.end);
}
