import { fenced, markdownText } from "../output/markdown.ts";
import type { PlanView } from "./plan-view.ts";
import { treeLines } from "./text-plan.ts";

/** For the comment of a pull request: the tree is folded, what denies and what is not known is not. */
export function markdownView({ headline, denials, rows, sections }: PlanView): string {
  return [
    `**${markdownText(headline)}**`,
    ...denials.map(({ name, said }) => [`${markdownText(name)} is not deleted:`, "", ...said.map(bullet)].join("\n")),
    ...(rows.length === 0
      ? []
      : [`<details><summary>What goes</summary>\n\n${fenced(treeLines(rows).join("\n"))}\n\n</details>`]),
    ...sections.map(({ title, lines }) => [`${title}:`, "", ...lines.map(bullet)].join("\n")),
  ].join("\n\n");
}

const bullet = (text: string): string => `- ${markdownText(text)}`;
