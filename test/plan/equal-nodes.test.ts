import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileNext } from "../../compiler/compile.ts";
import type { Beyond, Expression, Query } from "../../compiler/ir/expression.ts";
import { once } from "../../compiler/ir/once.ts";
import { setApart } from "../../compiler/ir/results.ts";
import { signLost } from "../../compiler/lower/numbers/operand.ts";
import { compileEach } from "../fixtures/compile-files.ts";
import { root } from "../house/source-files.ts";
import { costRules } from "../natural-rules/cost-rules.ts";
import { e } from "../print/expressions.ts";

/** What is worked out of each, as often as it has to be. */
function workedOut(nodes: readonly Expression[]): readonly Expression[] {
  const asked: Expression[] = [];
  const work = once((node) => asked.push(node));
  for (const node of nodes) work(node);
  return asked;
}

const oldObject = e.id("oldObject");
const metadata = e.select(oldObject, "metadata");
const isKept = (value: string): Expression => e.binary(e.optionalSelect(metadata, "labels"), "==", e.literal(value));
const placedAt = (node: Expression, start: number): Expression => ({ ...node, span: { file: "other.ts", start, end: start } });

test("what says the same is worked out once, wherever it stands", () => {
  expect(workedOut([isKept("a"), placedAt(isKept("a"), 7), isKept("a")])).toHaveLength(1);
});

const call = e.method(oldObject, "matches", e.literal("a"));
const iteration = e.iterate(metadata, "exists", "x", e.id("x"));
const counted = { ...call, counts: "characters" } as const;

const different: readonly (readonly [what: string, Expression, Expression])[] = [
  ["texts", isKept("a"), isKept("b")],
  ["a text and a number", e.literal("1"), e.literal(1)],
  ["a text and null", e.literal("null"), e.literal(null)],
  ["0 and -0", e.literal(0), e.literal(-0)],
  ["an int and a double", e.literal(1), { ...e.literal(1), isDouble: true }],
  ["kinds with one name", e.id("a"), e.variable("a")],
  ["a field that is optional", metadata, e.optionalSelect(oldObject, "metadata")],
  ["a field and an index", metadata, e.index(oldObject, e.literal("metadata"))],
  ["how many bytes a field has", metadata, { ...metadata, maxBytes: 63 }],
  ["a receiver and an argument", call, e.call("matches", oldObject, e.literal("a"))],
  ["one list and two", e.list(e.list(oldObject, metadata)), e.list(e.list(oldObject), e.list(metadata))],
  ["a text that ends like another part", e.select(e.id("a"), 'b"1:c'), e.select(e.id('a"1:b'), "c")],
  ["what is counted", call, counted],
  ["limits", iteration, { ...iteration, bound: 7 }],
  ["what is inside", iteration, { ...iteration, inside: [{ variable: "y", range: metadata }] }],
  ["what is inside of what", iteration, { ...iteration, inside: [{ variable: "y", range: oldObject }] }],
  ["operators", e.binary(metadata, "<", metadata), e.binary(metadata, "<=", metadata)],
  ["sides", e.binary(metadata, "<", oldObject), e.binary(oldObject, "<", metadata)],
];

test.each(different)("%s tell nodes from each other", (_, one, other) => {
  expect(workedOut([one, other])).toEqual([one, other]);
  expect(workedOut([e.not(one), e.not(other)])).toHaveLength(2);
});

test("a field that is not given is one that is undefined", () => {
  expect(workedOut([call, { ...call, entries: undefined } as unknown as Expression])).toHaveLength(1);
});

test("who gives the node itself gives the one that was asked about, in its place", () => {
  const same = once((node) => node);
  const [first, second] = [isKept("a"), placedAt(isKept("a"), 7)];
  expect(same(first)).toBe(first);
  expect(same(second)).toBe(second);
});

test("what is set apart shares nothing, nor does what is made of it", () => {
  const [one, other] = [setApart(e.literal(12)), e.literal(12)];
  expect(workedOut([one, other, one])).toEqual([one, other]);
  expect(workedOut([e.not(one), e.not(other)])).toHaveLength(2);
  const known = e.literal(12);
  const work = once(() => ({}));
  const before = work(known);
  expect(work(setApart(known))).not.toBe(before);
});

test("a number that may have lost its sign is not the same as an equal one that has not", () => {
  const [lost, kept] = [e.literal(0), e.literal(0)];
  signLost(lost);
  expect(workedOut([lost, kept])).toEqual([lost, kept]);
  expect(workedOut([e.not(lost), e.not(kept)])).toHaveLength(2);
});

test.each(["query", "beyond"])("a `%s` shares nothing: it holds what TypeScript knows", (kind) => {
  const node = (): Expression => ({ kind, which: [], reads: [], span: oldObject.span }) as unknown as Query | Beyond;
  expect(workedOut([node(), node()])).toHaveLength(2);
  expect(workedOut([e.not(node()), e.not(node())])).toHaveLength(2);
});

test("what is forgotten is worked out again, and means what it meant", () => {
  const length = once((node) => (node.kind === "literal" ? String(node.value).length : -1));
  for (let value = 0; value < 50_000; value += 1) expect(length(e.literal(value))).toBe(String(value).length);
  expect(length(e.not(e.literal(12)))).toBe(-1);
});

test("a policy becomes the same whatever was compiled before", () => {
  const written = readdirSync(join(root, "generated")).filter((name) => /^(ack|appcat)-.*\.yaml$/.test(name));
  expect(written.length).toBeGreaterThan(3);
  for (const name of written.toReversed()) {
    const path = `policies/${name.replace(/yaml$/, "ts")}`;
    const { files, diagnostics } = compileNext({ paths: [path], workingDirectory: root });
    expect(diagnostics).toEqual([]);
    const yaml = files.find((file) => file.name === name)?.text ?? "";
    expect(withoutCommand(yaml)).toBe(withoutCommand(readFileSync(join(root, "generated", name), "utf8")));
  }
});

const withoutCommand = (yaml: string): string => yaml.replace(/^# To change it.*\n/m, "");

test("places are those of the policy, and not of one that says the same", () => {
  const names = ["every container has a digest", "arguments by a pattern", "versions of images"];
  const policies = Object.fromEntries(names.map((name, number) => [`policy-${number}.ts`, costRules[name]?.text ?? ""]));
  for (const [file, { yaml = "" }] of compileEach(policies)) {
    const places = [...yaml.matchAll(/(policy-\d\.ts):\d+/g)].map(([, place]) => place);
    expect(new Set(places)).toEqual(new Set([file]));
  }
});
