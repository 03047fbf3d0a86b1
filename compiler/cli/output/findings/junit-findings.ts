import { visible } from "../../../diagnostics/format.ts";
import { type Check, type Checks, type Finding, placeOf } from "./finding.ts";

/** JUnit XML, as CI systems read it: one suite for each file, or whatever else the checks belong to. */
export function junitFindings({ command, checks, milliseconds }: Checks): string {
  const bySuite = [...Map.groupBy(checks, ({ suite }) => suite)];
  const time = milliseconds === undefined ? "" : ` time="${seconds(milliseconds)}"`;
  const counts = `tests="${checks.length}" failures="${checks.filter(isFailure).length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(command)}" ${counts}${time}>`,
    ...bySuite.map(([suite, own]) => suiteOf(suite, own)),
    "</testsuites>",
  ].join("\n");
}

const isFailure = ({ finding }: Check): boolean => finding?.level === "error";

function suiteOf(suite: string, checks: readonly Check[]): string {
  const skipped = checks.filter(({ isSkipped }) => isSkipped === true).length;
  const times = checks.flatMap(({ milliseconds }) => milliseconds ?? []);
  const time = times.length === 0 ? "" : ` time="${seconds(times.reduce((sum, one) => sum + one, 0))}"`;
  const counts = `tests="${checks.length}" failures="${checks.filter(isFailure).length}" skipped="${skipped}"`;
  return [`  <testsuite name="${escaped(suite)}" ${counts}${time}>`, ...checks.map(caseOf), "  </testsuite>"].join("\n");
}

function caseOf({ suite, name, milliseconds, isSkipped, finding }: Check): string {
  const time = milliseconds === undefined ? "" : ` time="${seconds(milliseconds)}"`;
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}"${time}`;
  if (finding !== undefined) return [`${head}>`, `      ${told(finding)}`, "    </testcase>"].join("\n");
  return isSkipped === true ? `${head}><skipped/></testcase>` : `${head}/>`;
}

/** A warning fails nothing, and is there to be read. */
function told(finding: Finding): string {
  const { level, message, help } = finding;
  const place = placeOf(finding);
  const lines = [...(place === "" ? [] : [place]), message, ...(help === undefined ? [] : [`help: ${help}`])];
  const text = escaped(lines.join("\n"));
  if (level !== "error") return `<system-out>${level}: ${text}</system-out>`;
  return `<failure message="${escaped(message.split("\n")[0] ?? "")}">${text}</failure>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(4);
}

/** XML has no way to write most control characters, so they are spelled out first; line breaks of our own stay. */
function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text
    .split("\n")
    .map((line) => visible(line).replaceAll(/[&<>"\uFFFE\uFFFF]/g, (character) => names[character] ?? "?"))
    .join("\n");
}
