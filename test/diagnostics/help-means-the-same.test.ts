import { expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

test("the clock is named where a rule makes a Date", () => {
  const file = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({ name: "p", match: [{ group: "apps", resource: "deployments" }], rules: { r: { denyWhen: () => new Date().getTime() > 5, message: "no" } } });
`;
  const { diagnostics } = compileFiles({ "p.ts": file });
  expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
    ["needs-the-time", expect.stringContaining('`answeredBy: "webhook"` beside `denyWhen`; stored times can be compared')],
  ]);
});
