import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { compile } from "../../compiler/compile.ts";
import { root } from "../house/source-files.ts";
import { withDirectory, writeTree } from "./compile-files.ts";

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

const tokens = tokensOf(policy);
const without = ({ start, end }: Token): string => policy.slice(0, start) + policy.slice(end);
const doubled = ({ start, end }: Token): string => `${policy.slice(0, end)} ${policy.slice(start)}`;

describe("no text of a policy makes the compiler throw", () => {
  test("cut off anywhere", () => {
    compileAll(Array.from({ length: Math.ceil(policy.length / 7) }, (_, at) => policy.slice(0, at * 7)));
  });

  test("any token left out", () => compileAll(tokens.map(without)));

  test("any token twice", () => compileAll(tokens.map(doubled)));

  test("tokens left out or doubled so that it still parses, each alone", () => {
    const seventh = tokens.filter((_, at) => at % 7 === 0);
    compileAlone([...seventh.map(without), ...seventh.map(doubled)]);
  });

  const seed = Number(process.env["FAST_CHECK_SEED"] ?? Math.trunc(Math.random() * 2 ** 31));

  test(`characters of any kind anywhere (FAST_CHECK_SEED=${seed})`, () => {
    const inserted = fc.tuple(fc.nat(policy.length), fc.string({ unit: "binary", minLength: 1, maxLength: 5 }));
    const replaced = fc.tuple(fc.nat(tokens.length - 1), fc.nat(tokens.length - 1));
    const texts = [
      ...fc.sample(inserted, { seed, numRuns: 120 }).map(([at, text]) => policy.slice(0, at) + text + policy.slice(at)),
      ...fc.sample(replaced, { seed, numRuns: 60 }).map(([at, by]) => exchanged(tokens[at], tokens[by])),
    ];
    compileAll(texts);
    compileAlone(texts.slice(-60));
  });
});

/** One token in the place of another. */
function exchanged(at: Token | undefined, by: Token | undefined): string {
  if (at === undefined || by === undefined) return policy;
  return policy.slice(0, at.start) + policy.slice(by.start, by.end) + policy.slice(at.end);
}
