import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../../compiler/cli/arguments/commands.ts";
import { root } from "../../house/source-files.ts";
import { commandsPage } from "./commands-page.ts";

const page = commandsPage();

test("docs/reference/commands.md is what the table says", () => {
  const written = readFileSync(join(root, "docs/reference/commands.md"), "utf8");
  expect(written === page ? "" : "run `node test/cli/help/write-docs.ts`").toBe("");
});

test("it has a section for each command, with each of its flags", () => {
  const sections = new Map(page.split(/^## /m).map((section) => [section.split("\n")[0] ?? "", section]));
  for (const [name, { flags }] of Object.entries(commands))
    for (const flag of [...Object.keys(flags), "help"])
      expect(sections.get(`holdfast ${name}`)).toMatch(new RegExp(String.raw`^- \`(-\w, )?--${flag}[ \`]`, "m"));
});
