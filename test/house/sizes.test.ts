import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/** Lines at which a file has to be divided. Most have 50 to 120. */
const limits = [
  { folder: "policies", most: 120 },
  { folder: "compiler", most: 350 },
  { folder: "runtime-fallback", most: 350 },
  { folder: "test", most: 500 },
] as const;

test.each(limits)("no file of $folder has more than $most lines", ({ folder, most }) => {
  const long = sourceFiles(folder).filter(({ lines }) => lines > most);
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
});

test("half of the compiler's files have at most 110 lines", () => {
  const lines = sourceFiles("compiler")
    .map((file) => file.lines)
    .toSorted((a, b) => a - b);
  expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(110);
});

test("no file is a drawer", () => {
  const drawers = /(^|[/-])(utils?|helpers?|common|misc|manager|processor|impl|base)([.-]|$)/;
  const named = ["compiler", "policies", "runtime-fallback", "test"]
    .flatMap(sourceFiles)
    .filter(({ path }) => drawers.test(path.split("/").at(-1) ?? ""));
  expect(named.map(({ path }) => path)).toEqual([]);
});

test("policies are the only default exports", () => {
  const exporting = ["compiler", "runtime-fallback"].flatMap(sourceFiles).filter(({ text }) => /^export default /m.test(text));
  expect(exporting.map(({ path }) => path)).toEqual([]);
});
