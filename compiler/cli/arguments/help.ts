import { styleText } from "node:util";
import { exitCodes } from "../output/exit-code.ts";
import { type Row, paragraphs, rows } from "./columns.ts";
import type { CommandDefinition, Example } from "./command-definition.ts";
import { commands, everywhere, groups } from "./commands.ts";
import { type FlagDefinition, type FlagDefinitions, listed } from "./flags.ts";

/** What Holdfast is, in one sentence. */
export const about = "Deletion protection as code for Kubernetes: TypeScript rules in, ValidatingAdmissionPolicy YAML out.";

/** A heading, and what stands below it. */
type Section = readonly [heading: string, body: string];

/** What `holdfast --help` prints, or that of one command. */
export function helpText(of: string | undefined, { color }: { readonly color: boolean }): string {
  const definition = of === undefined ? undefined : commands[of];
  const [lead, sections] = of === undefined || definition === undefined ? overview() : pageOf(of, definition);
  const bold = (heading: string): string => (color ? styleText("bold", heading, { validateStream: false }) : heading);
  return [lead, ...sections.map(([heading, body]) => `${bold(heading)}\n${body}`)].join("\n\n");
}

type Page = readonly [lead: string, sections: readonly Section[]];

function overview(): Page {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  return [
    paragraphs(about),
    [
      ["Usage", "  holdfast <command> [words...] [flags]\n  holdfast <command> --help    all about a command, with examples"],
      ...groups.map(({ title, names }): Section => [
        title,
        rows(
          names.map((name) => [name.padEnd(width), commands[name]?.summary ?? ""]),
          width,
        ),
      ]),
      ["Examples", exampleRows(firstExamples())],
      ["Exit codes", rows(exitCodeRows(), 1)],
      ["Exit code 1", rows(findingRows(), mostLeft)],
      ["Environment", rows(environment, mostLeft)],
      ["Files", rows(files, mostLeft)],
      ["Flags", rows(flagRows(everywhere), mostLeft)],
    ],
  ];
}

/** Of a first day: what most people want first. */
function firstExamples(): readonly Example[] {
  const lines = ["init", "compile", "test", "plan", "scan", "verify"].map((name) => commands[name]?.examples[0]);
  return lines.flatMap((example) => (example === undefined ? [] : [example]));
}

const mostLeft = 27;

function pageOf(name: string, definition: CommandDefinition): Page {
  const { does, usage, flags, examples, page } = definition;
  return [
    paragraphs(does),
    [
      ["Usage", usage.map((words) => `  ${usageLine(name, words)}`).join("\n")],
      ["Examples", exampleRows(examples)],
      ...flagSections(flags).map(({ heading, rows: pairs }): Section => [heading, rows(pairs, mostLeft)]),
      ["Exit codes", rows(exitCodeRows(definition), 1)],
      ["See also", `  ${page}`],
    ],
  ];
}

export function usageLine(name: string, words: string): string {
  return ["holdfast", name, words, "[flags]"].filter((part) => part !== "").join(" ");
}

function exampleRows(examples: readonly Example[]): string {
  const pairs = examples.map(({ line, does }): Row => [line, does]);
  return rows(pairs, 44);
}

interface FlagSection {
  readonly heading: string;
  readonly rows: readonly Row[];
}

/** The flags of a command below their headings, with those that every command has. */
export function flagSections(flags: FlagDefinitions): readonly FlagSection[] {
  const heading = "Flags";
  const own = Map.groupBy(Object.entries(flags), ([, { under = heading }]) => under);
  const [plain = [], others] = [own.get(heading), [...own].filter(([name]) => name !== heading)];
  return [
    { heading, rows: flagRows({ ...Object.fromEntries(plain), help: everywhere["help"] ?? { says: "" } }) },
    ...others.map(([name, entries]) => ({ heading: name, rows: flagRows(Object.fromEntries(entries)) })),
  ];
}

const flagRows = (flags: FlagDefinitions): readonly Row[] =>
  Object.entries(flags).map(([name, definition]) => [flagUsage(name, definition), flagText(definition)]);

/** `-n, --namespace <name>` */
function flagUsage(name: string, { short, value }: FlagDefinition): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value.name}>`}`;
}

/** With the values that there are, and what counts without it. */
export function flagText({ says, value }: FlagDefinition): string {
  const values = value?.oneOf === undefined ? "" : `: ${listed(value.oneOf)}`;
  const names = value?.someOf === undefined ? "" : `: some of ${value.someOf.join(", ")}`;
  return `${says}${values}${names}${value?.default === undefined ? "" : ` (default: ${value.default})`}`;
}

/** What each means, of one command or of all. */
export function exitCodeRows(of?: CommandDefinition): readonly Row[] {
  const finding = of === undefined ? "a check failed, or something was found (see below)" : of.exitsWith1;
  const asksCluster = of === undefined || of.flags["kubeconfig"] !== undefined;
  return [
    [String(exitCodes.fine), "success"],
    ...(finding === undefined ? [] : [[String(exitCodes.findings), finding] as const]),
    [
      String(exitCodes.usage),
      "wrong usage, a mistake in a policy, a test, a definition or a manifest, or a directory or port that cannot be used",
    ],
    ...(asksCluster ? [[String(exitCodes.cluster), "the cluster could not be reached"] as const] : []),
    [String(exitCodes.bug), "a bug in Holdfast"],
  ];
}

/** When the exit code of which commands is 1. */
export function findingRows(): readonly Row[] {
  const named = Object.entries(commands).flatMap(([name, { exitsWith1 }]) =>
    exitsWith1 === undefined ? [] : [{ name, exitsWith1 }],
  );
  const groupedRows = Map.groupBy(named, ({ exitsWith1 }) => exitsWith1);
  return [...groupedRows].map(([finding, those]) => [those.map(({ name }) => name).join(", "), finding]);
}

export const environment: readonly Row[] = [
  ["NO_COLOR=1", "no colours; FORCE_COLOR=1 forces them"],
  ["HOLDFAST_CACHE=<directory>", "where compile caches its results (default: holdfast in your cache directory)"],
  ["HOLDFAST_DEBUG=1", "print a stack trace if Holdfast itself fails"],
  ["KUBECONFIG=<files>", "kubeconfig files, as for kubectl"],
];

export const files: readonly Row[] = [
  ["holdfast.config.json", "settings for this directory and all below it: policies, out, chart, kube, installation, command"],
];
