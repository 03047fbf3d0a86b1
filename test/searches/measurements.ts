/** A row of docs/internals/measurements.md: what one run of a part took, and how it ended. */
export interface Measurement {
  readonly part: string;
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
  readonly seed: number;
  readonly size: number;
  readonly seconds: number;
  readonly result: string;
}

const head = ["| part | commit | date | machine | seed | size | duration | result |", "|---|---|---|---|---|---|---|---|"];

export function rowOf({ part, commit, date, machine, seed, size, seconds, result }: Measurement): string {
  return `| ${[part, commit, date, machine, seed, size, `${seconds} s`, result].join(" | ")} |`;
}

export function tableOf(measurements: readonly Measurement[]): string {
  return [...head, ...measurements.map(rowOf)].join("\n");
}

/** The rows of the page; throws where one cannot be read. */
export function measurementsIn(page: string): readonly Measurement[] {
  const lines = page.split("\n");
  const start = lines.indexOf(head[0] ?? "");
  if (start < 0) throw new Error("docs/internals/measurements.md has no table of measurements");
  const after = lines.slice(start + head.length);
  const end = after.findIndex((line) => !line.startsWith("|"));
  return after.slice(0, end < 0 ? after.length : end).map(measurementOf);
}

function measurementOf(line: string): Measurement {
  const cells = line.split("|").slice(1, -1);
  const [part = "", commit = "", date = "", machine = "", ...figures] = cells.map((cell) => cell.trim());
  const [seed, size, duration = "", result = ""] = figures;
  const seconds = Number(duration.replace(/ s$/, ""));
  const measurement = { part, commit, date, machine, seed: Number(seed), size: Number(size), seconds, result };
  if (cells.length !== 8 || rowOf(measurement) !== line)
    throw new Error(`docs/internals/measurements.md: a row that is none: ${line}`);
  return measurement;
}

/** The page with that row in the place of the one that the part had; parts stand in the order of their names. */
export function recorded(page: string, measurement: Measurement): string {
  const before = measurementsIn(page);
  const after = [...before.filter(({ part }) => part !== measurement.part), measurement];
  return page.replace(tableOf(before), () => tableOf(after.toSorted((a, b) => (a.part < b.part ? -1 : 1))));
}

/** How long so many cases would take as they did the last time. */
export function estimate(measurements: readonly Measurement[], name: string, size: number): string {
  const last = measurements.find(({ part }) => part === name);
  if (last === undefined) return "not measured yet";
  return `about ${durationText((last.seconds * size) / last.size)} (${last.size} took ${durationText(last.seconds)} on ${last.machine})`;
}

export function durationText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6_000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
