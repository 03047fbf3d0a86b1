import type { Trace, TracedExpression } from "../simulator/admission/index.ts";
import type { CompiledAdmissionPolicy } from "../report/compiled-admission-policy.ts";
import { visible } from "../diagnostics/format.ts";
import { inGutter } from "../diagnostics/listing.ts";
import { describeAnswer } from "../simulator/testing/answer.ts";
import { describeRequest } from "../simulator/testing/describe-request.ts";
import type { AskedRequest } from "./asked-request.ts";
import { type ExplainedPart, partTree } from "./part-tree.ts";
import { textOfValue } from "./value-text.ts";

/** Longer parts are cut: the whole text stands above. */
const widestPart = 76;

/** What the policy says to a request, and what each of its expressions gave. */
export function answerLines(request: AskedRequest, policies: readonly CompiledAdmissionPolicy[]): readonly string[] {
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
      return trace === undefined ? [] : traceLines(policy, trace);
    }),
  ];
}

function traceLines(policy: CompiledAdmissionPolicy, trace: Trace): readonly string[] {
  const { name, validations } = policy;
  const conditions = [...trace.matchConditions.values()].flatMap((traced) => valueLines("match condition", traced));
  const named = decidingVariables(policy).flatMap((variable) =>
    valueLines(`variable ${variable.name}`, trace.variables.get(variable.name)),
  );
  const decided = validations.flatMap(({ rule, note }, at) => {
    return valueLines(`${rule} is valid${note === undefined ? "" : ` (${note})`}`, trace.validations.get(at));
  });
  const isFiltered = trace.validations.size === 0;
  const filtered = isFiltered ? ["", "  its match condition does not hold, so nothing else was evaluated"] : [];
  return ["", `values in ValidatingAdmissionPolicy ${visible(name)}`, ...conditions, ...named, ...decided, ...filtered];
}

/** Those that decide; what stands in messages alone is read there. */
function decidingVariables({ variables, validations }: CompiledAdmissionPolicy): CompiledAdmissionPolicy["variables"] {
  const texts = validations.map(({ expression }) => expression.text);
  const deciding = variables.toReversed().filter(({ name, text }) => {
    const isUsed = texts.some((one) => new RegExp(`\\bvariables\\.${name}\\b`).test(one));
    if (isUsed) texts.push(text);
    return isUsed;
  });
  return deciding.toReversed();
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
