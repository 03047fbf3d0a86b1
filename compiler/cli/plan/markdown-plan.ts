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

/** A text of others as it is, whatever it holds: nothing in it is a link, a mention, HTML or a list. */
function markdownText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_{}[\]()#+!|~>]/g, String.raw`\$&`)
    .replaceAll("@", "@\u{200b}")
    .replaceAll("://", ":\u{200b}//")
    .replaceAll(/\bwww\./gi, (found) => `${found.slice(0, -1)}\u{200b}.`)
    .replaceAll(/\bGH-(?=\d)/gi, (found) => `${found}\u{200b}`);
}

/** A block of code whose fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}text\n${text}\n${fence}`;
}
