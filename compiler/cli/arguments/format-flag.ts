import { HelpfulError } from "../../api/helpful-error.ts";
import { type FlagDefinition, type FlagDefinitions, type Flags, listed } from "./flags.ts";

type Formats<Format extends string> = readonly [Format, ...Format[]];

/** What is printed, and what is written to files besides. */
export interface OutputOptions<Format extends string> {
  /** On standard output. */
  readonly format: Format;
  readonly formatFiles: readonly { readonly format: Format; readonly path: string }[];
  /** Whether people are told of problems alone. */
  readonly isQuiet: boolean;
}

/** `--format`, with the first of the formats where it is not given; `example` is a whole command line without it. */
export function formatFlag([first, ...others]: Formats<string>, example: string): FlagDefinition {
  const oneOf = [first, ...others];
  return {
    says: `output format; \`${others.at(0) ?? first}=<file>\` writes to a file; may be given again`,
    value: {
      name: "format",
      needs: listed(oneOf),
      example: `${example} --format ${others.at(0) ?? first}`,
      oneOf,
      default: first,
    },
  };
}

/** Of commands that look for problems. */
export const quietFlag: FlagDefinition = { short: "q", says: "print only problems; nothing if there are none" };

/** Both, of a command that finds something. */
export function outputFlags(formats: Formats<string>, example: string): FlagDefinitions {
  return { format: formatFlag(formats, example), quiet: quietFlag };
}

/**
 *     --format github --format sarif=holdfast.sarif  ->  GitHub's on standard output, SARIF in a file
 *     --format sarif=holdfast.sarif                  ->  text on standard output, SARIF in a file
 */
export function outputOptions<Format extends string>(flags: Flags, formats: Formats<Format>): OutputOptions<Format> {
  const given = flags.values("format").map((text) => readFormat(text, formats));
  const [printed, ...others] = given.filter(({ path }) => path === undefined);
  const [another] = others;
  if (printed !== undefined && another !== undefined)
    throw new HelpfulError(
      `\`--format\` prints one form, and both ${printed.format} and ${another.format} are given`,
      `let one of them go to a file: --format ${another.format}=results/${another.format}`,
    );
  const formatFiles = given.flatMap(({ format, path }) => (path === undefined ? [] : [{ format, path }]));
  const twice = formatFiles.find(({ path }, at) => formatFiles.findIndex((one) => one.path === path) !== at);
  if (twice !== undefined) throw new HelpfulError(`two forms are to go to ${twice.path}`, "name another file for one of them");
  return { format: printed?.format ?? formats[0], formatFiles, isQuiet: flags.has("quiet") };
}

interface Given<Format extends string> {
  readonly format: Format;
  readonly path: string | undefined;
}

function readFormat<Format extends string>(text: string, formats: Formats<Format>): Given<Format> {
  const [name = "", ...rest] = text.split("=");
  const format = formats.find((one) => one === name);
  const path = rest.join("=");
  if (format === undefined) throw new HelpfulError(`\`--format ${text}\` is not known`, `write one of ${formats.join(", ")}`);
  if (rest.length > 0 && path === "")
    throw new HelpfulError(`\`--format ${text}\` names no file`, `write one: --format ${format}=results/${format}`);
  return { format, path: path === "" || path === "-" ? undefined : path };
}
