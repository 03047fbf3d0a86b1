import { wrapped } from "../../test/fixtures/wrapped-text.ts";
import type { Line, Row } from "../row.ts";
import { tableOf } from "./table.ts";

export interface Result {
  readonly row: Row;
  readonly lines: readonly Line[];
  /** Why there are none. */
  readonly missing?: string;
}

const introduction = `What Holdfast costs, beside the least that could be done (the floor) and beside what others do
(the peers). All figures are medians of one run, in which each had its turn again and again. Ratios are to be compared
with, absolute figures are of this machine.`;

const howTo = `\`npm run bench\` prints this table in about ten minutes, \`npm run bench -- ROW\` one row of it, \`--list\` the
names of all. \`npm run bench -- --write\` writes this page. Rows with an API server need what \`npm test\` needs (Go, once,
to build it), and so do peers in Go; without it they are left out. Nothing else should run on the machine meanwhile.`;

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
