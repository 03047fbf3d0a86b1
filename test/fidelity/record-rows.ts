import { SyntaxKind } from "ts-morph";

type Tables = Readonly<Record<string, object>>;

/** Which rows of tables were read. */
export interface Recorder {
  /** Rows that were read before a `take(true)`. */
  readonly kept: ReadonlySet<string>;
  /** Keeps what was read since the last one, or forgets it. */
  take(keeps: boolean): void;
  /** The tables are what they were. */
  stop(): void;
}

/** The rows as a reader knows them: `expression AsExpression`, `method of text trim`. */
export function rowsOf(tables: Tables): readonly string[] {
  return Object.entries(tables).flatMap(([table, rows]) => Object.keys(rows).map((row) => nameOf(table, row)));
}

function nameOf(table: string, row: string): string {
  return `${table} ${SyntaxKind[Number(row)] ?? row}`;
}

/** Notes every read of a row until it is stopped. */
export function record(tables: Tables): Recorder {
  const kept = new Set<string>();
  const read = new Set<string>();
  const before = Object.entries(tables).map(([name, table]) => [name, table, Object.getOwnPropertyDescriptors(table)] as const);
  for (const [name, table, rows] of before)
    for (const [row, { value }] of Object.entries(rows))
      Object.defineProperty(table, row, {
        configurable: true,
        enumerable: true,
        get: () => {
          read.add(nameOf(name, row));
          return value as unknown;
        },
      });
  return {
    kept,
    take: (keeps) => {
      if (keeps) for (const row of read) kept.add(row);
      read.clear();
    },
    stop: () => {
      for (const [, table, rows] of before) Object.defineProperties(table, rows);
    },
  };
}
