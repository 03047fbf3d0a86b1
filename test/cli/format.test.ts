import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../compiler/diagnostics/diagnostic.ts";
import { formatDiagnostic, position, visible } from "../../compiler/diagnostics/format.ts";

/** A diagnostic about the part of `text` between two `~`, and the text without them. */
function marked(text: string): { readonly diagnostic: Diagnostic; readonly source: string } {
  const [before = "", within = "", after = ""] = text.split("~");
  const span = { file: "policies/x.ts", start: before.length, end: before.length + within.length };
  return {
    diagnostic: { code: "no-such-path", severity: "error", span, message: "it is wrong", help: "do this" },
    source: before + within + after,
  };
}

function frame(text: string): readonly string[] {
  const { diagnostic, source } = marked(text);
  return formatDiagnostic(diagnostic, source, { color: false }).split("\n");
}

describe("position", () => {
  it.each([
    ["", 0, 1, 1],
    ["abc", 2, 1, 3],
    ["a\nb", 2, 2, 1],
    ["a\r\nb", 3, 2, 1],
    ["a\rb", 2, 2, 1],
    ["😀x", 2, 1, 3],
    ["abc", 99, 1, 4],
  ])("in %j offset %i is line %i, column %i", (text, offset, line, column) => {
    expect(position(text, offset)).toEqual({ line, column });
  });
});

describe("a frame", () => {
  it("shows place, code, message, the source line, the mark and the override", () => {
    expect(frame("one\n  ~for~ (;;) {}\n")).toEqual([
      "policies/x.ts:2:3 error[no-such-path]: it is wrong",
      "  |",
      "2 |   for (;;) {}",
      "  |   ^^^",
      "help: do this",
    ]);
  });

  it("marks the first line of a longer span up to its end", () => {
    expect(frame("a ~b {\n  c\n}~ d").slice(2, 4)).toEqual(["1 | a b {", "  |   ^^^"]);
  });

  it("makes room for line numbers", () => {
    expect(frame(`${"\n".repeat(99)}~x~`).slice(1, 4)).toEqual(["    |", "100 | x", "    | ^"]);
  });

  it("keeps the mark under tabs, wide characters and letters with accents", () => {
    expect(frame("\t~x~").slice(2, 4)).toEqual(["1 |     x", "  |     ^"]);
    expect(frame("a\t~x~").slice(2, 4)).toEqual(["1 | a   x", "  |     ^"]);
    expect(frame("日本 ~x~").slice(2, 4)).toEqual(["1 | 日本 x", "  |      ^"]);
    expect(frame("e\u0301 ~x~").slice(2, 4)).toEqual(["1 | e\u0301 x", "  |   ^"]);
  });

  it.each([
    ["an empty span", "ab~~c", "  |   ^"],
    ["the end of a line", "ab~~\ncd", "  |   ^"],
    ["an empty file", "~~", "  | ^"],
  ])("marks one place for %s", (_, text, marks) => {
    expect(frame(text)[3]).toBe(marks);
  });

  it("marks the end of the text for a span that lies beyond it", () => {
    const diagnostic: Diagnostic = { ...marked("~~").diagnostic, span: { file: "x.ts", start: 50, end: 60 } };
    expect(formatDiagnostic(diagnostic, "ab", { color: false }).split("\n").slice(0, 4)).toEqual([
      "x.ts:1:3 error[no-such-path]: it is wrong",
      "  |",
      "1 | ab",
      "  |   ^",
    ]);
  });

  it("shows the part around the mark of a very long line", () => {
    const [, , line = "", marks = ""] = frame(`${"a".repeat(5_000)}~b~${"c".repeat(5_000)}`);
    expect(line.length).toBeLessThan(140);
    expect(line.slice(marks.indexOf("^"), marks.indexOf("^") + 2)).toBe("bc");
    expect(line).toMatch(/^1 \| …a+bc+…$/);
  });

  it("has no source without the file's text, and no position", () => {
    const { diagnostic } = marked("~~");
    expect(formatDiagnostic(diagnostic, undefined, { color: false })).toBe(
      "policies/x.ts error[no-such-path]: it is wrong\nhelp: do this",
    );
  });
});

describe("hostile text", () => {
  it("is spelled out: nothing of it can steer the terminal or hide what a line says", () => {
    expect(visible("\u001b[31mred\u0000\u202e\u2028\u009b\ud800")).toBe("\\u{1b}[31mred\\u{0}\\u{202e}\\u{2028}\\u{9b}\\u{d800}");
    const text = frame("~x~ // \u001b]0;title\u0007 \u202e").join("\n");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain("1 | x // \\u{1b}]0;title\\u{7} \\u{202e}");
  });

  it("keeps its mark in place where the spelling is longer than the character", () => {
    expect(frame("\u001b~x~").slice(2, 4)).toEqual(["1 | \\u{1b}x", "  |       ^"]);
  });

  it("in a file name or message cannot start a line of its own", () => {
    const { diagnostic } = marked("~x~");
    const hostile = { ...diagnostic, message: "a\n::error::b", span: { ...diagnostic.span, file: "x\n::set-env::.ts" } };
    const lines = formatDiagnostic(hostile, "x", { color: false }).split("\n");
    expect(lines.filter((line) => line.trimStart().startsWith("::"))).toEqual([]);
  });
});

it("colours change how it looks and not what it says", () => {
  const { diagnostic, source } = marked("a ~b~");
  const colored = formatDiagnostic(diagnostic, source, { color: true });
  expect(colored).toContain("\u001b[");
  expect(stripVTControlCharacters(colored)).toBe(formatDiagnostic(diagnostic, source, { color: false }));
});
