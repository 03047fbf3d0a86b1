import { wrapped } from "../../test/fixtures/wrapped-text.ts";
import type { Line, Row } from "../row.ts";
import { tableOf } from "./table.ts";

export interface Result {
  readonly row: Row;
  readonly lines: readonly Line[];
  /** Why there are none. */
  readonly missing?: string;
}

const introduction = `What Holdfast costs the API server, the webhook, and whoever compiles. Each figure stands beside a floor (the least that
could be done) and beside peers (what others do). All figures are medians of one run, in which each had its turn again
and again. Compare the ratios; absolute figures depend on the machine:`;

const howTo = `Run \`npm run bench\` to print this table in about ten minutes, \`npm run bench -- ROW\` for one row, and \`--list\` for the
names. \`npm run bench -- --write\` writes this page. Rows with an API server, and peers in Go, need Go once to build it,
as \`npm test\` does; without Go they are left out. Run nothing else on the machine meanwhile.`;

/** The text of docs/internals/performance.md. */
export function performancePage(results: readonly Result[], machine: readonly string[]): string {
  const parts = [
    "# Performance",
    "<!-- Written by `npm run bench -- --write`. -->",
    prose(introduction),
    machine.map((line) => `- ${line}`).join("\n"),
    prose(howTo),
    ...results.map(section),
  ];
  return `${parts.join("\n\n")}\n`;
}

function section({ row, lines, missing }: Result): string {
  const figures = missing === undefined ? tableOf(lines) : prose(`Not measured in this run: ${missing}.`);
  return [`## \`${row.name}\``, prose(row.means), figures].join("\n\n");
}

const prose = (text: string): string => wrapped(text.replaceAll("\n", " "));
