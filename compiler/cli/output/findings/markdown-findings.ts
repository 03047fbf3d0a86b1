import { markdownText } from "../markdown.ts";
import { visible } from "../../../diagnostics/format.ts";
import { type Checks, type Finding, findingsIn, placeOf } from "./finding.ts";

/** So many stand in a comment of a pull request, which takes 65536 characters. */
const longest = 50;

/** For a comment of a pull request, or the page of a run: the headline, and a line for each finding. */
export function markdownFindings(checks: Checks): string {
  const found = findingsIn(checks);
  const more = found.length > longest ? [`- and ${found.length - longest} more`] : [];
  const lines = [...found.slice(0, longest).map(lineOf), ...more];
  const title = `**${markdownText(visible(`${checks.command}: ${checks.headline}`))}**`;
  return [title, ...(lines.length === 0 ? [] : ["", ...lines])].join("\n");
}

function lineOf(finding: Finding): string {
  const { level, rule, message, help } = finding;
  const place = placeOf(finding);
  const [first = "", ...rest] = message.split("\n");
  const head = [level, ...(place === "" ? [] : [place]), `${rule}: ${first}`].map((text) => markdownText(visible(text)));
  const more = [...rest, ...(help === undefined ? [] : [`help: ${help}`])];
  return [`- ${head.join(" ")}`, ...more.map((line) => `  ${markdownText(visible(line))}`)].join("\\\n");
}
