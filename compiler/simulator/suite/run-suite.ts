import { closest } from "../../diagnostics/closest.ts";
import { NotEvaluatedHere } from "../admission/index.ts";
import type { CaseResult } from "../reports/case-result.ts";
import { describeAnswer } from "../testing/answer.ts";
import { type AskedPolicy, Disagreement, ask } from "../testing/ask.ts";
import { describeRequest, RequestProblem } from "../testing/request-description.ts";
import { describeExpectation, isMet } from "../testing/expectation.ts";
import type { Suite, SuiteCase, SuiteProblem } from "./suite.ts";

/** Policies by name, ready to be asked. */
export type PoliciesByName = ReadonlyMap<string, AskedPolicy>;

/** The policies that cases name and that do not exist: a case that asks nobody would pass whatever it expects. */
export function unknownPolicies({ file, cases }: Suite, known: readonly string[]): readonly SuiteProblem[] {
  return cases.flatMap(({ policies = [], position }) =>
    policies
      .filter((name) => !known.includes(name))
      .map((name) => {
        const near = closest(name, known);
        const help = near === undefined ? `the policies are ${known.join(", ")}` : `did you mean ${near}?`;
        return { file, position, message: `there is no policy \`${name}\``, help };
      }),
  );
}

export function runSuite(suite: Suite, policies: PoliciesByName): readonly CaseResult[] {
  return suite.cases.map((one) => {
    const start = performance.now();
    const outcome = runCase(suite, one, policies);
    const { name, position } = one;
    return { file: suite.file, position, name, milliseconds: performance.now() - start, ...outcome };
  });
}

type Outcome = Pick<CaseResult, "status" | "details" | "reviews">;

function runCase({ kinds }: Suite, { policies: names, request, expectation }: SuiteCase, policies: PoliciesByName): Outcome {
  const asked = (names ?? [...policies.keys()]).flatMap((name) => policies.get(name) ?? []);
  try {
    const { answer, concerned } = ask(asked, request, kinds);
    const reviews = [{ policies: asked.map(({ tested }) => tested.name), request, answer, concerned }];
    if (isMet(expectation, answer)) return { status: "passed", details: [], reviews };
    const [first = "", ...more] = describeAnswer(answer);
    const details = [
      `asked     ${describeRequest(request)}`,
      `expected  ${describeExpectation(expectation)}`,
      `got       ${first}`,
      ...more.map((line) => `          ${line}`),
    ];
    return { status: "failed", details, reviews };
  } catch (error) {
    return { ...outcomeOf(error), reviews: [] };
  }
}

function outcomeOf(error: unknown): Pick<CaseResult, "status" | "details"> {
  if (error instanceof Disagreement) return { status: "bug", details: [error.message] };
  if (error instanceof RequestProblem) return { status: "error", details: [error.problem, `help: ${error.help}`] };
  if (error instanceof NotEvaluatedHere) return { status: "error", details: [error.message] };
  throw error;
}
