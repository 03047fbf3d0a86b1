import { type Judged, judge } from "../judge.ts";
import type { Goal, Line, Measured, Unit } from "../row.ts";
import { median } from "../statistics.ts";

const heads = ["what", "floor", "peers", "Holdfast", "ratio", "goal", "met", "n"] as const;

/** A table in Markdown, which reads well in a terminal, too. */
export function tableOf(lines: readonly Line[]): string {
  const cells = [heads, ...lines.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const [head = [], ...rest] = cells;
  return [lineOf(head), rule, ...rest.map(lineOf)].join("\n");
}

function cellsOf(line: Line): readonly string[] {
  const judged = judge(line);
  const others = (role: Measured["role"]): string =>
    line.measured
      .filter((one) => one.role === role)
      .map(({ name, values }) => `${name} ${figure(median(values))}`)
      .join("; ");
  return [
    line.what,
    others("floor"),
    others("peer"),
    `${figure(judged.figure)} ${line.unit}`,
    judged.ratio === undefined ? "" : `${judged.ratio.toFixed(2)}x`,
    line.goal === undefined ? "" : goalText(line.goal, line.unit),
    metText(judged, line.goal),
    countsOf(line.measured),
  ];
}

function goalText({ limit, figure: wanted, beside }: Goal, unit: Unit): string {
  const sign = limit === "at most" ? "<=" : ">=";
  if (beside === undefined) return `${sign} ${wanted} ${unit}`;
  if (beside.by === "ratio") return `${sign} ${wanted}x of ${beside.name}`;
  return `${sign} ${wanted} ${unit} more than ${beside.name}`;
}

function metText({ isMet, reached }: Judged, goal: Goal | undefined): string {
  if (goal === undefined) return "";
  if (isMet === undefined) return "not measured";
  const more = goal.beside?.by === "difference" ? ` (+${figure(reached)})` : "";
  return `${isMet ? "yes" : "no"}${more}`;
}

/** One number where it is the same for all. */
function countsOf(measured: readonly Measured[]): string {
  const counts = measured.map(({ values, n }) => n ?? values.length);
  return [...new Set(counts)].join(" / ");
}

/** Three digits that count. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return "-";
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
