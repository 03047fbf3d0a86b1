import { HelpfulError } from "../../api/helpful-error.ts";
import type { Tone } from "../output/tone.ts";
import type { PlanRow, PlanView } from "./plan-view.ts";

/** More is no picture any more. */
const mostRows = 60;

const classes: Readonly<Record<Tone, string>> = {
  loss: "fill:#fdd,stroke:#c00",
  waits: "fill:#ffd,stroke:#a80",
  stays: "fill:#dfd,stroke:#080",
  plain: "fill:#fff,stroke:#888",
};

/** A small tree as a flowchart of Mermaid, which forges draw. Throws a `HelpfulError` where it is too large. */
export function mermaidView({ headline, rows }: PlanView): string {
  const nodes = rows.flatMap((row) => nodesOf(row, undefined));
  if (nodes.length > mostRows)
    throw new HelpfulError(
      `a picture of ${nodes.length} rows shows nothing`,
      `mermaid is for plans of up to ${mostRows} rows: take --format text or markdown`,
    );
  const ids = new Map(nodes.map(({ row }, at) => [row, `o${at}`]));
  return [
    "flowchart LR",
    `  plan["${escaped(headline)}"]:::plain`,
    ...nodes.map(({ row }) => `  ${ids.get(row) ?? ""}["${labelOf(row)}"]:::${row.tone}`),
    ...nodes.flatMap(({ row, parent }) => (parent === undefined ? [] : [`  ${ids.get(parent) ?? ""} --> ${ids.get(row) ?? ""}`])),
    ...Object.entries(classes).map(([tone, style]) => `  classDef ${tone} ${style}`),
  ].join("\n");
}

interface Node {
  readonly row: PlanRow;
  readonly parent: PlanRow | undefined;
}

function nodesOf(row: PlanRow, parent: PlanRow | undefined): readonly Node[] {
  return [{ row, parent }, ...row.children.flatMap((child) => nodesOf(child, row))];
}

/** Entities of Mermaid in place of all that could end the text. */
function labelOf({ name, note }: PlanRow): string {
  return escaped(note === "" ? name : `${name}: ${note}`);
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w\s/.,:-]/gu, (character) => `#${character.codePointAt(0) ?? 0};`);
}
