import type { Input } from "../../compiler/api/admission-review.ts";
import { type Oracle, type OracleInput, type Evaluation, startOracle } from "../oracle/oracle.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import type { Execution, Said } from "./execution.ts";

/** The API server's own evaluator in a process beside this one, as Kubernetes `kubernetes` ("1.30"). */
export async function oracleExecution(kubernetes: string): Promise<Execution> {
  const oracle = await startOracle({ kubernetes });
  return {
    name: "API server's evaluator",
    ask: ({ yaml }, inputs) => askOracle(oracle, yaml, inputs),
    stop: () => oracle.stop(),
  };
}

export async function askOracle(
  oracle: Oracle,
  yaml: string,
  inputs: readonly Input[],
  options: { readonly skipChecks?: boolean } = {},
): Promise<readonly Said[]> {
  const documents = documentsIn(yaml);
  const policies = documents.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
  const bindings = documents.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  const { rejections, answers } = await oracle.admit({ policies, bindings, inputs: inputs.map(authorized), ...options });
  const [rejection] = rejections;
  if (rejection !== undefined)
    return inputs.map(() => ({ unanswered: `rejected ${rejection.document}: ${rejection.status.message}` }));
  return answers.map(saidBy);
}

/**
 * Whoever asks and may one thing that generated rules ask for may all of them; service accounts have no rights in these
 * requests. What comes in another version than that of the match can be had in that of the match.
 */
function authorized({ authorizer, ...reviewed }: Input): OracleInput {
  const { username, groups = [] } = reviewed.request.userInfo;
  const { kind, resource, requestKind } = reviewed.request;
  const equivalents = requestKind.version === kind.version ? [] : [{ resource, kind }];
  const query = { kind: "path", verb: "get", path: "/keep", subject: { username, groups } } as const;
  return {
    ...reviewed,
    equivalents,
    authorizer: authorizer?.(query).allowed === true ? [{ user: username, decision: "Allow" }] : [],
  };
}

/** A denial or a warning as the client gets it, without the words that name object and policy. */
function saidBy({ status, warnings, problem }: Evaluation): Said {
  if (problem !== undefined) return { unanswered: problem };
  if (status === null && warnings.length === 0) return { message: undefined };
  const message =
    status === null
      ? warnings.map((warning) => warning.replace(/^.*? with binding '[^']*': /s, "")).join(" AND ")
      : status.message.replace(/^.*? denied request: /s, "");
  return { message, ...(/^expression '.*' resulted in error: /s.test(message) ? { error: message } : {}) };
}
