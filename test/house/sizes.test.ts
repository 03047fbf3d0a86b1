import { expect, test } from "vitest";
import { entriesOf } from "./measure.ts";
import { sourceFiles } from "./source-files.ts";

/** Lines at which a file has to be divided. Most have 50 to 120. */
const limits = [
  { folder: "policies", max: 120 },
  { folder: "compiler", max: 350 },
  { folder: "runtime-fallback", max: 300 },
  { folder: "test", max: 350 },
] as const;

test.each(limits)("no file of $folder has more than $max lines", ({ folder, max }) => {
  const long = sourceFiles(folder).filter(({ lines }) => lines > max);
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
});

test.each(["compiler", "runtime-fallback"])("half of the files of %s have at max 110 lines", (folder) => {
  const lines = sourceFiles(folder)
    .map((file) => file.lines)
    .toSorted((a, b) => a - b);
  expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(110);
});

/** What stands in these are the products, stages and features themselves, each under the name that people look for. */
const tops = { compiler: 28, "runtime-fallback": 22 } as const;

test.each(Object.entries(tops))("%s has no more than %i entries, and no folder in it more than 20", (top, max) => {
  const full = [...entriesOf(sourceFiles(top))].filter(([folder, entries]) => entries > (folder === top ? max : 20));
  expect(full).toEqual([]);
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
