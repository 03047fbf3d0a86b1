import type { CommandDefinition } from "../../../compiler/cli/arguments/command-definition.ts";
import { commands, groups } from "../../../compiler/cli/arguments/commands.ts";
import {
  about,
  environment,
  exitCodeRows,
  files,
  findingRows,
  flagSections,
  usageLine,
} from "../../../compiler/cli/arguments/help.ts";
import { wrapped } from "../../fixtures/wrapped-text.ts";

const beginning = `# Commands

${wrapped(
  `${about} \`holdfast --help\` lists the commands, and \`holdfast <command> --help\` says of one what this page does. ` +
    "The page is made by `node test/cli/help/write-docs.ts` of the table that the command line is parsed by, and a test compares.",
)}`;

/** docs/reference/commands.md, of the table of commands. */
export function commandsPage(): string {
  const overview = groups.map(({ title, names }) =>
    [`${title}:`, "", ...names.map((name) => item(`[\`${name}\`](#holdfast-${name})`, commands[name]?.summary ?? ""))].join("\n"),
  );
  const sections = groups.flatMap(({ names }) => names.flatMap((name) => sectionOf(name, commands[name])));
  return `${[beginning, ...overview, ...sections, ending()].join("\n\n")}\n`;
}

function sectionOf(name: string, definition: CommandDefinition | undefined): readonly string[] {
  if (definition === undefined) return [];
  const { does, usage, flags, examples, exitsWith1, page } = definition;
  return [
    `## holdfast ${name}`,
    ...does.split(/\n\s*\n/).map((paragraph) => prose(paragraph)),
    fence(
      "text",
      usage.map((words) => usageLine(name, words)),
    ),
    fence(
      "sh",
      examples.map(({ line, does: why }) => `${line.padEnd(Math.max(...examples.map((one) => one.line.length)))}  # ${why}`),
    ),
    ...flagSections(flags).map(({ heading, rows }) =>
      [`${heading}:`, "", ...rows.map(([flag, says]) => item(`\`${flag}\``, says))].join("\n"),
    ),
    ...(exitsWith1 === undefined ? [] : [prose(`Exit code 1: ${exitsWith1}.`)]),
    ...(page === "docs/reference/commands.md" ? [] : [`More: ${linked(page)}`]),
  ];
}

function ending(): string {
  const listed = (rows: ReturnType<typeof exitCodeRows>) => rows.map(([name, says]) => item(`\`${name}\``, says)).join("\n");
  return [
    "## Exit codes",
    listed(exitCodeRows()).replace(" (below)", ""),
    "Exit code 1, command by command:",
    findingRows()
      .map(([names, when]) =>
        item(
          names
            .split(", ")
            .map((name) => `\`${name}\``)
            .join(", "),
          when,
        ),
      )
      .join("\n"),
    "## Environment and files",
    listed([...environment, ...files]),
  ].join("\n\n");
}

const fence = (language: string, lines: readonly string[]): string => ["```" + language, ...lines, "```"].join("\n");

const prose = (text: string): string => wrapped(linked(text.trim().replaceAll(/\s+/g, " ")));

/** A row of a list, with a hanging indent. */
const item = (name: string, says: string): string => wrapped(`- ${name}: ${linked(says)}`, "  ").slice(2);

/** Pages of the documentation as links from the page. */
const linked = (text: string): string => text.replaceAll(/\bdocs\/([\w-]+\.md)/g, "[$1]($1)");
