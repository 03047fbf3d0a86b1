import { styleText } from "node:util";
import type { Tone } from "../output/tone.ts";
import type { PlanRow, PlanView } from "./plan-view.ts";

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** Red: data is lost; yellow: somebody else has to act; green: it stays. */
const styles: Readonly<Record<Tone, Style | undefined>> = {
  loss: "red",
  waits: "yellow",
  stays: "green",
  plain: undefined,
};

/**
 * What a delete takes, as a tree:
 *
 *     Deletes 4 objects in 1 Namespace, 1 volume with 10 GiB
 *
 *     Namespace shop
 *     ├─ StatefulSet db
 *     │  └─ Pod db-0
 *     └─ PersistentVolumeClaim data-db-0
 *        └─ PersistentVolume pv-7, 10Gi: its data is deleted
 */
export function textView(view: PlanView, { color }: { readonly color: boolean }): string {
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const { headline, denials, rows, sections } = view;
  const parts = [
    ...denials.map(({ name, said }) => [paint("yellow", `${name} is not deleted:`), ...said.map((one) => `  ${one}`)]),
    treeLines(rows, paint),
    ...sections.map(({ title, lines }) => [`${title}:`, ...lines.map((line) => `  ${line}`)]),
  ].filter((lines) => lines.length > 0);
  return [paint("bold", headline), ...parts.map((lines) => lines.join("\n"))].join("\n\n");
}

/** Rows, each with what goes with it below. */
export function treeLines(rows: readonly PlanRow[], paint: Paint = (_, text) => text): readonly string[] {
  return rows.flatMap((row) => linesOf(row, paint));
}

function linesOf({ name, note, tone, children }: PlanRow, paint: Paint): readonly string[] {
  const style = styles[tone];
  const shown = note === "" ? name : `${name}: ${style === undefined ? note : paint(style, note)}`;
  return [shown, ...children.flatMap((child, at) => indented(linesOf(child, paint), at === children.length - 1))];
}

function indented(lines: readonly string[], isLast: boolean): readonly string[] {
  return lines.map((line, at) => `${at === 0 ? (isLast ? "└─ " : "├─ ") : isLast ? "   " : "│  "}${line}`);
}
