import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdfast, userProject } from "../cli/user-project.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

const page = "docs/rules/answered-by-webhook.md";
const fences = fencesOf(page);

/** What the page shows, by the name in the first line of each. */
const files = Object.fromEntries(
  fences.flatMap(({ text }) => {
    const [, name] = /^(?:\/\/|#) (policies\/\S+)$/m.exec(text) ?? [];
    return name === undefined ? [] : [[name, text]];
  }),
);
const fallback = `import { fallback } from "holdfast";
export default fallback({ image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}" });
`;

describe(page, () => {
  test("its suite passes, by the clock that each case has", async () => {
    const { code, out } = await holdfast(userProject({ ...files, "policies/fallback.ts": fallback }), ["test", "--typescript"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("15 cases: 15 passed") as string });
  });

  test("its policies compile with the one warning that it names, and the table is what compile prints", async () => {
    const { "policies/answered-by-webhook.test.yaml": _, ...policies } = files;
    const { code, out, error } = await holdfast(userProject({ ...policies, "policies/fallback.ts": fallback }), [
      "compile",
      "--verbose",
    ]);
    expect(code).toBe(0);
    expect(error.match(/warning\S*/g)).toEqual(["warning[costly-namespaces]:"]);
    expect(readFileSync(join(root, page), "utf8")).toContain("`costly-namespaces`");
    const shown = fences.find(({ language }) => language === "text")?.text ?? "";
    const words = (text: string): string => text.replaceAll(/ +/g, " ").trim();
    for (const line of shown.trim().split("\n")) expect(words(out)).toContain(words(line));
    expect(words(out)).toContain("the current time, which CEL does not have what it is asked about is denied");
  });

  test("the limit that it names is the one that the webhook keeps", async () => {
    const { longestRunMs } = await import("../../runtime-fallback/webhook/rules/bounded.ts");
    expect(readFileSync(join(root, page), "utf8")).toContain(`An evaluation may take ${longestRunMs} ms`);
  });
});
