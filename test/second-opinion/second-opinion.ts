import { type Asked, type Engine, type Opinion } from "./opinion.ts";
import { agree, deviationOf } from "./deviations.ts";

/** What came of one engine. */
export interface Result {
  readonly engine: string;
  readonly asked: number;
  readonly agreed: number;
  /** How often each row of the table applied, by its name. */
  readonly explained: Readonly<Record<string, number>>;
  /** What no row of the table explains. */
  readonly unexplained: readonly Unexplained[];
}

interface Unexplained {
  readonly asked: Asked;
  readonly theirs: Opinion;
}

export function secondOpinion(engine: Engine, reasons: Iterable<Asked>): Result {
  const explained = new Map<string, number>();
  const unexplained: Unexplained[] = [];
  let [asked, agreed] = [0, 0];
  for (const one of reasons) {
    asked += 1;
    const theirs = engine.ask(one);
    if (agree(one, theirs)) agreed += 1;
    else {
      const row = deviationOf(engine.name, one, theirs);
      if (row === undefined) unexplained.push({ asked: one, theirs });
      else explained.set(row.name, (explained.get(row.name) ?? 0) + 1);
    }
  }
  return { engine: engine.name, asked, agreed, explained: Object.fromEntries(explained), unexplained };
}

/** The first few of what nobody explains, as a reader needs it. */
export function textOf({ engine, asked, agreed, explained, unexplained }: Result): string {
  const lines = unexplained
    .slice(0, 5)
    .map(({ asked: { place, text, ours, variables }, theirs }) =>
      [
        `${place}: ${text}`,
        `  ours ${JSON.stringify(ours)}, theirs ${JSON.stringify(theirs)}`,
        `  with ${[...variables.keys()].join(", ")}`,
      ].join("\n"),
    );
  return [`${engine}: ${agreed} of ${asked} agree; ${JSON.stringify(explained)}`, ...lines].join("\n");
}
