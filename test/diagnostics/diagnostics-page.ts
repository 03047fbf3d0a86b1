import { type Code, catalogue } from "../../compiler/diagnostics/catalogue.ts";
import { fixable } from "../../compiler/cli/compile/fixes.ts";
import type { Diagnostic } from "../../compiler/diagnostics/diagnostic.ts";
import { wrapped } from "../fixtures/wrapped-text.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import { compileBad } from "./compile-example.ts";
import { type Example, shownParts } from "./example.ts";
import { fallbackExamples } from "./examples/fallback.ts";
import { type FileExample, fileExamples } from "./examples/files.ts";
import { families } from "./examples/index.ts";
import { withoutMarks } from "./marked-text.ts";

const beginning = `# Diagnostics

Look up here what a diagnostic of \`holdfast compile\` means, and what to write instead. Search for its code: the compiler
prints it in brackets, as in \`error[no-such-path]\`, with file, line and column. Codes are stable.

- **Errors**: nothing is written, and the exit code is not 0.
- **Warnings**: everything is written, and the exit code is 0.

Each entry shows the message, the reason, an example that causes it, and the code to write instead. Every example is a
test. \`node test/diagnostics/write-docs.ts\` generates this page from them.

@@GROUPS@@

## The examples

The examples use objects of this type, and show only the lines that matter. \`denyWhen\` and \`message\` belong to a rule.
\`name\`, \`match\` and \`rules\` belong to \`deletionPolicy\`.

\`\`\`ts
interface Database extends KubernetesObject {
  readonly spec: { readonly protected: boolean; readonly replicas: number; readonly owner: string; readonly zones: readonly string[] };
}
\`\`\`
`;

/** docs/reference/diagnostics.md, from the examples and what the compiler says of them. */
export function diagnosticsPage(): string {
  const [files, ...others] = families.map(({ title, examples }) => ({ title, entries: examples.map(entryOf) }));
  const first = { title: files?.title ?? "", entries: [...fileExamples.map(fileEntry), ...(files?.entries ?? [])] };
  const last = { title: "The fallback", entries: fallbackExamples.map(fileEntry) };
  const groups = [first, ...others, last].map(({ title, entries }) => ({ title, entries: inOrder(entries) }));
  const sections = groups.map(({ title, entries }) => [`## ${title}`, ...entries.map(({ text }) => text)].join("\n\n"));
  return (
    [beginning.replace("@@GROUPS@@", groups.map(lineOf).join("\n")), ...sections]
      .join("\n\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trimEnd() + "\n"
  );
}

interface Entry {
  readonly code: Code;
  readonly text: string;
}

/** In the list of groups, with a link to where the group begins. */
function lineOf({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }): string {
  const anchor = title
    .toLowerCase()
    .replaceAll(/[^\w ]/g, "")
    .replaceAll(" ", "-");
  const codes = [...new Set(entries.map(({ code }) => `\`${code}\``))];
  return wrapped(`[${title}](#${anchor}): ${codes.join(", ")}`, "  ").replace(/^ {2}/, "- ");
}

/** As in the catalogue. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const codes = Object.keys(catalogue);
  return entries.toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));
}

function entryOf(example: Example): Entry {
  const { code, why, bad, good } = example;
  const { diagnostics, warnings } = compileBad(example);
  return {
    code,
    text: section({
      code,
      why,
      diagnostics: [...diagnostics, ...warnings],
      language: "ts",
      shown: [withoutMarks(shownParts(bad)), shownParts(good)],
    }),
  };
}

function fileEntry({ code, why, bad, shown }: FileExample): Entry {
  const { diagnostics } = compileFiles(bad.tree, bad.paths);
  const language = shown.some((text) => text.includes("export default")) ? "ts" : "text";
  return { code, text: section({ code, why, diagnostics, language, shown }) };
}

function section(parts: {
  readonly code: Code;
  readonly why: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly language: "ts" | "text";
  readonly shown: readonly [bad: string, good: string];
}): string {
  const [bad, good] = parts.shown.map((text) => ["```" + parts.language, shortened(text), "```"].join("\n"));
  const said = parts.diagnostics.map(
    ({ severity, message, help }) =>
      `${wrapped(`${severity === "warning" ? "warning: " : ""}${short(message)}`, "> ")}\n>\n${wrapped(`help: ${help}`, "> ")}`,
  );
  const why = fixable.has(parts.code) ? `${parts.why} \`compile --fix\` fixes it if no guess is needed.` : parts.why;
  return [`### ${parts.code}`, ...said, wrapped(why), bad, "Instead:", good].join("\n\n");
}

/** Some examples are large: that is what they show. */
function shortened(text: string): string {
  return text.trimEnd().split("\n").map(short).join("\n");
}

function short(line: string): string {
  return line.length <= 180 ? line : `${line.slice(0, 90)} … ${line.slice(-60)}`;
}
