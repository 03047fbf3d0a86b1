import { htmlPage } from "../output/html/page.ts";
import type { PageRow } from "../output/html/shown-rows.ts";
import type { PlanRow, PlanView } from "./plan-view.ts";

/** For a browser: what denies, what goes as a tree, and the rest, as in the other formats. */
export function htmlView({ headline, denials, rows, sections }: PlanView): string {
  return htmlPage({
    of: "holdfast plan",
    headline,
    blocks: [
      {
        title: "What denies it",
        tone: "waits",
        form: "list",
        rows: denials.map(({ name, said }) => ({ ...line(`${name} is not deleted:`), notes: said })),
      },
      { title: "What goes", tone: "plain", form: "tree", rows: rows.map(treeRow) },
      ...sections.map(({ title, tone, lines }) => ({ title, tone, form: "list" as const, rows: lines.map(line) })),
    ],
    legend: { loss: "data is lost", waits: "somebody else has to act", stays: "it stays" },
  });
}

const line = (name: string): PageRow => ({ name, notes: [], tone: "plain", children: [] });

function treeRow({ name, note, tone, children }: PlanRow): PageRow {
  return { name: note === "" ? name : `${name}:`, notes: note === "" ? [] : [note], tone, children: children.map(treeRow) };
}
