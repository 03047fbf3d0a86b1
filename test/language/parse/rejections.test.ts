import { describe, expect, test } from "vitest";
import { compileText } from "../../fixtures/compile-files.ts";

const policyWith = (rule: string): string => `
import { type KubernetesObject, cidr, deletionPolicy, duration, ip, matchesLabels, quantity, show, timestamp } from "holdfast";
interface Thing extends KubernetesObject { readonly spec?: { readonly a?: string; readonly b?: string; readonly sizes?: readonly string[] } }
export default deletionPolicy<Thing>({
  name: "example",
  match: [{ group: "example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  rules: { example: { denyWhen: ({ oldObject: { spec, metadata } }) => ${rule}, message: "no" } },
});
export const unused = [cidr, duration, ip, matchesLabels, quantity, show, timestamp];
`;

const rejected = (rule: string, options: { readonly kube?: number } = {}): readonly string[] =>
  compileText("example.ts", policyWith(rule), options).diagnostics.map(({ code, message }) => `${code}: ${message}`);

describe("text of the policy that cannot be read", () => {
  test.each([
    ["quantity", "10GB", "a quantity"],
    ["quantity", "", "a quantity"],
    ["quantity", "1e100", "a quantity"],
    ["duration", "30d", "a duration"],
    ["duration", "1m1h", "a duration"],
    ["duration", "9999999h", "a duration"],
    ["timestamp", "2026-02-30T00:00:00Z", "a timestamp"],
    ["timestamp", "2100-01-01T00:00:00Z", "a timestamp"],
    ["timestamp", "2026-01-01", "a timestamp"],
    ["ip", "10.0.0.0/8", "an IP address"],
    ["ip", "::ffff:10.0.0.1", "an IP address"],
    ["cidr", "10.0.0.1", "a network"],
    ["cidr", "10.0.0.0/33", "a network"],
  ])("%s(%j)", (name, text, what) => {
    const call = `${name}(${JSON.stringify(text)})`;
    expect(rejected(`${call} === undefined`, { kube: 31 })).toEqual([
      `unreadable-text: \`${call}\` cannot be parsed: it is not ${what}`,
    ]);
  });

  test("in a template, too, where its type does not say it", () => {
    expect(rejected(`quantity(\`\${1 < 2 ? "x" : "1"}Gi\`) === undefined`)).toEqual([
      'unreadable-text: `quantity(`${1 < 2 ? "x" : "1"}Gi`)` cannot be parsed: it is not a quantity',
    ]);
  });
});

describe("values that were read are no text, number or boolean", () => {
  test.each([
    [`quantity(spec?.a) === quantity(spec?.b)`, "compares-objects"],
    [`timestamp(spec?.a) !== timestamp("2026-01-01T00:00:00Z")`, "compares-objects"],
    [`timestamp("2026-01-01T00:00:00Z") < timestamp("2027-01-01T00:00:00Z")`, "orders-text"],
    [`\`\${duration("1h")}\` === "1h0m0s"`, "not-text"],
    [`[quantity("1"), quantity("2")].includes(quantity("1"))`, "compares-objects"],
    [`(spec?.sizes ?? []).map((size) => quantity(size) ?? quantity("0")).length > 1`, "not-a-value"],
    [`Object.keys(quantity("1")).length > 1`, "iterates-record"],
    [`(spec?.a === "x" ? quantity("1") : duration("1h")).isLessThan(quantity("2"))`, "type-error"],
    [`quantity("1").isLessThan(duration("1h"))`, "type-error"],
    [
      `timestamp("2026-01-01T00:00:00Z").plus(duration("1h")).plus(duration("1h")).equals(timestamp("2026-01-01T00:00:00Z"))`,
      "type-error",
    ],
    [`quantity(spec?.a).isLessThan(quantity("1"))`, "type-error"],
    [`quantity("1").isInteger()`, "type-error"],
    [`show(quantity("1")) === ""`, "type-error"],
    [`timestamp(0)?.isBefore(timestamp("2026-01-01T00:00:00Z")) === true`, "type-error"],
  ])("%s", (rule, code) => {
    expect(rejected(rule).map((text) => text.split(":")[0])).toEqual([code]);
  });
});

describe("addresses and networks need Kubernetes 1.31", () => {
  test.each(["ip(spec?.a)?.isLoopback() === true", "cidr(spec?.a)?.prefixLength() === 8"])("%s", (rule) => {
    expect(rejected(rule, { kube: 30 })).toHaveLength(1);
    expect(rejected(rule, { kube: 30 })[0]).toMatch(
      /^needs-newer-kubernetes: .* needs Kubernetes 1\.31, but the policies are compiled for 1\.30/,
    );
    expect(rejected(rule, { kube: 31 })).toEqual([]);
  });
});

describe("label selectors that the API server would reject", () => {
  test.each([
    [`{ matchLabels: { "not a key": "x" } }`, "`not a key` is not a key of labels"],
    [`{ matchLabels: { "a/b/c": "x" } }`, "`a/b/c` is not a key of labels"],
    [`{ matchLabels: { "Example.com/a": "x" } }`, "`Example.com/a` is not a key of labels"],
    [`{ matchLabels: { a: "not a value" } }`, "`not a value` is not a value of labels"],
    [`{ matchLabels: { a: "${"x".repeat(64)}" } }`, `\`${"x".repeat(64)}\` is not a value of labels`],
    [`{ matchLabels: { a: metadata.name } }`, "keys, operators and values must be written in the policy"],
    [`{ matchExpressions: [{ key: "a", operator: "NotIn", values: [] }] }`, "`NotIn` needs `values`"],
  ])("%s", (selector, reason) => {
    expect(rejected(`matchesLabels(metadata.labels, ${selector})`)).toEqual([
      `label-selector: \`${selector}\` is not a label selector: ${reason}`,
    ]);
  });

  test.each([
    `{ matchExpressions: [{ key: "a", operator: "Exists", values: ["x"] }] }`,
    `{ matchExpressions: [{ key: "a", operator: "Gt", values: ["1"] }] }`,
    `{ matchLabel: { a: "x" } }`,
  ])("TypeScript rejects %s", (selector) => {
    expect(rejected(`matchesLabels(metadata.labels, ${selector})`).map((text) => text.split(":")[0])).toEqual(["type-error"]);
  });
});
