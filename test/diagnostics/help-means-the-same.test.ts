import { expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

test("the clock is named where a rule makes a Date", () => {
  const file = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({ name: "p", match: [{ group: "apps", resource: "deployments" }], rules: { r: { denyWhen: () => new Date().getTime() > 5, message: "no" } } });
`;
  const { diagnostics } = compileFiles({ "p.ts": file });
  expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
    ["unsupported-expression", expect.stringContaining("CEL has no current time; compare times that are stored")],
  ]);
});

test("a number of a built-in kind goes into text once its version is named, as the help says", () => {
  const file = (version: string): string => `import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";
export default deletionPolicy<Deployment>({ name: "p", match: [{ group: "apps", ${version}resource: "deployments" }], rules: { r: { denyWhen: ({ oldObject }) => \`\${oldObject.spec?.replicas ?? 1}\` === oldObject.metadata.name, message: "no" } } });
`;
  expect(compileFiles({ "p.ts": file("") }).diagnostics.map(({ code }) => code)).toContain("not-text");
  expect(compileFiles({ "p.ts": file('version: "v1", ') }).diagnostics).toEqual([]);
});
