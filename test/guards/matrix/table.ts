import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../house/source-files.ts";
import type { Record } from "./carry-out.ts";

const path = join(root, "docs/bypass-matrix.md");

const head = `# The bypass matrix

Written by \`test/guards/matrix/bypass-matrix.test.ts\` from what a real API server answered; to write it anew, run it with \`WRITE_MATRIX=1\`. Each row is one attack on one kind, with a policy that refuses to delete what carries a label:
once with its guards switched off, and once with them. With them the object is as it was ten seconds later. The numbers are those of the catalogue of threats that the project works through.

| threat | attack | kind | without guards | with guards |
|---|---|---|---|---|
`;

/** One line for each attack on one kind. */
export function matrixText(without: readonly Record[], guarded: readonly Record[]): string {
  const rows = without.map(({ threat, attack, kind, harm }, at) => {
    const cells = [threat, attack, kind, harm ?? "nothing", shortened(guarded[at]?.refusal ?? "went through")];
    return `| ${cells.join(" | ")} |`;
  });
  return `${head}${rows.join("\n")}\n`;
}

/** The guard and what it says, up to what to do; names and UIDs are made up for each run. */
function shortened(refusal: string): string {
  const said = refusal.split(" denied request: ").at(-1) ?? refusal;
  const [sentence = said] = said.split(
    /; to do it all the same|\. To do it all the same|\. What is protected|\. The message of|\. Leave /,
  );
  return sentence.replaceAll(/(guarded-\d+\/)?guarded-\d+/g, "…").replaceAll("|", "\\|");
}

/** What the page says now; with WRITE_MATRIX it is written first. */
export function pageFor(text: string): string {
  if (process.env["WRITE_MATRIX"] === "1") writeFileSync(path, text);
  return readFileSync(path, "utf8");
}
