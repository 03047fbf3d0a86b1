import { formatTable } from "../output/summary.ts";
import type { ScanRow, ScanView } from "./scan-view.ts";

/** So many stand in a list; `--format json` has them all. */
const longest = 100;

/**
 * What a scan has found, problems first:
 *
 *     1 of 3 objects that hold data or keep others alive is protected; 1 mark is misspelled
 *
 *     Not protected:
 *       PersistentVolumeClaim shop/data-db-0  its data, 10Gi in PersistentVolume pv-7, is deleted with it
 */
export function textScan({ headline, sections }: ScanView): string {
  return [headline, ...sections.map(({ title, rows }) => [`${title}:`, ...linesOf(rows)].join("\n  "))].join("\n\n");
}

function linesOf(rows: readonly ScanRow[]): readonly string[] {
  const cells = rows
    .slice(0, longest)
    .map(({ name, notes, command }) => [name, ...notes, ...(command === undefined ? [] : [command])]);
  const columns = Math.max(...cells.map(({ length }) => length));
  const table = formatTable(cells.map((row) => [...row, ...Array.from({ length: columns - row.length }, () => "")])).split("\n");
  return rows.length > longest ? [...table, `… ${rows.length - longest} more (--format json shows all)`] : table;
}
