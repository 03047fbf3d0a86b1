import { writeSync } from "node:fs";

/** Past the test runner, whose reporters hide what tests print when all is well. */
export function printFigures(line: string): void {
  writeSync(2, `${line}\n`);
}

export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
