import { expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";
import { fallbackText } from "./manifests/compile-fallback.ts";

const policyOf = (name: string, condition: string, operation: string): string =>
  `import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "", resource: "configmaps" }],
  guards: { release: { off: "only what is protected is asked here" } },
  overrides: [released()],
  rules: { ${name}: { ${operation} denyWhen: ({ oldObject: { metadata, kind }, namespaceObject }) => ${condition}, message: "it is kept" } },
});
`
    .replace(/, namespaceObject \}/, condition.includes("namespaceObject") ? ", namespaceObject }" : " }")
    .replace(", kind", condition.includes("=== kind") ? ", kind" : "");

/** What is said of these marks beside policies with these conditions: the end of the first sentence. */
function saidOf(
  marks: string,
  conditions: readonly string[],
  kind = "configmaps",
  operation = "",
  when = "denyWhen",
): readonly string[] {
  const properties = `unprotected: { of: [{ group: "", resource: "${kind}" }], ${marks} }`;
  const policies = conditions.map(
    (condition, at) => [`policies/p${at}.ts`, policyOf(`p${at}`, condition, operation).replace("denyWhen", when)] as const,
  );
  const tree = { "policies/fallback.ts": fallbackText(properties), ...Object.fromEntries(policies) };
  return compileFiles(tree, ["policies"])
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
}

const keep = 'metadata.labels?.["keep"] === "true"';
const mayGo = 'metadata.annotations?.["may-go"] !== "true"';
const removesKeep = 'removes: { labels: ["keep"] }';
const removesMayGo = 'removes: { annotations: ["may-go"] }';
const restoresKeep = (value = "true"): string => `restores: { labels: { keep: "${value}" } }`;

test.each([
  ["what protects is restored", restoresKeep(), [keep]],
  ["what opens is removed", removesMayGo, [mayGo]],
  ["one of two values is restored", restoresKeep(), [`${keep} || metadata.labels?.["keep"] === "yes"`]],
  ["another policy has another value", restoresKeep(), ['metadata.labels?.["keep"] === "yes"', keep]],
  [
    "what opens is removed, as a rule says the other way round",
    removesMayGo,
    ['!(metadata.annotations?.["may-go"]?.startsWith("y") ?? false)'],
  ],
  ["it is compared with what is not known here", restoresKeep("ConfigMap"), ['(metadata.labels?.["keep"] ?? "x") === kind']],
  ["nobody reads it", 'removes: { labels: ["other"] }', [keep, mayGo]],
  ["another field has that key", 'removes: { annotations: ["keep"] }', [keep]],
  [
    "the Namespace decides, too",
    removesKeep,
    ['(metadata.labels?.["keep"] ?? namespaceObject?.metadata.labels?.["keep"]) === "true"'],
  ],
])("%s: it is compiled", (_, marks, conditions) => {
  expect(saidOf(marks, conditions)).toEqual([]);
});

test.each([
  ["what protects is removed", removesKeep, [keep], "removes` has `keep`, but without it rule `p0` of policy `p0`"],
  ["another value is restored", restoresKeep("no"), [keep], "restores` has `keep=no`, but with it rule `p0` of policy `p0`"],
  [
    "what opens is restored",
    'restores: { annotations: { "may-go": "true" } }',
    ['metadata.name !== "x"', mayGo],
    "restores` has `may-go=true`, but with it rule `p1` of policy `p1`",
  ],
  [
    "what protects beside something else is removed",
    removesKeep,
    [`metadata.name !== "x" && ${keep}`],
    "removes` has `keep`, but without it rule `p0` of policy `p0`",
  ],
])("%s: it is an error", (_, marks, conditions, said) => {
  const rest = "protects nothing, so the controller would remove protection instead of restoring it";
  expect(saidOf(marks, conditions)).toEqual([`unprotected-mark: \`unprotected.${said} ${rest}`]);
});

test("policies about other kinds say nothing", () => {
  expect(saidOf(removesKeep, [keep], "secrets")).toEqual([]);
});

test("what only warns says nothing", () => {
  expect(saidOf(removesKeep, [keep], "configmaps", "", "warnWhen")).toEqual([]);
});

test("updates say nothing, since objects are taken back to be protected from deletes", () => {
  expect(saidOf(removesKeep, [keep], "configmaps", 'operation: "update",')).toEqual([]);
});
