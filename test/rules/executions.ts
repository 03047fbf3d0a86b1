import { join } from "node:path";
import { compile } from "../../compiler/index.ts";
import { type Input, evaluate } from "../../compiler/simulator/evaluate/index.ts";
import type { Policy } from "../../compiler/language/index.ts";
import { type UntypedObject, deleteOf } from "../../compiler/simulator/admission/index.ts";
import { evaluatorOf } from "../simulator/admission/policy-files.ts";
import { root } from "../house/source-files.ts";
import { authorizerAnswersOf } from "../../compiler/simulator/testing/authorizer-of.ts";
import type { Permission } from "../../compiler/simulator/testing/request-description.ts";
import { type Situation, resourceOf } from "./case-objects.ts";

/** What a client of the API server sees: the denial, if any, and the warnings. */
export interface Answer {
  readonly denied: string | undefined;
  readonly warned: readonly string[];
}

export const compilation = compile({ paths: ["test/rules/policies"], workingDirectory: root });

const policies = new Map<string, Policy>();

/** Plain TypeScript: the policy file is imported and its functions are called. */
export async function answerInTypeScript(situation: Situation, input: Input): Promise<Answer> {
  const { policy } = situation.table;
  const ir = compilation.ir.find(({ name }) => name === policy);
  const findings = evaluate(await policyNamed(policy), input, ir);
  const said = (action: string): readonly string[] =>
    findings.filter((one) => one.action === action).map(({ message }) => message);
  return { denied: said("deny")[0], warned: said("warn") };
}

async function policyNamed(name: string): Promise<Policy> {
  const known = policies.get(name);
  if (known !== undefined) return known;
  const module = (await import(join(root, `test/rules/policies/${name}.ts`))) as { readonly default: Policy };
  policies.set(name, module.default);
  return module.default;
}

/** Local CEL over the text of the YAML: of the situation's policy, or of another one about the same resource. */
export function answerInCel({ table }: Situation, input: Input, policy: string = table.policy): Answer {
  const file = compilation.files.find(({ name }) => name === `${policy}.yaml`);
  const findings = evaluatorOf(file?.text ?? "")
    .evaluate(input)
    .findings.filter(({ isReported }) => isReported);
  const said = (action: string): readonly string[] =>
    findings.filter((one) => one.action === action).map(({ message }) => message);
  return { denied: said("Deny")[0], warned: said("Warn") };
}

/** The request that deletes the object of a situation, as the API server reviews it. */
export function inputOf({ table, rule, namespace }: Situation, stored: UntypedObject): Input {
  const { as, groups, options, dryRun } = rule;
  const input = deleteOf(stored, {
    resource: resourceOf(table),
    ...(as === undefined ? { as: "kubernetes-admin", groups: ["system:masters"] } : { as }),
    ...(groups !== undefined && { groups }),
    ...(options !== undefined && { options }),
    ...(dryRun !== undefined && { dryRun }),
    ...(namespace !== undefined && { namespaceObject: namespace }),
  });
  const object = { apiVersion: stored.apiVersion, kind: stored.kind };
  const permissions = permissionsOf({ rule, namespace });
  return { ...input, authorizer: authorizerAnswersOf({ operation: "delete", object, permissions }, input) };
}

export function permissionsOf({ rule, namespace }: Pick<Situation, "rule" | "namespace">): readonly Permission[] {
  const place = namespace?.metadata.name ?? "";
  return (rule.permissions ?? []).map((one) => ({ ...one, ...(one.namespace === "{namespace}" && { namespace: place }) }));
}
