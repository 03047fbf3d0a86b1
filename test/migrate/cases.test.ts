import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdfastHere, userProject } from "../cli/user-project.ts";
import { root } from "../house/source-files.ts";
import { casesOf, filesOf, guides, pathOf } from "./pages.ts";

describe.each(guides)("%s", (guide) => {
  const text = readFileSync(join(root, pathOf(guide)), "utf8");

  test("what the guide shows compiles, and it names each warning", async () => {
    const { code, out, error } = await holdfastHere(userProject(filesOf(guide)), ["compile"]);
    expect({ code, open: out.match(/^warning.*/gm) }).toEqual({ code: 0, open: null });
    for (const [, name = ""] of error.matchAll(/ warning\[([\w-]+)\]/g)) expect(text).toContain(`\`${name}\``);
  });

  test("the guide says where each original is from", () => {
    expect(text).toMatch(/at `[0-9a-f]{12}`/);
    expect(text).toMatch(/Apache-2\.0/);
  });
});

/** `hand-written` is asked on a real API server, beside its originals. */
describe.each(["kyverno", "gatekeeper"] as const)("%s", (guide) => {
  test("the cases of the originals' own tests come out as there", async () => {
    const directory = userProject({ ...filesOf(guide), "policies/guide.test.yaml": casesOf(guide) });
    const { code, out } = await holdfastHere(directory, ["test", "--typescript", "--require-cases", "--only", "yaml"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\d+ cases: \d+ passed/) as string });
  });
});
