import { beforeAll, describe, expect, test } from "vitest";
import { compileEach } from "../../fixtures/compile-files.ts";
import { fileOf } from "../example.ts";
import { expressionSnippets, operatorSnippets } from "./expressions.ts";
import { binaryOperators, kindsIn, nodeKinds } from "./kinds.ts";
import type { Snippet } from "./snippet.ts";
import { statementSnippets } from "./statements.ts";
import { typeSnippets } from "./types.ts";
import { variantSnippets } from "./variants.ts";

const snippets = { ...expressionSnippets, ...statementSnippets, ...typeSnippets };
const modules = { "marks.ts": `export const KEEP = "keep";\nexport type KeepKey = "keep";\n`, "data.json": `{ "name": "keep" }` };

const all = [snippets, operatorSnippets, variantSnippets].flatMap((table) => Object.values<Snippet>(table));
/** Each in a file of its own. */
const named = new Map(all.map((snippet, at) => [snippet, `snippet-${at}`]));
const textOf = (snippet: Snippet): string => fileOf(snippet, named.get(snippet) ?? "");
let outcomes: ReturnType<typeof compileEach> = new Map();

beforeAll(() => {
  outcomes = compileEach(Object.fromEntries(all.map((one) => [`${named.get(one) ?? ""}.ts`, textOf(one)])), modules);
});

/** Either CEL for the whole file, or a rejection that has a place, words and an override. */
function expectOutcome(snippet: Snippet): string {
  const text = textOf(snippet);
  const file = `${named.get(snippet) ?? ""}.ts`;
  const { diagnostics, yaml } = outcomes.get(file) ?? expect.fail(`${file} was not compiled`);
  const outcome = diagnostics.length === 0 ? "lowers" : diagnostics.map(({ code }) => code);
  expect(outcome).toEqual(typeof snippet.is === "string" && snippet.is !== "lowers" ? [snippet.is] : snippet.is);
  if (outcome === "lowers") expect(yaml).toMatch(/expression: \S/);
  else expect(yaml).toBe(undefined);
  for (const { span, message, help } of diagnostics) {
    expect(span).toMatchObject({ file });
    // TypeScript reports a missing global type at no place.
    expect(span.end > span.start || span.start === 0).toBe(true);
    expect(span.end).toBeLessThanOrEqual(text.length);
    expect([message, help].every((words) => /^\S.*\S$/.test(words))).toBe(true);
  }
  return text;
}

describe("every kind of syntax", () => {
  test("has a snippet, and no other", () => expect(Object.keys(snippets).toSorted()).toEqual(nodeKinds.toSorted()));

  test.each(Object.entries(snippets))("%s", (kind, snippet) => {
    expect(kindsIn(expectOutcome(snippet))).toContain(kind);
  });
});

describe("every operator", () => {
  test("has a snippet, and no other", () => expect(Object.keys(operatorSnippets).toSorted()).toEqual(binaryOperators.toSorted()));

  test.each(Object.entries(operatorSnippets))("%s", (_, snippet) => void expectOutcome(snippet));
});

describe("forms that share a kind with others", () => {
  test.each(Object.entries(variantSnippets))("%s", (_, snippet) => void expectOutcome(snippet));
});
