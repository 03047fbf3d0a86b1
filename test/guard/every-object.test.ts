import { expect, test } from "vitest";
import { summarize } from "../../compiler/cli/output/summary.ts";
import { compileText } from "../fixtures/compile-files.ts";

const labelled = `oldObject.metadata.labels?.["keep"] === "yes"`;
const byOthers = `request.userInfo.username !== "ops"`;

function compiled(condition: string, guards = "") {
  const compilation = compileText(
    "keep.ts",
    `
import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  guards: { ${guards} },
  rules: { kept: { denyWhen: ({ oldObject, request, namespaceObject, authorizer }) => ${condition}, message: "kept" } },
});
`,
  );
  expect(compilation.diagnostics).toEqual([]);
  return compilation;
}

const everyObjectOf = (condition: string, guards = ""): string | undefined =>
  compiled(condition, guards).policies[0]?.everyObject;

test("a rule that reads only who asks is warned about, with what its guards deny, and what to write", () => {
  const warning =
    "keep: rule kept may deny the delete of any object: it depends on the request alone, as on who asks. So the guards take " +
    "every object for protected, and deny for everybody: new owners of any object, the delete of every Namespace that holds " +
    `an object. Let the rule read a mark of the object, too (oldObject.metadata.labels?.["keep"] === "yes" && ...), or turn ` +
    'off a guard that you do not want: guards: { namespaces: { off: "reason" } }';
  expect(summarize(compiled(byOthers), [], { out: "generated", isVerbose: false })).toContain(`warning: ${warning}\n`);
});

test.each([
  `${labelled} || ${byOthers}`,
  `!(request.userInfo.groups ?? []).includes("ops")`,
  `!authorizer.group("").resource("configmaps").check("approve").allowed()`,
])("so is one that may deny any object: %s", (condition) => {
  expect(everyObjectOf(condition)).toMatch(/^rule kept may deny the delete of any object/);
});

test.each([
  labelled,
  `${labelled} && ${byOthers}`,
  `oldObject.metadata.name.startsWith("db-") && ${byOthers}`,
  `request.namespace === "shop"`,
  `namespaceObject?.metadata.labels?.["keep"] === "yes" && ${byOthers}`,
  `oldObject.metadata.name !== ""`,
])("no rule that reads the object is: %s", (condition) => {
  expect(everyObjectOf(condition)).toBeUndefined();
});

test("guards that are off deny nothing", () => {
  expect(everyObjectOf(byOthers, 'namespaces: { off: "they may go" }')).toContain("for everybody: new owners of any object. Let");
  const off = ["namespaces", "owners"].map((name) => `${name}: { off: "they may go" }`).join(", ");
  expect(everyObjectOf(byOthers, off)).toBeUndefined();
});
