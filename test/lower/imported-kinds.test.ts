import { Project } from "ts-morph";
import { describe, expect, test } from "vitest";
import { limitKinds } from "../../compiler/source/imported-kinds.ts";
import { ownModules } from "../../compiler/source/own-modules.ts";
import { compileFiles, problemsOf } from "../fixtures/compile-files.ts";

/** What TypeScript finds in `holdfast/kinds` for policies with these texts; undefined: everything. */
function namesFor(...texts: readonly string[]): readonly string[] | undefined {
  const project = new Project({ useInMemoryFileSystem: true });
  limitKinds(project, texts);
  const index = project.getSourceFile(ownModules["holdfast/kinds"]);
  return index?.getExportDeclarations().flatMap((one) => one.getNamedExports().map((name) => name.getName()));
}

describe("of holdfast/kinds TypeScript reads", () => {
  test.each([
    ["what a policy imports", [`import type { Pod, Lease as L } from "holdfast/kinds";`], ["Lease", "Pod"]],
    [
      "what any of the files imports",
      [`import { type Pod } from 'holdfast/kinds'`, `export type { Node } from "holdfast/kinds";`],
      ["Node", "Pod"],
    ],
    ["nothing for policies that import nothing", [`import { deletionPolicy } from "holdfast";`], []],
  ] as const)("%s", (_, texts, names) => {
    expect(namesFor(...texts)).toEqual(names);
  });

  test.each([
    ["where the module is imported as a whole", `import type * as Kinds from "holdfast/kinds";`],
    ["where a type names the module", `type Pod = import("holdfast/kinds").Pod;`],
    ["where something is added to it", `declare module "holdfast/kinds" { interface Pod { readonly more?: string } }`],
    ["where a name is unknown", `import type { Pods } from "holdfast/kinds";`],
  ])("all, %s", (_, text) => {
    expect(namesFor(text)).toBeUndefined();
  });
});

test("a kind that is not there is reported with what it may be", () => {
  const policy = `import { deletionPolicy } from "holdfast";
import type { NetworkPolicies } from "holdfast/kinds";
export default deletionPolicy<NetworkPolicies>({
  name: "a",
  match: [{ group: "networking.k8s.io", resource: "networkpolicies" }],
  rules: { a: { denyWhen: () => true, message: "no" } },
});`;
  expect(problemsOf(compileFiles({ "a.ts": policy })).join("\n")).toContain("has no exported member");
});
