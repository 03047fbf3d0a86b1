import type { FileResult } from "./test-results.ts";

export function slowestRows(files: readonly FileResult[], most: number): readonly string[] {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, most);
  const rows = slowest.map(({ file, seconds, passed, failed, skipped }) => {
    return `${seconds.toFixed(1).padStart(7)}  ${String(passed + failed + skipped).padStart(5)}  ${file}`;
  });
  return ["seconds  tests  file", ...rows];
}
