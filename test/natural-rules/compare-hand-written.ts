import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "../../compiler/cel/syntax/parse.ts";
import type { CelExpression } from "../../compiler/cel/syntax/expression.ts";
import { defaultMinor, formatMinor, newestMinor } from "../../compiler/ir/kubernetes-version.ts";
import { AdmissionEvaluator, deleteOf, readAdmissionPolicies } from "../../compiler/simulator/admission/index.ts";
import { servedKinds } from "../../compiler/language/served/served-kinds.ts";
import type { PolicyIr } from "../../compiler/ir/policy.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { root } from "../house/source-files.ts";
import { CaseFiles, partsOf, unguarded } from "../language/case-files.ts";
import { metadataOf } from "./ask.ts";
import type { HandWritten } from "./hand-written.ts";
import { namedIn, typedObjectsOf } from "./objects.ts";

const folder = "test/natural-rules/hand-written";

export interface Compared {
  readonly source: string;
  /** A document of YAML, a ValidatingAdmissionPolicy alone. */
  readonly byHand: string;
  readonly generated: string;
  readonly ir: PolicyIr;
}

/** Nobody writes guards or overrides by hand, so the rule is compiled alone. */
export function compareWithHandWritten(names: readonly string[]): ReadonlyMap<string, Compared> {
  const files = new CaseFiles();
  try {
    const sources = new Map(names.map((name) => [name, read(`${name}.ts`)]));
    for (const [name, text] of sources) files.write(`${name}.ts`, ruleAlone(text));
    const compilation = files.compile(names.map((name) => `${name}.ts`));
    const compared = names.map((name): readonly [string, Compared] => {
      const { yaml, ir } = partsOf(compilation, name);
      const [generated = ""] = yaml.split("\n---\n");
      return [name, { source: sources.get(name) ?? "", byHand: read(`${name}.yaml`), generated, ir }];
    });
    return new Map(compared);
  } finally {
    files.remove();
  }
}

const read = (name: string): string => readFileSync(join(root, folder, name), "utf8");

const ruleAlone = (source: string): string =>
  unguarded(source).replace("\n  rules: {", `\n  overrides: { none: "the rule alone is asked" },\n  rules: {`);

interface Spec {
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly {
    readonly expression: string;
    readonly message?: string;
    readonly messageExpression?: string;
  }[];
}

export const specOf = (yaml: string): Spec => documentsIn(yaml)[0]?.spec as Spec;

/** What Kubernetes fills in. Generated YAML has it, so that what is read back is what the file says; by hand nobody writes it. */
const defaults = /^\s*(?:matchPolicy: Equivalent|(?:namespace|object)Selector: \{\}|scope: "\*")$/;

/**
 * Of a policy as it stands in the file: lines of `spec` without comments and `defaults`, and characters of its variables, conditions and
 * messages, where white space of whatever length counts as one. Of a validation with a `messageExpression`, the `message`
 * that stands in for it does not count.
 */
export function lengthOf(yaml: string): { readonly lines: number; readonly characters: number } {
  const lines = yaml.slice(yaml.indexOf("\nspec:\n") + 1).split("\n");
  const { variables = [], validations } = specOf(yaml);
  const texts = [
    ...variables.map(({ expression }) => expression),
    ...validations.flatMap(({ expression, message = "", messageExpression = message }) => [expression, messageExpression]),
  ];
  const characters = texts.reduce((sum, text) => sum + text.replaceAll(/\s+/g, " ").length, 0);
  return { lines: lines.filter((line) => /^\s*[^\s#]/.test(line) && !defaults.test(line)).length, characters };
}

export function celOf({ variables = [], validations }: Spec): readonly string[] {
  return [
    ...variables.map(({ expression }) => expression),
    ...validations.flatMap(({ expression, messageExpression = "" }) => [expression, messageExpression]),
  ].filter((text) => text !== "");
}

/** Lines, and chains of `a.b(...).c[d]`, of more than 400 characters. */
export function longPartsOf(text: string): readonly string[] {
  const chains: string[] = [];
  const visit = (node: CelExpression): void => {
    const isChain = node.kind === "select" || (node.kind === "call" && node.target !== undefined);
    if (isChain) chains.push(text.slice(node.start, node.end));
    for (const part of operandsOf(node)) visit(part);
  };
  visit(parse(text, newestMinor));
  return [...text.split("\n"), ...chains].filter((part) => part.length > 400);
}

function operandsOf(node: CelExpression): readonly CelExpression[] {
  if (node.kind === "select") return [node.operand];
  if (node.kind === "call") return node.target === undefined ? node.arguments : [node.target, ...node.arguments];
  return node.kind === "comprehension" ? [node.range, node.step] : [];
}

type Asked = Readonly<Record<string, unknown>> & { readonly metadata?: object; readonly as?: string };

/** What the policy says to deleting such an object; undefined: nothing. */
export function sayingOf(
  yaml: string,
  { ir, kind }: { readonly ir: PolicyIr; readonly kind: string },
): (object: Asked) => string | undefined {
  const { policies } = readAdmissionPolicies(documentsIn(yaml));
  const bindings = policies.map(({ name }) => {
    return { name, policyName: name, params: undefined, namespaceSelector: undefined, validationActions: ["Deny"] as const };
  });
  const evaluator = new AdmissionEvaluator({ policies, bindings }, { kube: formatMinor(defaultMinor) });
  const [first] = ir.match;
  const own = servedKinds.find((one) => one.kind === kind);
  const { group = "", version = "v1" } = first ?? {};
  const resource = own?.resource ?? first?.resource ?? "";
  const namespace = own?.isNamespaced === false ? {} : { namespace: "shop" };
  return ({ as = "alice", metadata, ...parts }) => {
    const object = {
      ...parts,
      apiVersion: group === "" ? version : `${group}/${version}`,
      kind,
      metadata: { name: "x", uid: "6f2b3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f", ...namespace, ...metadata },
    };
    const answer = evaluator.evaluate(deleteOf(object, { resource: { group, version, resource }, as }));
    return answer.findings[0]?.message;
  };
}

/** Objects that have what the rule names; they are of the schema, which the one who writes by hand relies on. */
export function generatedObjects({ kind, denied }: HandWritten, { ir, source }: Compared, numRuns: number): readonly Asked[] {
  const named = namedIn(source);
  const objects = fc.record({ object: typedObjectsOf(ir.objectShape, named), metadata: metadataOf(named) });
  return fc.sample(objects, { seed: 1, numRuns }).map(({ object, metadata }, at) => {
    const own = denied[at % denied.length]?.[1] ?? {};
    return at % 2 === 0 ? { ...object, ...own, kind } : { ...object, metadata };
  });
}
