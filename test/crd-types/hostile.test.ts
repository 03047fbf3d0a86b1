import { describe, expect, test } from "vitest";
import { type DeclarationFile, declareTypes } from "../../compiler/crd-types/index.ts";
import { definitionOf } from "./definition-text.ts";
import { problemsIn } from "./type-check.ts";

/** Text that would end a comment or a string, begin a tag, steer a terminal or mislead a reader. */
const hostile = [
  "*/ export const stolen = 1; /*",
  "a *\n/ b",
  "* /\n*/",
  "@deprecated\n  @type {any}\n@ts-ignore\n{@link javascript:alert(1)}",
  "/// <reference path='/etc/passwd' />",
  '"; export const stolen = 1; //',
  "`${process.exit()}`",
  "\u001b[2J\u0007\u009b31m",
  "a\u202eb\u2066c\u200bd",
  "line\u2028separator\u2029paragraph",
  "\\u{1F600} \\",
  "\ud800 lone",
  "#!/bin/sh",
  "\u0000",
  `${"word ".repeat(200)}@see ${"x".repeat(500)}*/`,
];

const control = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const places: Readonly<Record<string, (text: string) => object>> = {
  "the description of a field": (text) => ({ properties: { a: { type: "string", description: text } } }),
  "the description of an object": (text) => ({ description: text }),
  "the name of a field": (text) => ({ properties: { [text]: { type: "string" } } }),
  "the name of a required field": (text) => ({
    required: [text],
    properties: { [text]: { type: "array", items: { type: "string" } } },
  }),
  "a value to choose": (text) => ({ properties: { a: { type: "string", enum: [text, "b"] } } }),
  "a default": (text) => ({ properties: { a: { type: "string", default: text } } }),
  "a type and a format": (text) => ({ properties: { a: { type: text, format: text, pattern: text } } }),
};

/** The file of a definition with this `spec`; each has a name of its own. */
function fileOf(part: object, name = "thing"): DeclarationFile {
  const schema = { type: "object", properties: { spec: { type: "object", ...part } } };
  const text = JSON.stringify(definitionOf(schema, { kind: name, plural: `${name}s` }));
  const { files, problems } = declareTypes([{ path: "crd.json", text }]);
  expect(problems).toEqual([]);
  const [file] = files;
  if (file === undefined) throw new Error("no file");
  return file;
}

const files = Object.values(places).flatMap((place, column) =>
  hostile.map((text, row) => fileOf(place(text), `t${column}x${row}`)),
);

test(`${files.length} files with hostile text are one import and one interface each, and TypeScript takes them`, () => {
  expect(problemsIn(files)).toEqual([]);
});

describe.each(Object.entries(places))("as %s", (_, place) => {
  test.each(hostile)("%j is neither control character nor tag", (text) => {
    const file = fileOf(place(text));
    expect(file.text.replaceAll("\n", "")).not.toMatch(control);
    const comments = file.text.split("\n").filter((line) => /^\s*(\/\*\*| \*)/.test(line));
    expect(comments.filter((line) => /^\s*\/?\*+\s*@|\{@/.test(line))).toEqual([]);
  });
});

test("a value that was escaped is still that value", () => {
  const value = 'a"\\\u202e\u0007é\ud83d\ude00';
  const file = fileOf({ properties: { a: { type: "string", enum: [value] } } });
  const literal = /readonly a\?: (".*");/.exec(file.text)?.[1] ?? "";
  expect(JSON.parse(literal)).toBe(value);
});
