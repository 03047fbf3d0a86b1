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

const head = `# Ways on which an object is lost

\`holdfast compile\` writes \`report.json\` beside the YAML: for each policy its rules, overrides and guards, and for each
way on which a protected object can be lost, what became of it. This page shows that report for the policies of this
repository; it is written by \`node test/report/write-docs.ts\` from \`generated/report.json\`, and a test compares.

| state | means |
|---|---|
| closed | the API server denies it by the policy or guard that the report names, and where it names a webhook, also while that does not answer; rows of [the bypass matrix](bypass-matrix.md) show that on a real server |
| closed by the webhook, with \`namespaceContents\` | open as it is compiled here; in a repository that [declares the webhook so](../systems/appcat-and-claims.md#what-a-namespace-holds), closed. In the report: \`closable\` |
| told | the same, as soon as the policy's \`enforcement\` is \`deny\` |
| meant | open, because the policy says so |
| off | its guard is switched off, for the reason that the policy gives |
| open | what could close it does not, or only for some of the rules: the report says why |
| not applicable | there is no such way for this policy |
| out of reach | nothing in admission can close it ([what Holdfast does not stop](what-holdfast-does-not-stop.md)) |
`;

/** The whole page, as it should stand in docs/. */
export function pathsPage({ policies }: Report): string {
  const guarded = policies.filter(({ paths }) => paths.length > 0);
  const header = ["way", ...guarded.map(({ name }) => name)];
  const rows = deletionPaths.map(({ name, title }) => [
    title,
    ...guarded.map(({ paths }) => cellOf(paths.find(({ path }) => path === name) as JudgedPath)),
  ]);
  const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${head}\n${lines.join("\n")}\n\n${reasons(guarded).join("\n")}\n`;
}

function cellOf({ state, row }: JudgedPath): string {
  if (state === "closable") return "closed by the webhook, with `namespaceContents`";
  return row === undefined ? state : `${state} (${row})`;
}

/** What is not closed, and why. */
function reasons(policies: Report["policies"]): readonly string[] {
  return policies.flatMap(({ name, paths }) =>
    paths
      .filter(({ state }) => ["closable", "told", "meant", "off", "open"].includes(state))
      .map(({ path, state, text }) => {
        const title = deletionPaths.find((one) => one.name === path)?.title;
        return `- ${wrapped(`\`${name}\`, ${title}: ${state}, ${text}`, "  ").trimStart()}`;
      }),
  );
}
