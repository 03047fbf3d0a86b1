import { budget, costLimit } from "../plan/limits/cost.ts";
import { visible, inGutter, listing } from "../diagnostics/format.ts";
import type { CompiledGuard } from "../compile.ts";
import type { CompiledAdmissionPolicy, CompiledExpression, CompiledValidation } from "../report/compiled-admission-policy.ts";
import type { MatchEntry } from "../api/coverage.ts";
import type { ExplainedRule, Explanation, AskedRequest } from "./explanation.ts";
import type { EnforcementIr } from "../ir/enforcement.ts";
import type { Trace, TracedExpression } from "../simulator/admission/index.ts";
import { describeAnswer } from "../simulator/testing/answer.ts";
import { describeRequest } from "../simulator/testing/request-description.ts";
import { type ExplainedPart, partTree } from "./part-tree.ts";
import { textOfValue } from "./value-text.ts";

/**
 * For people: the answer to a request and what each expression gave, then the rules as written, and the CEL that they
 * become with what it costs at most. All text of policies and objects stands behind a gutter or is spelled out.
 */
export function textExplanation(explanation: Explanation): string {
  const { ir, file, rules, guards, admissionPolicies, request } = explanation;
  const own = admissionPolicies.filter(({ role }) => role === "rules");
  const enforced = enforcementText(ir.enforcement);
  const head = [
    `${visible(ir.name)}, ${visible(ir.span.file)}`,
    ...(ir.description === "" ? [] : [visible(ir.description)]),
    "",
    `matches  ${ir.match.map(describeMatch).map(visible).join(", ")}`,
    `becomes  ${visible(file)}: ${admissionPolicies.map(({ name }) => name).join(", ")}`,
    ...(enforced === undefined ? [] : [`enforced ${visible(enforced)}`]),
  ];
  const on = guards.filter(({ state }) => state !== "not needed");
  const parts = [[...head, ...on.map(guardLine)], ...rules.map(ruleLines), ...own.map(admissionLines)];
  const asked = admissionPolicies.filter(({ role }) => role !== "overrides");
  const answer = request === undefined ? [] : [answerLines(request, asked)];
  return [...answer, ...parts, [costLine(explanation)]].map((lines) => lines.join("\n")).join("\n\n");
}

function describeMatch({ group, version, resource }: MatchEntry): string {
  const place = [group === "" ? "core" : group, ...(version === undefined ? [] : [version])].join("/");
  return `${resource} (${place})`;
}

function guardLine({ name, state, text }: CompiledGuard, at: number): string {
  return `${at === 0 ? "guards " : "       "}  ${visible(`${name}, ${state}: ${text}`)}`;
}

function ruleLines({ rule, source }: ExplainedRule): readonly string[] {
  const effect = rule.action === "deny" ? "denies" : "warns of";
  const operations = rule.operations.join(" and ");
  return [
    `rule ${visible(rule.name)} ${effect} ${operations}`,
    "",
    ...listing(source.text, source.line),
    "",
    `target   ${source.target}: ${source.targetReason}`,
    ...(source.native === undefined ? [] : [`in       ValidatingAdmissionPolicy ${source.native.admissionPolicy}`]),
    ...webhookLines(source.webhook),
  ];
}

/** When the webhook is asked, what CEL cannot say, and what that costs. */
function webhookLines(webhook: ExplainedRule["source"]["webhook"]): readonly string[] {
  if (webhook === undefined) return [];
  const { names, asked, beyond, deniesWhileDown } = webhook;
  const where = asked.length === 0 ? "about all that is matched" : `where ${asked.join(" and ")}`;
  return [
    ...names.map((name) => `in       webhook ${visible(name)}`),
    `asked    ${visible(where.replaceAll(/\s+/g, " "))}`,
    ...beyond.map(({ line, text, why }) => `beyond   line ${line}: ${visible(text)}: ${visible(why)}`),
    ...(deniesWhileDown ? ["down     while the webhook does not answer, whatever it is asked about is denied"] : []),
  ];
}

/** What the author's rules became; what guards add stands in the YAML. */
function admissionLines(policy: CompiledAdmissionPolicy): readonly string[] {
  const own = policy.validations.filter(({ isGuard }) => !isGuard);
  const variables = variablesOf(policy, ({ expression, message }) => [expression.text, message.text], own);
  return [
    `ValidatingAdmissionPolicy ${visible(policy.name)}`,
    ...variables.flatMap((variable) => expressionLines(`variable ${variable.name}`, variable)),
    ...own.flatMap(({ rule, note, expression, message }) => [
      ...expressionLines(`${rule} is valid when${note === undefined ? "" : ` (${note})`}`, expression),
      ...expressionLines(`${rule} says`, message),
    ]),
  ];
}

function expressionLines(title: string, { text, cost }: CompiledExpression): readonly string[] {
  return ["", `  ${visible(title)}, cost at most ${number(cost)}`, ...text.split("\n").map((line) => inGutter(" ", line))];
}

function costLine({ admissionPolicies }: Explanation): string {
  const costs = admissionPolicies.flatMap(({ variables, validations }) => [
    ...variables.map(({ cost }) => cost),
    ...validations.flatMap(({ expression, message }) => [expression.cost, message.cost]),
  ]);
  const most = number(Math.max(0, ...costs));
  const dearest = `cost     ${most} for the dearest expression, on the largest object that can be stored; the API server allows ${number(costLimit)}`;
  const whole = number(Math.max(0, ...admissionPolicies.map(({ cost }) => cost)));
  return `${dearest}\n         ${whole} for all of a policy together; it allows ${number(budget)}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

/**
 * `deny where stage is production, edge; audit elsewhere`; undefined for what is denied everywhere, as people expect.
 */
function enforcementText({ otherwise, by }: EnforcementIr): string | undefined {
  if (by === undefined) return otherwise === "deny" ? undefined : otherwise;
  const byLevel = Map.groupBy(Object.entries(by.values), ([, level]) => level);
  const named = [...byLevel].map(([level, own]) => `${level} where ${by.label} is ${own.map(([value]) => value).join(", ")}`);
  return [...named, `${otherwise} elsewhere`].join("; ");
}

/** Longer parts are cut: the whole text stands above. */
const widestPart = 76;

/** What the policy says to a request, and what each of its expressions gave. */
function answerLines(request: AskedRequest, policies: readonly CompiledAdmissionPolicy[]): readonly string[] {
  const { description, answer, concerned, traces } = request;
  const [first = "", ...more] = describeAnswer(answer);
  const unconcerned = concerned.length === 0 ? ["         no rule of this policy is about such a request"] : [];
  return [
    `request  ${visible(describeRequest(description))}`,
    `answer   ${visible(first)}`,
    ...more.map((line) => `         ${visible(line)}`),
    ...unconcerned,
    ...policies.flatMap((policy) => {
      const trace = traces.get(policy.name);
      return trace === undefined ? [] : traceLines(policy, trace, description.operation);
    }),
  ];
}

function traceLines(policy: CompiledAdmissionPolicy, trace: Trace, operation: string): readonly string[] {
  const { name, validations } = policy;
  const asked = validations.filter(({ operations }) => operations.some((one) => one === operation));
  const conditions = [...trace.matchConditions.values()].flatMap((traced) => valueLines("match condition", traced));
  // What stands in messages alone is read there.
  const named = variablesOf(policy, ({ expression }) => [expression.text], asked).flatMap((variable) =>
    valueLines(`variable ${variable.name}`, trace.variables.get(variable.name)),
  );
  const decided = asked.flatMap((validation) => {
    const { rule, note } = validation;
    const title = `${rule} is valid${note === undefined ? "" : ` (${note})`}`;
    return valueLines(title, trace.validations.get(validations.indexOf(validation)));
  });
  const isFiltered = trace.validations.size === 0;
  const filtered = isFiltered ? ["", "  its match condition does not hold, so nothing else was evaluated"] : [];
  return ["", `values in ValidatingAdmissionPolicy ${visible(name)}`, ...conditions, ...named, ...decided, ...filtered];
}

/** Those that the texts of these validations read. */
function variablesOf(
  { variables }: CompiledAdmissionPolicy,
  textsOf: (validation: CompiledValidation) => readonly string[],
  validations: readonly CompiledValidation[],
): CompiledAdmissionPolicy["variables"] {
  const texts = validations.flatMap(textsOf);
  const read = variables.toReversed().filter(({ name, text }) => {
    const isUsed = texts.some((one) => new RegExp(`\\bvariables\\.${name}\\b`).test(one));
    if (isUsed) texts.push(text);
    return isUsed;
  });
  return read.toReversed();
}

function valueLines(title: string, traced: TracedExpression | undefined): readonly string[] {
  const last = traced?.parts.at(-1);
  if (traced === undefined || last === undefined) return [];
  const rows = partTree(traced).flatMap((part) => rowsOf(part, 0));
  const width = Math.min(widestPart, Math.max(0, ...rows.map(({ text }) => text.length)));
  const lines = rows.map(({ text, value }) => inGutter(" ", `${shortened(text, width).padEnd(width)}  ${textOfValue(value)}`));
  return ["", `  ${visible(title)}: ${visible(textOfValue(last.value))}`, ...(rows.length > 1 ? lines : [])];
}

interface Row {
  readonly text: string;
  readonly value: ExplainedPart["value"];
}

function rowsOf({ text, value, parts }: ExplainedPart, depth: number): readonly Row[] {
  return [{ text: `${"  ".repeat(depth)}${text}`, value }, ...parts.flatMap((part) => rowsOf(part, depth + 1))];
}

function shortened(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
