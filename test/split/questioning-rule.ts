import fc from "fast-check";
import type { GeneratedRule } from "../fidelity/write-rule.ts";
import { before, objectType, ruleText } from "../fidelity/rule-text.ts";

/** A rule that mixes what CEL can say with questions to the cluster. */
export interface QuestioningRule {
  readonly name: string;
  readonly text: string;
}

/** Of things: `oldObject` is in sight. */
const questions = [
  "cluster.exists(things)",
  "cluster.exists(things, { name: oldObject.metadata.name })",
  'cluster.exists(things, { namespace: "language", labels: { a: "true" } })',
  'cluster.exists(things, { finalizer: "x/a" })',
  "cluster.exists(things, { owner: oldObject.metadata.uid })",
  'cluster.exists(things, { index: { named: oldObject.metadata.labels?.["a"] ?? "" } })',
  "cluster.list(things).length > 1",
  'cluster.list(things).some((thing) => thing.metadata.labels?.["a"] === oldObject.metadata.labels?.["a"])',
  'cluster.list(things, { labels: { a: "a" } }).every((thing) => thing.spec?.size === oldObject.spec?.size)',
  'cluster.list(things).map((thing) => thing.metadata.name).includes(oldObject.spec?.name ?? "")',
] as const;

type Tree = fc.Arbitrary<string>;

/** Of which match conditions know nothing, or something else than policies do. */
const elsewhere = [
  "namespaceObject !== undefined",
  '(namespaceObject?.metadata.labels?.["a"] === "true" && (oldObject.metadata.finalizers ?? []).some((name) => name === "x/b"))',
  '(namespaceObject?.metadata.labels?.["a"] !== "true" || (oldObject.metadata.finalizers ?? []).every((name) => name !== "x/b"))',
  'request.resource.version === "v1"',
] as const;

/** Conditions of generated rules, and questions. */
const leaf: Tree = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("first(input)", "second(input)") },
  { weight: 3, arbitrary: fc.constantFrom(...questions).map((question) => `(${question})`) },
  { weight: 1, arbitrary: fc.constant('oldObject.metadata.labels?.["a"] === "true"') },
  { weight: 1, arbitrary: fc.constantFrom(...elsewhere) },
);

const { condition } = fc.letrec<{ condition: string; inner: string }>((tie) => ({
  inner: fc.oneof({ maxDepth: 3, depthSize: "small" }, leaf, tie("condition")),
  condition: fc.oneof(
    fc.tuple(tie("inner"), tie("inner")).map(([a, b]) => `(${a} && ${b})`),
    fc.tuple(tie("inner"), tie("inner")).map(([a, b]) => `(${a} || ${b})`),
    fc.tuple(tie("inner"), tie("inner"), tie("inner")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    tie("inner").map((a) => `!(${a})`),
    fc.tuple(tie("inner"), tie("inner")).map(([a, b]) => `((${a}) === (${b}))`),
    tie("inner").map((a) => `(oldObject.metadata.finalizers ?? []).some((name) => name !== "a" && (${a}))`),
  ),
}));

/** Early returns and names, as authors write them. */
const body: Tree = fc.tuple(condition, condition, condition, fc.nat(3)).map(([a, b, c, shape]) => {
  if (shape === 0) return `return ${a};`;
  if (shape === 1) return `if (${a}) return ${b}; return ${c};`;
  if (shape === 2) return `const known = ${a}; if (!known) return ${b}; return ${c};`;
  return `const [one, other] = [${a}, ${b}]; return one || (other && ${c});`;
});

/** With it there is no one version that is meant: it depends on the group. */
const otherGroup = ', { group: "other.example.com", version: "v2", resource: "things" }';

/** The policy file around it. */
export function questioningRule(
  name: string,
  [first, second]: readonly [GeneratedRule, GeneratedRule],
  seed: number,
): QuestioningRule {
  const [statements = ""] = fc.sample(body, { seed, numRuns: 1 });
  const text = `import { type KubernetesObject, type OnDelete, ascii, cidr, deletionPolicy, duration, ip, matchesLabels, number, quantity, record, resource, same, show, sorted, timestamp } from "holdfast";
interface Thing extends KubernetesObject { ${objectType} }
${before}
const things = resource<Thing>({ group: "language.example.com", version: "v1", resource: "things", indices: { named: ({ spec }) => spec?.name } });
const first: (input: OnDelete<Thing>) => boolean = ${ruleText(first)};
const second: (input: OnDelete<Thing>) => boolean = ${ruleText(second)};
export default deletionPolicy<Thing>({
  name: "${name}",
  match: [{ group: "language.example.com", version: "v1", resource: "things" }${seed % 2 === 0 ? "" : otherGroup}],
  rules: {
    rule: {
      denyWhen: (input) => {
        const { oldObject, namespaceObject, cluster, request } = input;
        ${statements}
      },
      message: "no",
    },
  },
});
`;
  return { name, text };
}
