import fc from "fast-check";
import { type Origin, generateRules } from "../fidelity/generate.ts";
import type { GeneratedRule } from "../fidelity/write-rule.ts";
import { before, objectType, ruleText } from "../fidelity/rule-text.ts";

/** A rule that mixes what CEL can say with cluster queries. */
export interface QueryingRule {
  readonly name: string;
  readonly text: string;
  readonly match: readonly VersionedEntry[];
}

/** A kind whose version the rule's types describe. */
export interface VersionedEntry {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

const things = { group: "language.example.com", version: "v1", resource: "things" } as const;

/**
 * One version for all, one for each group, one for each resource of a group, several of one resource, and a pattern of
 * groups.
 */
const matches: readonly (readonly VersionedEntry[])[] = [
  [things],
  [things, { group: "other.example.org", version: "v2", resource: "things" }],
  [things, { group: "language.example.com", version: "v2", resource: "others" }],
  [things, { group: "language.example.com", version: "v2", resource: "things" }],
  [{ ...things, group: "*.example.com" }],
];

/** Of things: `oldObject` is in sight. */
const queries = [
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

const iterationsInNamespace = [
  '(namespaceObject?.metadata.labels?.["a"] === "true" && (oldObject.spec?.names ?? []).some((name) => name === "x/a"))',
  '(namespaceObject?.metadata.labels?.["a"] === "true" && Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key === "x/a"))',
] as const;

const matched = [
  'request.resource.version === "v1"',
  'request.resource.group === "language.example.com"',
  'request["resource"].resource === "things"',
  "request.resource.version === request.requestResource.version",
] as const;

/** What a match condition of a webhook does not see, or sees as something else. */
const unlike = [
  "namespaceObject !== undefined",
  'namespaceObject?.metadata.labels?.["a"] === "true"',
  ...iterationsInNamespace,
  ...matched,
  'request.kind.version === "v1"',
] as const;

const simple = [
  'oldObject.metadata.labels?.["a"] === "true"',
  'oldObject.metadata.labels?.["a"] === "a"',
  "oldObject.spec?.on === true",
  '(oldObject.spec?.names ?? []).some((name) => name === "x/a")',
] as const;

/** Bodies of rules, with what only the webhook can say. */
function bodies(asked: readonly [string, ...string[]]): Tree {
  /** Conditions of generated rules, and queries. */
  const leaf: Tree = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("first(input)", "second(input)") },
    { weight: 3, arbitrary: fc.constantFrom(...asked).map((query) => `(${query})`) },
    { weight: 2, arbitrary: fc.constantFrom(...unlike) },
    { weight: 1, arbitrary: fc.constantFrom(...simple) },
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
  const deep: Tree = fc.tuple(condition, condition, condition, fc.nat(3)).map(([a, b, c, shape]) => {
    if (shape === 0) return `return ${a};`;
    if (shape === 1) return `if (${a}) return ${b}; return ${c};`;
    if (shape === 2) return `const known = ${a}; if (!known) return ${b}; return ${c};`;
    return `const [one, other] = [${a}, ${b}]; return one || (other && ${c});`;
  });

  /** Short rules, whose webhook is spared the most. */
  const flat: Tree = fc
    .tuple(
      fc.shuffledSubarray([...unlike, ...simple], { minLength: 2, maxLength: 3 }),
      fc.constantFrom(...asked),
      fc.tuple(fc.constantFrom(...iterationsInNamespace), fc.constantFrom(...matched), fc.constantFrom(...simple)),
      fc.nat(5),
    )
    .map(([[a, b, c = a], query, [iteration, resource, mark], shape]) => {
      if (shape === 0) return `return ${a} || ${b} || (${query});`;
      if (shape === 1) return `return ${a} && ${b} && (${query});`;
      if (shape === 2) return `return ${a} && (${b} || ${c} || (${query}));`;
      if (shape === 3) return `return ${iteration} || ${mark} || (${query});`;
      if (shape === 4) return `return ${resource} && ${mark} && (${query});`;
      return `if (!(${a}) && !(${b})) return (${query}) && ${c}; return ${b};`;
    });

  return fc.oneof(deep, flat);
}

/** What the webhook is needed for. */
export type Needs = "cluster" | "time and JSON" | "a release that ends" | "time, JSON and such a release";

/** Parts that CEL cannot say; some of them throw. */
const beyond = [
  'JSON.parse(oldObject.metadata.annotations?.["x/a"] ?? "null") === null',
  'JSON.parse(oldObject.spec?.name ?? "{}").on === true',
  "Date.now() > 1_000",
  "Date.now() < 1_000",
  "JSON.stringify(oldObject.metadata.labels ?? {}).length > 12",
  "new Date(oldObject.metadata.creationTimestamp ?? 0).getTime() > Date.now()",
  "parsed(oldObject.spec?.name).on",
  "parsed(oldObject.spec?.name).off ?? oldObject.spec?.on",
  "!counts(oldObject.spec?.names)",
  "pushed(oldObject.spec?.names ?? [])",
  "without(oldObject.metadata.finalizers)",
  'parsed(oldObject.metadata.labels?.["a"])?.on',
  'Date.parse(oldObject.metadata.annotations?.["a"] ?? "") < Date.now()',
  'new Set([oldObject.metadata.labels?.["a"]]).size === JSON.parse("1")',
  'kept(oldObject.metadata.annotations, "x/a")',
  'thrown(oldObject.metadata.labels?.["a"] ?? "")',
  'second(JSON.parse(oldObject.spec?.name ?? "true"), oldObject.spec?.on)',
  'second(oldObject.spec?.on ? JSON.parse(oldObject.spec?.name ?? "true") : 1, oldObject.metadata.labels?.["a"] === "a")',
  'taken(oldObject.metadata.labels?.["a"] ?? "")',
  "(oldObject.spec?.on ? parsed(oldObject.spec?.name) : fallen).on",
  '[...(oldObject.spec?.names ?? [])].filter((name) => JSON.parse(`"${name.length}"`) === "1").length > 0',
] as const;

interface Kind {
  readonly statements: Tree;
  readonly isByWebhook: boolean;
  readonly overrides: string;
}

const byWebhook: Kind = { statements: bodies(beyond), isByWebhook: true, overrides: '{ none: "the rule alone is asked" }' };
const overrides = '[releasedUntil({ max: "2h" })]';

const kinds: Readonly<Record<Needs, Kind>> = {
  cluster: { ...byWebhook, statements: bodies(queries), isByWebhook: false },
  "time and JSON": byWebhook,
  "a release that ends": { statements: bodies(simple), isByWebhook: false, overrides },
  "time, JSON and such a release": { ...byWebhook, overrides },
};

/** What `beyond` calls. */
const helpers = `interface Parsed { readonly on: boolean; readonly off?: boolean }
const fallen: Parsed = { on: false };
function parsed(text: string | undefined): Parsed {
  if (!text) return fallen;
  return text.length > 3 ? (JSON.parse(text) as Parsed) : { on: true, off: false };
}
function counts(names: readonly string[] | undefined): boolean {
  let found = 0;
  while (found < (names ?? []).length) found += 2;
  return found > 2;
}
function pushed(names: readonly string[]): boolean {
  const seen: string[] = [];
  const hasLong = names.some((name) => seen.push(name) > 1);
  return hasLong || seen.length > 0;
}
function without(names: readonly string[] | undefined): boolean {
  const left = new Set(names ?? []);
  left.delete("a");
  return left.size === 0 && names !== undefined;
}
function kept(marks: Readonly<Record<string, string>> | undefined, key: string): boolean {
  const own = marks?.[key];
  if (own === undefined) return false;
  else if (own === "") return true;
  const text = own.padEnd(Number(JSON.stringify(own.length)));
  return text === "a" || text === "true";
}
function second(_: unknown, on: boolean | undefined): boolean {
  return on === true;
}
function taken(text: string): boolean {
  const { length, on = text === "a" } = JSON.parse('{"length":' + text.length + '}') as { length: number; on?: boolean };
  if (text === "") return false;
  return length > 3 || on;
}
function thrown(text: string): boolean {
  if (text === "true") throw new Error(text);
  return text === "a" || Date.now() < 5;
}
`;

/** Of generated conditions, two for each rule. */
export function queryingRules(origin: Origin, count: number, needs: Needs = "cluster"): readonly QueryingRule[] {
  const conditions = generateRules(origin, 0, count * 4).filter(({ kind }) => kind.name === "delete");
  const pairs = Array.from({ length: Math.min(count, Math.floor(conditions.length / 2)) }, (_, at) => {
    return [conditions[at * 2], conditions[at * 2 + 1]] as [GeneratedRule, GeneratedRule];
  });
  return pairs.map((pair, at) => queryingRule(`split-${at}`, pair, { seed: origin.seed + at, needs }));
}

/** The policy file around it. */
function queryingRule(
  name: string,
  [first, second]: readonly [GeneratedRule, GeneratedRule],
  { seed, needs }: { readonly seed: number; readonly needs: Needs },
): QueryingRule {
  // Neighbouring seeds make alike rules.
  const own = { seed: Math.imul(seed, 0x9e3779b1), numRuns: 1 };
  const kind = kinds[needs];
  const [[statements, match] = ["", []]] = fc.sample(fc.noBias(fc.tuple(kind.statements, fc.constantFrom(...matches))), own);
  // What is not asked would only have the rule rejected, for what nobody reads.
  const generated = Object.entries({ first, second })
    .filter(([called]) => statements.includes(`${called}(input)`))
    .map(([called, made]) => `const ${called}: (input: OnDelete<Thing>) => boolean = ${ruleText(made)};`);
  const text = `import { type KubernetesObject, type OnDelete, ascii, cidr, deletionPolicy, duration, ip, matchesLabels, number, quantity, record, releasedUntil, resource, same, show, sorted, timestamp, withinIterationLimit } from "holdfast";
interface Thing extends KubernetesObject { ${objectType} }
${before}
const things = resource<Thing>({ group: "language.example.com", version: "v1", resource: "things", indices: { named: ({ spec }) => spec?.name } });
${generated.join("\n")}
${kind.isByWebhook ? helpers : ""}export default deletionPolicy<Thing>({
  name: "${name}",
  match: ${JSON.stringify(match)},
  overrides: ${kind.overrides},
  rules: {
    rule: {${kind.isByWebhook ? ' answeredBy: "webhook",' : ""}
      denyWhen: (input) => {
        const { oldObject, namespaceObject, request, cluster } = input;
        ${statements}
      },
      message: "no",
    },
  },
});
`;
  return { name, text, match };
}
