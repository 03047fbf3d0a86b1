import { expect, test } from "vitest";
import { callCost } from "../../compiler/cel/cost/charges.ts";
import { emittedFunction, resultText, sinceKubernetes } from "../../compiler/cel/emitted.ts";
import type { CelFunction, Overload } from "../../compiler/cel/functions/cel-function.ts";
import { allFunctions, functionsOf } from "../../compiler/cel/functions/index.ts";
import type { CelType } from "../../compiler/cel/values/cel-type.ts";
import type { CelValue } from "../../compiler/cel/values/value.ts";
import { newestMinor } from "../../compiler/ir/kubernetes-version.ts";
import { sourceFiles } from "../house/source-files.ts";

const emittedRows = allFunctions.filter(({ emitted }) => emitted !== undefined);

test("each overload is evaluated: by itself, for its whole row, or as a call that is more than a function", () => {
  const without = allFunctions.flatMap(({ name, overloads, implementation, special }) =>
    overloads
      .filter((overload) => overload.implementation === undefined && implementation === undefined && special === undefined)
      .map(({ id }) => `${name}: ${id}`),
  );
  expect(without).toEqual([]);
});

test("no two overloads have the same id", () => {
  const ids = allFunctions.flatMap(({ overloads }) => overloads.map(({ id }) => id));
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test("a cost for one overload names an overload of its row", () => {
  const wrong = allFunctions.flatMap(({ name, overloads, charges: { celGo = {} } }) =>
    Object.keys(celGo)
      .filter((id) => !overloads.some((overload) => overload.id === id))
      .map((id) => `${name}: ${id}`),
  );
  expect(wrong).toEqual([]);
});

test("a function is known from its first Kubernetes on", () => {
  expect(functionsOf(30).has("ip")).toBe(false);
  expect(functionsOf(31).has("ip")).toBe(true);
  expect(functionsOf(34).has("slice")).toBe(false);
  expect([sinceKubernetes("ip"), sinceKubernetes("slice"), sinceKubernetes("size")]).toEqual([31, 35, 0]);
});

const stages = ["compiler/ir", "compiler/lower", "compiler/plan", "compiler/split", "compiler/guard"].flatMap(sourceFiles);

/** `call("size", ...)`, `celCall("size", ...)`, `method(text, "trim", ...)` */
const writtenByName = /\b(?:c|celC)all\(\s*"([\w.]+)"|\bmethod\([^"]{1,120}?, "([\w.]+)", \[/g;

test("whatever the stages write by name has a row with estimates", () => {
  const written = new Set(stages.flatMap(({ text }) => Array.from(text.matchAll(writtenByName), ([, a, b]) => a ?? b ?? "")));
  const emitted = new Set(emittedRows.map(({ name }) => name));
  expect(written.size).toBeGreaterThan(25);
  expect([...written].filter((name) => !emitted.has(name))).toEqual([]);
});

test("whatever has estimates is written by a stage", () => {
  const unwritten = emittedRows.filter(({ name }) => !stages.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(unwritten.map(({ name }) => name)).toEqual([]);
});

test("a call without a row cannot be estimated: that is a bug", () => {
  const call = { function: "charsAt", receiver: "text" };
  expect(() => resultText(call)).toThrow("no row of compiler/cel/functions says what the compiler estimates of charsAt");
});

test.each([
  [true, "list_a_index_of_int"],
  [false, "string_index_of_string"],
])("of indexOf, where the target is a list: %s, the estimate is that of %s", (isOfList, id) => {
  const row = emittedRows.find(({ name, overloads }) => name === "indexOf" && overloads.some((overload) => overload.id === id));
  expect(emittedFunction({ function: "indexOf", receiver: "x" }, () => isOfList).estimate).toBe(row?.emitted?.estimate);
});

/** Characters of each text. */
const lengths = [0, 1, 10, 1000];

test.each(emittedRows.flatMap((row) => row.overloads.map((overload) => [row.name, overload.id, row, overload] as const)))(
  "%s, %s: the estimate is at least what the API server charges",
  (name, _, row, overload) => {
    for (const target of lengths) {
      for (const other of lengths) expect(shortfall(row, overload, [target, other]), `${name} of ${target}, ${other}`).toBe(0);
    }
  },
);

/** By how many units the estimate of a call with texts of such lengths is too low. */
function shortfall(row: CelFunction, overload: Overload, [target, other]: readonly [number, number]): number {
  const values = overload.parameters.map((type, at) => valueOf(type, at === 0 ? target : other));
  const charged = callCost(row, overload, newestMinor)(values, resultOf(row, overload, values));
  const bytes = values.map(bytesOf);
  const traversal = (at: number): number => (bytes[at] === undefined ? 0 : bytes[at] / 10 + 1);
  const estimate = row.emitted?.estimate({
    traversal,
    maxBytes: (at) => bytes[at] ?? 0,
    ofResult: () => target * (other + 1),
    entries: 2,
    addedSteps: 0,
  });
  return Math.max(0, charged - Math.ceil(estimate ?? 0));
}

/** Of an opaque type all that counts is its size; 16 bytes are those of an IPv6 address. */
function valueOf({ kind, parameters: [element] }: CelType, length: number): CelValue {
  if (kind === "string") return "a".repeat(length);
  if (kind === "list" && element?.kind === "string") return ["a".repeat(length), "b"];
  if (kind === "opaque") return { size: 16 } as unknown as CelValue;
  return 1n;
}

function resultOf({ emitted }: CelFunction, { result }: Overload, [target = 1n, other = ""]: readonly CelValue[]): CelValue {
  if (emitted?.text === "joined") return [target].flat().join(String(other));
  return result.kind === "string" || result.kind === "list" ? target : 1n;
}

function bytesOf(value: CelValue): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.join("").length : 0;
}
