import { createHash } from "node:crypto";
import { relative, resolve } from "node:path";
import { bundleText } from "../simulator/bundle/bundle.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import type { WebhookRuleIr } from "../ir/webhook-rule.ts";
import { levelOf, pathOf } from "./webhooks/webhook-name.ts";
import { readsNamespace, readsTime } from "./webhooks/asked.ts";
import { namespacePath, policyOfLook } from "./webhooks/namespace-webhooks.ts";
import { type Expression, literal } from "../ir/expression.ts";
import { SharedRecords } from "./shared-records.ts";

/** A rule that the webhook runs, and the file that exports its policy. */
export interface RuleInFile {
  readonly rule: WebhookRuleIr;
  /** Absolute. */
  readonly file: string;
}

/** A policy that the webhook puts objects to, and the file that exports it. */
export interface PolicyInFile {
  readonly policy: PolicyIr;
  /** Absolute. */
  readonly file: string;
}

export interface RulesBundle {
  /** A JavaScript module that imports nothing. */
  readonly text: string;
  /** Of `text`, hexadecimal: the webhook runs no other. */
  readonly sha256: string;
  /** The files that it is made of: absolute. */
  readonly inputs: readonly string[];
}

/**
 * The policies whose rules ask the cluster, as one module for the webhook, so that a change of a rule needs no
 * other image. The author's functions go in as they are; nothing of them is run here. `contents`: policies
 * whose objects keep their Namespace.
 */
export function bundleRules(
  rules: readonly RuleInFile[],
  workingDirectory: string,
  contents: readonly PolicyInFile[] = [],
): RulesBundle {
  const bundled = bundleText(entryOf(rules, contents, workingDirectory), workingDirectory);
  const text = withoutPaths(bundled.text, bundled.inputs);
  const inputs = bundled.inputs.map((path) => resolve(workingDirectory, path));
  return { text, sha256: createHash("sha256").update(text).digest("hex"), inputs };
}

function entryOf(rules: readonly RuleInFile[], contents: readonly PolicyInFile[], workingDirectory: string): string {
  const files = [...new Set([...rules, ...contents].map(({ file }) => file))];
  const imports = files.map((file, at) => `import file${at} from ${JSON.stringify(importPath(file, workingDirectory))};`);
  const shared = new SharedRecords();
  const programs = rules.map(({ rule, file }) => {
    const facts = shared.text(ruleFacts(rule));
    const routes = rule.bindings.map(levelOf).map((level) => ({ level, path: pathOf(rule, level) }));
    const program = `ruleProgram(file${files.indexOf(file)}, ${JSON.stringify(rule.rule.name)}, ${facts} as never)`;
    return `  { ...${program}, readsNamespace: ${String(readsNamespace(rule))},${readsTime(rule) ? " readsTime: true," : ""} routes: ${JSON.stringify(routes)} },`;
  });
  const policies = contents.map(({ policy, file }) => {
    const facts = policyFacts(policyOfLook(policy));
    const program = `policyProgram(file${files.indexOf(file)}, ${shared.text(facts)} as never)`;
    return `  { ...${program}, path: ${JSON.stringify(namespacePath(policy))} },`;
  });
  return [
    'import { Unanswered, declared, isMeant, policyProgram, ruleProgram } from "holdfast/evaluate";',
    ...imports,
    "export { Unanswered, declared, isMeant };",
    ...shared.lines(),
    "export const rules = [",
    ...programs,
    "];",
    "export const policies = [",
    ...policies,
    "];",
    "",
  ].join("\n");
}

function importPath(file: string, workingDirectory: string): string {
  const path = relative(workingDirectory, file).replaceAll("\\", "/");
  return path.startsWith("../") ? path : `.//${path}`;
}

/** esbuild names each file in a comment, and where the compiler lies differs from machine to machine. */
function withoutPaths(text: string, files: readonly string[]): string {
  const comments = new Set(files.map((file) => `// ${file}`));
  return text
    .split("\n")
    .filter((line) => !comments.has(line))
    .join("\n");
}

/**
 * The policy with this rule alone, and without the CEL that the TypeScript execution has no use for: what shares its
 * parts would be written out again and again.
 */
function ruleFacts({ policy, rule, asks }: WebhookRuleIr): PolicyIr {
  return { ...policyFacts({ ...policy, rules: [rule] }), asks };
}

/** The same of a whole policy. */
function policyFacts(policy: PolicyIr): PolicyIr {
  const { name, span, match, objectShape, coDenials } = policy;
  return {
    name,
    description: "",
    span,
    match,
    rules: policy.rules.map(withoutCel),
    objectShape,
    coDenials,
    reason: undefined,
    overrides: policy.overrides.map((way) => ({
      ...way,
      rule: withoutCel(way.rule),
      elsewhere: undefined,
      how: undefined,
      howForAnything: undefined,
      deniesUpdate: undefined,
    })),
    guards: policy.guards,
    marks: { fields: [] },
    enforcement: { otherwise: "deny", by: undefined },
    asks: policy.asks,
    unnamedContents: [],
  };
}

function withoutCel({
  name,
  span,
  action,
  operations,
  versionedReads,
  nestedIterations,
  loopsByPosition,
  mostEntries,
  mostText,
  isConflict,
  problem,
  isMessageFixed,
  isOfOneVersion,
}: RuleIr): RuleIr {
  const nothing: Expression = literal(true, span);
  const reads = versionedReads.map(({ path }) => ({ path, present: nothing }));
  const parts = { name, span, action, operations, when: nothing, message: nothing, versionedReads: reads, nestedIterations };
  return {
    ...parts,
    ...(loopsByPosition !== undefined && { loopsByPosition }),
    ...(mostEntries !== undefined && { mostEntries }),
    ...(mostText !== undefined && { mostText }),
    ...(isConflict === true && { isConflict }),
    ...(problem !== undefined && { problem }),
    ...(isMessageFixed === true && { isMessageFixed }),
    ...(isOfOneVersion === true && { isOfOneVersion }),
  };
}
