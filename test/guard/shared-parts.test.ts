import { describe, expect, test } from "vitest";
import { yamlOf } from "../fixtures/compile-files.ts";

const depth = 40;

/**
 * Each variable reads the one before twice: with every shared part read wherever it stands, the last would have 2^40
 * parts.
 */
const nestedOver = (first: string): string =>
  Array.from({ length: depth }, (_, at) => `const v${at + 1} = v${at} === !v${at};`).reduce(
    (text, line) => `${text}\n        ${line}`,
    `const v0 = ${first};`,
  );

interface Rule {
  readonly match: string;
  /** What the innermost variable says. */
  readonly first: string;
  readonly guards?: string;
  readonly last?: string;
}

const policyOf = ({ match, first, guards = "", last = `v${depth}` }: Rule): string => `
import { type KubernetesObject, approvedByAnother, deletionPolicy, released } from "holdfast";

interface Object extends KubernetesObject {
  readonly spec?: { readonly mode?: string; readonly names?: readonly string[]; readonly others?: readonly string[] };
}

export default deletionPolicy<Object>({
  name: "keep",
  match: [${match}],
  overrides: [released(), approvedByAnother()],
  guards: { ${guards} },
  rules: {
    keep: {
      denyWhen: (input) => {
        const { oldObject } = input;
        const marked = oldObject.metadata.labels?.["keep"] === "yes";
        ${nestedOver(first)}
        return ${last} && marked;
      },
      message: "kept",
    },
  },
});
`;

const configMaps = '{ group: "", version: "v1", resource: "configmaps" }';
const buckets = '{ group: "s3.services.k8s.aws", version: "v1alpha1", resource: "buckets" }';
const everyGuard = 'freeze: true, finalizers: { keep: ["example.com/hold"] }';

describe(`parts that ${depth} variables share are looked at once`, () => {
  test.each<[string, Rule]>([
    ["a label, with every guard", { match: configMaps, first: "marked", guards: everyGuard }],
    ["a custom kind, whose definition is guarded, with every guard", { match: buckets, first: "marked", guards: everyGuard }],
    ["a field of a custom kind", { match: buckets, first: 'oldObject.spec?.mode === "prod"' }],
    ["who deletes", { match: configMaps, first: 'input.request.userInfo.username === "eve"' }],
    ["who deletes an object of a custom kind", { match: buckets, first: 'input.request.userInfo.username === "eve"' }],
    ["a label of the Namespace", { match: buckets, first: 'input.namespaceObject?.metadata.labels?.["keep"] === "yes"' }],
    [
      "a label of the object or its Namespace",
      { match: buckets, first: '(oldObject.metadata.labels?.["a"] ?? input.namespaceObject?.metadata.labels?.["a"]) === "yes"' },
    ],
    ["an iteration", { match: buckets, first: 'oldObject.spec?.names?.includes("keep") === true' }],
    ["a pattern of groups", { match: '{ group: "*.services.k8s.aws", resource: "*" }', first: "marked" }],
    [
      "an iteration that reads them for each element",
      {
        match: buckets,
        first: "marked",
        last: `(oldObject.spec?.names ?? []).some((name) => v${depth} && name.startsWith("a"))`,
      },
    ],
  ])("%s", (_, rule) => {
    expect(yamlOf(policyOf(rule))).toContain(`variables.v${depth - 1}`);
  });
});
