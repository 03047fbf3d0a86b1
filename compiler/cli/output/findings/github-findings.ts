import { visible } from "../../../diagnostics/format.ts";
import { type Checks, type Finding, findingsIn } from "./finding.ts";

const commands = { error: "error", warning: "warning", note: "notice" } as const;

/** Workflow commands of GitHub Actions: an annotation at the place of each finding. GitHub shows ten of a level and step. */
export function githubFindings(checks: Checks): string {
  return [...findingsIn(checks).map((one) => annotation(one, checks)), visible(`${checks.command}: ${checks.headline}`)].join(
    "\n",
  );
}

function annotation(finding: Finding, { command }: Checks): string {
  const { level, rule, file, position, object, message, help } = finding;
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(position === undefined ? [] : [`line=${position.line}`, `col=${position.column}`]),
    `title=${property(`${command}: ${rule}`)}`,
  ];
  const about = object === undefined || message.includes(object) ? [] : [object];
  const text = [...about, ...message.split("\n"), ...(help === undefined ? [] : [`help: ${help}`])].map(visible).join("\n");
  return `::${commands[level]} ${properties.join(",")}::${data(text)}`;
}

/** actions/toolkit: packages/core/src/command.ts, escapeData. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** The same place, escapeProperty. */
function property(text: string): string {
  return data(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
