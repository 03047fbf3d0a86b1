import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type GlossaryEntry, asWords, glossary } from "./glossary.ts";

const written = [
  "compiler",
  "runtime-fallback",
  "policies",
  "test",
  "docs",
  "bench",
  ".ci",
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
];
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...written], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(ts|mjs|md|yaml)$/.test(path) && !path.startsWith("test/house/glossary"))
  // Described by Kubernetes.
  .filter((path) => !path.startsWith("compiler/language/kinds/"))
  // Removed, and not committed yet.
  .filter((path) => existsSync(path));
const lines = files.flatMap((path) =>
  withoutFormerNames(readFileSync(path, "utf8"))
    .split("\n")
    .map((line, at) => ({ place: `${path}:${at + 1}`, line, words: asWords(line) })),
);
const paths = files.map((path) => ({ place: path, line: path, words: asWords(path) }));

describe("one name for one thing, in code and prose", () => {
  test.each(glossary)("$write", (entry) => {
    expect(instead(entry, [...lines, ...paths])).toEqual([]);
  });

  test("identifiers and file names are read as words, and the words of exceptions are let alone", () => {
    const entry = { write: "override", insteadOf: ["ways? out"], except: [/no way out of here/] };
    const seen = ["waysOut", "lowerWayOut", "ways-out.ts", "A way out", "no way out of here", "always out"].map((line) => ({
      place: line,
      line,
      words: asWords(line),
    }));
    expect(instead(entry, seen)).toEqual(seen.slice(0, 4).map(({ line }) => `${line}: ${line}`));
  });
});

function instead({ insteadOf, except = [] }: GlossaryEntry, among: typeof lines): readonly string[] {
  const pattern = new RegExp(`\\b(${insteadOf.join("|")})\\b`);
  return among
    .filter(({ line, words }) => pattern.test(words) && !except.some((one) => one.test(line)))
    .map(({ place, line }) => `${place}: ${line.trim()}`);
}

/** The section of CHANGELOG.md that says what was renamed. */
function withoutFormerNames(text: string): string {
  return text.replace(/^### Names\n[^]*?(?=^###)/m, (names) => names.replaceAll(/[^\n]/g, ""));
}
