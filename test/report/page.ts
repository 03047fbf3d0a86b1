import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type JudgedPath, deletionPaths } from "../../compiler/report/paths.ts";
import { wrapped } from "../fixtures/wrapped-text.ts";
import { root } from "../house/source-files.ts";

export interface Report {
  readonly policies: readonly {
    readonly name: string;
    readonly source: string;
    readonly file: string;
    readonly rules: readonly object[];
    readonly paths: readonly JudgedPath[];
  }[];
}

/** The committed report of this repository's own policies. */
export function generatedReport(): Report {
  return JSON.parse(readFileSync(join(root, "generated/report.json"), "utf8")) as Report;
}

const head = `# Paths by which an object can be lost

Read this page to see what the protection of this repository's policies covers. For your own policies, read
\`report.json\`, which \`holdfast compile\` writes beside the YAML. For each policy it lists rules, overrides and guards,
and for each path by which a protected object can be lost, whether it is closed.

The page shows the report of this repository. \`node test/report/write-docs.ts\` writes it from \`generated/report.json\`,
and a test compares the two.

| state | meaning |
|---|---|
| closed | denied by the policy or guard that the report names, on [a real server](bypass-matrix.md), too; if it names a webhook, also while that does not answer |
| closed by the webhook, with \`namespaceContents\` | open as compiled here; closed if you [declare it](../operate/namespace-contents.md). In the report: \`closable\` |
| told | closed as soon as the policy's \`enforcement\` is \`deny\` |
| meant | open on purpose: the policy says so |
| off | the guard is turned off, for the reason that the policy gives |
| open | nothing closes it, or only for some of the rules; the report says why |
| not applicable | this policy has no such path |
| out of reach | nothing in admission can close it ([what Holdfast does not stop](what-holdfast-does-not-stop.md)) |

## All paths
`;

/** The whole page, as it should stand in docs/. */
export function pathsPage({ policies }: Report): string {
  const guarded = policies.filter(({ paths }) => paths.length > 0);
  const header = ["path", ...guarded.map(({ name }) => name)];
  const rows = deletionPaths.map(({ name, title }) => [
    title,
    ...guarded.map(({ paths }) => cellOf(paths.find(({ path }) => path === name) as JudgedPath)),
  ]);
  const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${head}\n${lines.join("\n")}\n\n## What is not closed, and why\n\n${reasons(guarded).join("\n\n")}\n`;
}

function cellOf({ state, row }: JudgedPath): string {
  if (state === "closable") return "closed by the webhook, with `namespaceContents`";
  return row === undefined ? state : `${state} (${row})`;
}

/** What is not closed, and why: a section for each policy. */
function reasons(policies: Report["policies"]): readonly string[] {
  return policies.flatMap(({ name, paths }) => {
    const open = paths.filter(({ state }) => ["closable", "told", "meant", "off", "open"].includes(state));
    return open.length === 0 ? [] : [`### \`${name}\`\n\n${open.map(reason).join("\n")}`];
  });
}

function reason({ path, state, text }: JudgedPath): string {
  const title = deletionPaths.find((one) => one.name === path)?.title;
  return `- ${wrapped(`**${title}**: ${state}; ${text}`, "  ").trimStart()}`;
}
