import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdfastHere, userProject } from "../cli/user-project.ts";
import { root } from "../house/source-files.ts";
import { filesOf, guides, pathOf } from "./pages.ts";

/** `hand-written` is asked on a real API server, beside its originals. */
const suites: Readonly<Record<(typeof guides)[number], string | undefined>> = {
  kyverno: "kyverno.test.yaml",
  gatekeeper: "gatekeeper.test.yaml",
  "hand-written": undefined,
};

describe.each(guides)("%s", (guide) => {
  const text = readFileSync(join(root, pathOf(guide)), "utf8");

  test("what the guide shows compiles, and it names each warning", async () => {
    const { code, out, error } = await holdfastHere(userProject(filesOf(guide)), ["compile"]);
    expect({ code, open: out.match(/^warning.*/gm) }).toEqual({ code: 0, open: null });
    for (const [, name = ""] of error.matchAll(/ warning\[([\w-]+)\]/g)) expect(text).toContain(`\`${name}\``);
  });

  const suite = suites[guide];
  test.runIf(suite !== undefined)("the cases of the originals' own tests come out as there", async () => {
    const cases = readFileSync(join(import.meta.dirname, suite ?? ""), "utf8");
    const directory = userProject({ ...filesOf(guide), "policies/guide.test.yaml": cases });
    const { code, out } = await holdfastHere(directory, ["test", "--typescript", "--require-cases", "--only", "yaml"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\d+ cases: \d+ passed/) as string });
  });

  test("the guide says where each original is from", () => {
    expect(text).toMatch(/at `[0-9a-f]{12}`/);
    expect(text).toMatch(/Apache-2\.0/);
  });
});
