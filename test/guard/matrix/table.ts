import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../house/source-files.ts";
import type { Record, WeakerRecord } from "./run-attacks.ts";
import type { WorkRecord } from "./work/do-work.ts";

const path = join(root, "docs/security/bypass-matrix.md");

const head = `# The bypass matrix

Read this page to check that a certain attack on a protected object is denied, or that your daily work goes on. A real
API server gave every answer. [What Holdfast does not stop](what-holdfast-does-not-stop.md) has the rest.

\`test/guard/matrix/bypass-matrix-server.test.ts\` writes this page; run it with \`WRITE_MATRIX=1\`. Numbers such as T3 are
those of the catalogue of threats.

## Attacks

Each row is one attack on one kind. The policies deny deleting objects that have a label, or are in a Namespace that has
it. Each attack runs twice:

- **weaker**: against the same policies without guards. If these are enough to stop the attack, the row uses a policy
  written by hand with a common mistake. The attack succeeds, and the next column says what it did to the object.
- **with guards**: against the policies with their guards. Ten seconds later, the object is unchanged.

| threat | attack | kind | weaker | there it is | with guards |
|---|---|---|---|---|---|
`;

const headOfWork = `
## Normal work that goes on

Under the same policies with their guards, on the same server. "It" is a protected object of the kind.

| work | kind | result |
|---|---|---|
`;

export interface Records {
  readonly weaker: readonly WeakerRecord[];
  readonly guarded: readonly Record[];
  readonly work: readonly WorkRecord[];
}

/** One line for each attack on one kind, and for each piece of work. */
export function matrixText({ weaker, guarded, work }: Records): string {
  const attacks = weaker.map(({ threat, attack, kind, through, harm }, at) =>
    row([threat, attack, kind, through, harm ?? "nothing", shortened(guarded[at]?.denial ?? "went through")]),
  );
  const works = work.map(({ work: title, kind, outcome }) => row([title, kind, outcome]));
  return `${head}${attacks.join("")}${headOfWork}${works.join("")}`;
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;

/** The guard and what it says, up to what to do; names and UIDs are made up for each run. */
function shortened(denial: string): string {
  const said = denial.split(" denied request: ").at(-1) ?? denial;
  const [sentence = said] = said.split(
    /; to do it anyway|; to delete it anyway|\. To do it anyway|\. What is protected|\. A dry run of |\. Delete |\. Keep metadata|\. Keep persistent|\. Take out /,
  );
  return sentence.replaceAll(/(guarded-\d+\/)?guarded-\d+/g, "…").replaceAll("|", "\\|");
}

/** What the page says now; with WRITE_MATRIX the whole text is written first. */
export function pageFor(text: string): string {
  if (process.env["WRITE_MATRIX"] === "1") writeFileSync(path, text);
  return currentPage();
}

export function currentPage(): string {
  return readFileSync(path, "utf8");
}
