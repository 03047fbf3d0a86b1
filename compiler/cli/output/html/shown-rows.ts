import type { Tone } from "../tone.ts";

/** A row of a page, and what stands below it. */
export interface PageRow {
  readonly name: string;
  readonly notes: readonly string[];
  /** What a person would paste into a shell. */
  readonly command?: string;
  readonly tone: Tone;
  readonly children: readonly PageRow[];
}

/** A row as far as the page shows it. */
export interface ShownRow {
  readonly row: PageRow;
  readonly shown: ShownRows;
}

export interface ShownRows {
  readonly rows: readonly ShownRow[];
  /** How many of these are left out. */
  readonly more: number;
  /** All of them and all below, whether they are shown or not. */
  readonly counts: Counts;
  /** How many of all that are shown. */
  readonly shownCount: number;
}

export type Counts = Readonly<Record<Tone, number>>;

/** A list of more is not read, and takes a browser seconds: 100,000 rows in one are. */
const longest = 1_000;

/** What just goes is left out first, the last of it before others; the order stays. */
export function shownRows(rows: readonly PageRow[]): ShownRows {
  const all = rows.map((row): ShownRow => ({ row, shown: shownRows(row.children) }));
  const kept = rows.length <= longest ? all : keptOf(all);
  return {
    rows: kept,
    more: all.length - kept.length,
    counts: sum(all.map(countsOf)),
    shownCount: kept.reduce((count, { shown }) => count + 1 + shown.shownCount, 0),
  };
}

function keptOf(all: readonly ShownRow[]): readonly ShownRow[] {
  const [telling, plain] = [all.filter(isTelling), all.filter((one) => !isTelling(one))];
  const kept = new Set([...telling, ...plain].slice(0, longest));
  return all.filter((one) => kept.has(one));
}

const isTelling = (one: ShownRow): boolean => {
  const { loss, waits, stays } = countsOf(one);
  return loss + waits + stays > 0;
};

const countsOf = ({ row, shown }: ShownRow): Counts => ({ ...shown.counts, [row.tone]: shown.counts[row.tone] + 1 });

function sum(all: readonly Counts[]): Counts {
  const total = { loss: 0, stays: 0, waits: 0, plain: 0 };
  for (const one of all) for (const tone of tones) total[tone] += one[tone];
  return total;
}

export const tones = ["loss", "waits", "stays", "plain"] as const;

export const totalOf = (counts: Counts): number => tones.reduce((total, tone) => total + counts[tone], 0);

/** So many rows are open at first; what a delete names is always. */
const mostOpen = 200;

/** Rows that are open at first: level by level, as long as the page stays one that is read. */
export function openRows(rows: readonly ShownRow[]): ReadonlySet<ShownRow> {
  const open = new Set<ShownRow>();
  let visible = 0;
  for (let level = rows; level.length > 0; level = level.flatMap(({ shown }) => shown.rows)) {
    visible += level.length;
    const below = level.reduce((count, { shown }) => count + shown.rows.length, 0);
    const isFew = open.size === 0 && level.length === 1;
    if (below === 0 || (visible + below > mostOpen && !isFew)) break;
    for (const row of level) if (row.shown.rows.length > 0) open.add(row);
  }
  return open;
}
