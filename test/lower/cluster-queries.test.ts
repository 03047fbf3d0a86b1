import { describe, expect, test } from "vitest";
import { compileText } from "../fixtures/compile-files.ts";

interface Parts {
  readonly before?: string;
  readonly overrides?: string;
  readonly rules?: string;
}

const asking = `{ used: { denyWhen: ({ cluster }) => cluster.exists(pods), message: "it is used" } }`;

/** The codes of what is reported, each with the text that it points to. */
function rejectionsOf({ before = "", overrides = "", rules = asking }: Parts): readonly string[] {
  const text = `import { type Cluster, type KubernetesObject, deletionPolicy, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
${before}
export const unused = (cluster: Cluster) => cluster.exists(pods);
export default deletionPolicy({
  name: "example",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [${overrides}],
  rules: ${rules},
});
`;
  const { diagnostics } = compileText("example.ts", text);
  return diagnostics.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`);
}

/** A rule that CEL answers alone. */
const native = `{ kept: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" } }`;
const when = `when: ({ oldObject }) => oldObject.metadata.labels?.["approved"] === "yes"`;
const wayThatAsks = `{ name: "approved", when: ({ cluster, oldObject }) => cluster.exists(pods, { name: oldObject.metadata.name }) }`;

describe("an override that asks the cluster is rejected", () => {
  test.each([
    ["beside a rule that asks", wayThatAsks, asking],
    ["beside a rule that CEL answers", wayThatAsks, native],
    ["where it disables guards, too", wayThatAsks.replace(" }) }", " }), disablesGuards: true }"), native],
    ["in what opens it", `{ name: "approved", ${when}, how: ({ cluster }) => \`one of \${cluster.list(pods).length}\` }`, native],
    ["in its warning", `{ name: "approved", ${when}, warning: ({ cluster }) => \`of \${cluster.list(pods).length}\` }`, native],
    [
      "in the updates that it rejects",
      `{ name: "approved", ${when}, deniesUpdate: { when: ({ cluster }) => cluster.exists(pods), message: () => "no" } }`,
      native,
    ],
    [
      "in what it says of such an update",
      `{ name: "approved", ${when}, deniesUpdate: { when: ({ request }) => request.dryRun, message: ({ cluster }) => \`of \${cluster.list(pods).length}\` } }`,
      native,
    ],
  ])("%s", (_, overrides, rules) => {
    expect(rejectionsOf({ overrides, rules })).toEqual([`override-asks-cluster: ${overrides}`]);
  });
});

describe("two declarations of one resource", () => {
  const typed = (name: string, field: string): string =>
    `interface ${name} extends KubernetesObject { readonly spec?: { readonly ${field}?: string } }`;
  const things = (more: string, type = ""): string =>
    `resource${type}({ group: "example.com", version: "v1", resource: "things"${more} })`;
  const listsBoth = `cluster.list(first).some(({ spec }) => spec?.uses === "a") || cluster.list(second).some(({ spec }) => spec?.other === "a")`;
  const types = `${typed("First", "uses")} ${typed("Second", "other")}`;
  const byKey = (key: string): string => things(`, indices: { by: ({ metadata }) => metadata.labels?.["${key}"] }`);

  const inOneRule = (condition: string): string => `{ used: { denyWhen: ({ cluster }) => ${condition}, message: "it is used" } }`;
  const inTwoRules = `{
    one: { denyWhen: ({ cluster }) => cluster.list(first).some(({ spec }) => spec?.uses === "a"), message: "no" },
    two: { denyWhen: ({ cluster }) => cluster.list(second).some(({ spec }) => spec?.other === "a"), message: "no" },
  }`;
  const twoTypes = `${types} const first = ${things("", "<First>")}; const second = ${things("", "<Second>")};`;

  test.each([
    ["of two types in one rule", twoTypes, inOneRule(listsBoth), things("", "<Second>")],
    ["of two types in two rules", twoTypes, inTwoRules, things("", "<Second>")],
    [
      "in a condition and its message",
      twoTypes,
      `{ used: { denyWhen: ({ cluster }) => cluster.list(first).some(({ spec }) => spec?.uses === "a"), message: ({ cluster }) => \`\${cluster.list(second).length}\` } }`,
      things("", "<Second>"),
    ],
    [
      "of two indices of one name",
      `const first = ${byKey("a")}; const second = ${byKey("b")};`,
      inOneRule(`cluster.exists(first, { index: { by: "x" } }) || cluster.exists(second, { index: { by: "x" } })`),
      byKey("b"),
    ],
    [
      "by one function that is called twice",
      `const by = (key: string) => ${things(", indices: { by: ({ metadata }) => metadata.labels?.[key] }")}; const first = by("a"); const second = by("b");`,
      inOneRule(`cluster.exists(first, { index: { by: "x" } }) || cluster.exists(second, { index: { by: "x" } })`),
      things(", indices: { by: ({ metadata }) => metadata.labels?.[key] }"),
    ],
  ])("%s", (_, before, rules, place) => {
    expect(rejectionsOf({ before, rules })).toEqual([`two-resources: ${place}`]);
  });

  test.each([
    ["one constant, asked twice", `const first = ${byKey("a")}; const second = first;`],
    ["two versions", `const first = ${byKey("a")}; const second = ${byKey("b").replace('"v1"', '"v2"')};`],
  ])("%s is fine", (_, before) => {
    const rules = inOneRule(`cluster.exists(first, { index: { by: "x" } }) || cluster.exists(second, { index: { by: "x" } })`);
    expect(rejectionsOf({ before, rules })).toEqual([expect.stringMatching(/^no-fallback: /)]);
  });

  const forEach = things(", indices: { by: (thing) => thing.metadata.labels?.[name] }");
  const asks = things(', indices: { by: () => (cluster.exists(pods) ? "x" : "y") }');
  test.each([
    [
      "a declaration for each entry that is iterated over",
      `({ oldObject, cluster }) => (oldObject.metadata.finalizers ?? []).some((name) => cluster.exists(${forEach}, { index: { by: "x" } }))`,
      forEach,
    ],
    ["an index that asks", `({ cluster }) => cluster.exists(${asks}, { index: { by: "x" } })`, asks],
  ])("%s", (_, denyWhen, place) => {
    expect(rejectionsOf({ rules: `{ used: { denyWhen: ${denyWhen}, message: "it is used" } }` })).toEqual([
      `cluster-resource: ${place}`,
    ]);
  });
});

describe("a message that asks, of a rule that CEL answers", () => {
  const counted = "message: ({ cluster }) => `there are ${cluster.list(pods).length}`";

  test.each([
    ["that rejects", `kept: { denyWhen: ({ oldObject }) => oldObject.metadata.name === "kept", ${counted} }`],
    ["that warns", `kept: { warnWhen: ({ oldObject }) => oldObject.metadata.name === "kept", ${counted} }`],
    ["of updates", `kept: { operation: "update", denyWhen: ({ oldObject }) => oldObject.metadata.name === "kept", ${counted} }`],
  ])("%s", (_, rule) => {
    expect(rejectionsOf({ rules: `{ ${rule} }` })).toEqual([`asks-natively: ${rule}`]);
  });

  test("is fine where the condition asks for everything that it rejects", () => {
    expect(rejectionsOf({ rules: `{ used: { denyWhen: ({ cluster }) => cluster.exists(pods), ${counted} } }` })).toEqual([
      expect.stringMatching(/^no-fallback: /),
    ]);
  });
});
