import { describe, expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";
import { type Source, fileOf } from "./example.ts";

const name = "oldObject.metadata.name";
const times = <T>(count: number, make: (at: number) => T): readonly T[] => Array.from({ length: count }, (_, at) => make(at));
const list = (count: number): string => `[${times(count, (at) => `"k${at}"`).join(", ")}]`;
const rule = (expression: string): string => `({ oldObject }) => ${expression}`;
const around = (count: number, open: string, inside: string, close: string): string =>
  `${open.repeat(count)}${inside}${close.repeat(count)}`;

/** What no stack or API server goes through, by what is reported. */
const tooMuch: Readonly<Record<string, readonly Source[]>> = {
  "nested-too-deeply": [
    { rule: rule(around(10_000, "(", `${name} === "x"`, ")")) },
    { rule: rule(around(600, "(", `${name} === "x"`, ")")) },
    { rule: rule(`${`${name} === "x" ? true : `.repeat(10_000)}false`) },
    { rule: rule(`${`${name} === "x" ? true : `.repeat(400)}false`) },
    { rule: rule(`${"!".repeat(5_000)}(${name} === "x")`) },
    { rule: rule(times(3_000, (at) => `${name} === "k${at}"`).join(" || ")) },
    { rule: rule(`${times(2_000, () => name).join(" + ")} === "x"`) },
    { rule: rule(`oldObject${".metadata".repeat(3_000)}.name === "x"`) },
    { rule: rule(`${around(3_000, "`${", name, "}`")} === "x"`) },
    {
      rule: `({ oldObject }) => { ${times(2_000, (at) => `if (${name} === "k${at}") { return true; } else `).join("")} { return false; } }`,
    },
    { rule: around(3_000, "() => ", "true", "") },
    { rule: `() => { ${around(5_000, "{", "return true;", "}")} }` },
    { top: `const deep = ${around(3_000, "[", "1", "]")};` },
    { top: `const deep = ${around(3_000, "{ a: ", "1", " }")};` },
    { top: `type Deep = ${around(3_000, "(", "string", ")")};` },
    { top: `type Deep = ${around(3_000, "Array<", "string", ">")};` },
    { top: `type Deep = string${"[]".repeat(3_000)};` },
  ],
  "too-large": [
    { top: `const keys = ${list(5_000)};`, rule: rule(`keys.some((key) => oldObject.metadata.labels?.[key] === "x")`) },
    {
      top: `const a0 = "abcdefgh";\n${times(40, (at) => `const a${at + 1} = a${at} + a${at};`).join("\n")}`,
      rule: rule(`${name} === a40`),
    },
    {
      top: `const a0 = ["a"];\n${times(40, (at) => `const a${at + 1} = [...a${at}, ...a${at}];`).join("\n")}`,
      rule: rule(`a40.includes(${name})`),
    },
    {
      top: `const f0 = (x: string): boolean => x === "x";\n${times(40, (at) => `const f${at + 1} = (x: string): boolean => f${at}(x) || f${at}(x + "y");`).join("\n")}`,
      rule: rule(`f40(${name})`),
    },
  ],
  "expression-too-long": [{ top: `const keys = ${list(15_000)};`, rule: rule(`keys.includes(${name})`) }],
  "expression-too-deep": [{ rule: rule(`\`${times(130, () => "${oldObject.kind}-").join("")}\` === ${name}`) }],
};

describe("what is too much is rejected", () => {
  const rows = Object.entries(tooMuch).flatMap(([code, sources]) =>
    sources.map((source, at) => ({ title: `${code} ${at + 1}`, code, source })),
  );

  test.each(rows)("$title", ({ code, source }) => {
    const text = fileOf(source, "deep");
    const { diagnostics, files } = compileFiles({ "deep.ts": text });
    expect(diagnostics.map((found) => found.code)).toEqual([code]);
    expect(diagnostics[0]?.span.end).toBeLessThanOrEqual(text.length);
    expect(diagnostics[0]?.message.length).toBeLessThan(500);
    expect(files).toEqual([]);
  });
});

test("a message that is too deep is replaced", () => {
  const message = `({ oldObject }) => \`${times(130, () => "${oldObject.kind}-").join("")}\``;
  const { diagnostics, warnings } = compileFiles({ "deep.ts": fileOf({ message }, "deep") });
  expect(diagnostics).toEqual([]);
  expect(warnings.map(({ code }) => code)).toEqual(["message-replaced"]);
});

describe("what is much compiles", () => {
  test.each([
    { title: "5,000 names", source: { top: `const keys = ${list(5_000)};`, rule: rule(`keys.includes(${name})`) } },
    { title: "100 alternatives", source: { rule: rule(times(100, (at) => `${name} === "k${at}"`).join(" || ")) } },
    {
      title: "500 keys asked one by one",
      source: { top: `const keys = ${list(500)};`, rule: rule(`keys.some((key) => oldObject.metadata.labels?.[key] === "x")`) },
    },
    { title: "100 pairs of parentheses", source: { rule: rule(around(100, "(", `${name} === "x"`, ")")) } },
    {
      title: "300 ifs in a row",
      source: {
        rule: `({ oldObject }) => { ${times(300, (at) => `if (${name} === "k${at}") return true;`).join("\n")} return false; }`,
      },
    },
  ])("$title", ({ source }) => {
    expect(compileFiles({ "deep.ts": fileOf(source, "deep") }).diagnostics).toEqual([]);
  });

  test("a deep module does not stop the report", () => {
    const policy = fileOf({ top: `import { deep } from "./module.ts";`, rule: "() => deep === true" }, "deep");
    const { diagnostics } = compileFiles(
      { "deep.ts": policy, "module.ts": `export const deep = ${around(5_000, "(", "true", ")")};` },
      ["deep.ts"],
    );
    expect(diagnostics.map(({ code, span }) => `${span.file} ${code}`)).toEqual(["module.ts nested-too-deeply"]);
  });
});
