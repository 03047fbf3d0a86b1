import { describe, expect, test } from "vitest";
import type { JudgedPath } from "../../compiler/report/paths.ts";
import { summarize } from "../../compiler/cli/output/summary.ts";
import { compileText } from "../fixtures/compile-files.ts";

interface Parts {
  readonly overrides?: string;
  readonly condition?: string;
  readonly guards?: string;
}

const labelled = `oldObject.metadata.labels?.["keep"] === "yes"`;

function compiled({ overrides = "[terminating()]", condition = labelled, guards = "" }: Parts) {
  return compileText(
    "keep.ts",
    `
import { deletionPolicy, released, terminating } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: ${overrides},
  guards: { ${guards} },
  rules: { kept: { denyWhen: ({ oldObject, request }) => ${condition}, message: "kept" } },
});
`,
  );
}

const deadEndOf = (parts: Parts): string | undefined => compiled(parts).policies[0]?.deadEnd;

const warning =
  "dead end: nobody can delete what rule kept protects, nor unmark it. Add an override that a person can take " +
  '(overrides: [terminating(), released()]), or say why there is none (overrides: { none: "reason" })';

describe("a policy that nobody can get past", () => {
  test("is warned about, with what to write", () => {
    expect(deadEndOf({})).toBe(warning);
    expect(summarize(compiled({}), [], { out: "generated", isVerbose: false })).toContain(`keep: ${warning}`);
  });

  test("says so in the report", () => {
    const text = compiled({}).files.find(({ name }) => name === "report.json")?.text ?? "";
    const report = JSON.parse(text) as { readonly policies: readonly { readonly paths: readonly JudgedPath[] }[] };
    const confirm = report.policies[0]?.paths.find(({ path }) => path === "confirm");
    expect(confirm).toEqual({ path: "confirm", state: "not applicable", text: warning });
  });

  test.each<[string, Parts]>([
    ["with an override that a person can take", { overrides: "[terminating(), released()]" }],
    ["whose author says that there is no way", { overrides: `{ none: "for the law" }` }],
    ["whose mark may be taken off", { guards: `release: "clear-mark"` }],
    ["whose marks nobody guards", { guards: `release: { off: "tests only" }` }],
    ["that lets somebody through", { condition: `${labelled} && request.userInfo.username !== "root"` }],
    ["that a mark confirms", { condition: `${labelled} && oldObject.metadata.annotations?.["really"] !== "yes"` }],
  ])("is none %s", (_, parts) => {
    expect(deadEndOf(parts)).toBeUndefined();
  });
});
