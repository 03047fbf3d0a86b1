import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { catalogue } from "../../compiler/diagnostics/catalogue.ts";
import { compileFiles } from "../fixtures/compile-files.ts";

const texts = ["", "x", "x,y", "y,x", "yx", "xy,yx", "y,xx,z", ",x,", ",", "a,x,b", " x,"];

test("what the help says of parts of a text means the same on every text", () => {
  const [, before = "", after = ""] = /`(text\.split.*?)` is `` (.*?) ``/.exec(catalogue["iterates-text"].help) ?? [];
  const run = (code: string, text: string): unknown => runInNewContext(code, { text });
  expect(texts.map((text) => run(after, text))).toEqual(texts.map((text) => run(before, text)));
  expect(new Set(texts.map((text) => run(after, text)))).toEqual(new Set([true, false]));
  const file = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({ name: "p", match: [{ group: "apps", resource: "deployments" }], rules: { r: { denyWhen: ({ oldObject }) => { const text = oldObject.metadata.annotations?.["zones"] ?? ""; return ${after}; }, message: "no" } } });
`;
  expect(compileFiles({ "p.ts": file }).diagnostics).toEqual([]);
});

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
export default deletionPolicy<Deployment>({ name: "p", match: [{ group: "apps", ${version}resource: "deployments" }], rules: { r: { denyWhen: () => true, message: ({ oldObject }) => \`\${oldObject.spec?.replicas ?? 1}\` } } });
`;
  expect(compileFiles({ "p.ts": file("") }).diagnostics.map(({ code }) => code)).toContain("not-text");
  expect(compileFiles({ "p.ts": file('version: "v1", ') }).diagnostics).toEqual([]);
});
