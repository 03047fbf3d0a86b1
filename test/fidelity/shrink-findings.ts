import { type ExecutionName, executionsNamed } from "./execution.ts";
import type { Origin } from "./generate.ts";
import { messageText, ruleText } from "./rule-text.ts";
import { shrink } from "./shrink.ts";
import type { Finding } from "./tally.ts";

/**
 * One finding of each problem with as little in it as shows the problem: a row for `test/language/cases`. What only a
 * real API server says stays as it is.
 */
export async function shrinkFindings(
  findings: readonly Finding[],
  origin: Origin,
  names: readonly ExecutionName[],
): Promise<readonly string[]> {
  const kubernetes = `1.${origin.kube}`;
  if (findings.length === 0) return [];
  const executions = await executionsNamed(names, kubernetes);
  const ofEachProblem = [...Map.groupBy(findings, ({ problem }) => problem).values()].flatMap(([first]) => first ?? []);
  const texts: string[] = [];
  for (const finding of ofEachProblem) {
    const { rule, request, said } = await shrink(finding, origin, executions);
    const answers = Object.entries(said).map(([name, one]) => `  ${name}: ${JSON.stringify(one)}`);
    const text = `${rule.kind.name}: ${ruleText(rule)}\n      message: ${messageText(rule)}`;
    texts.push([`\nrule ${finding.rule}, made smaller`, `  ${text}`, `  on ${JSON.stringify(request)}`, ...answers].join("\n"));
  }
  await Promise.all(executions.map((execution) => execution.stop()));
  return texts;
}
