import { isDeepStrictEqual } from "node:util";
import { inject } from "vitest";
import type { Policy } from "../../language/index.ts";
import { operationsOf } from "../../ir/policy.ts";
import type { AskedPolicy } from "../testing/ask.ts";
import { type CompiledForTests, TestedPolicy } from "../testing/tested-policy.ts";

const provided = inject("holdfast");

/**
 * Compiled once for each test file, when it is loaded: the first test would not have the time for it. Nobody waits for the
 * compiler where `holdfast test` has done its work.
 */
const compiled = provided?.compiled ?? (await import("./compile-policies.ts")).compilePolicies(provided ?? {});

const tested = new Map<string, TestedPolicy>();

/** The policies of `expect(...)`, each with what it was compiled to. */
export function askedPolicies(received: unknown): readonly AskedPolicy[] {
  const policies: readonly unknown[] = Array.isArray(received) ? received : [received];
  return policies.map((policy) => {
    const typescript = requirePolicy(policy);
    return { typescript, tested: requireTested(typescript) };
  });
}

function requirePolicy(value: unknown): Policy {
  const isPolicy = typeof value === "object" && value !== null && "name" in value && "rules" in value && "match" in value;
  if (isPolicy) return value as Policy;
  throw new TypeError("expect() is given no policy: import the default export of a policy file");
}

function requireTested(policy: Policy): TestedPolicy {
  const own = compiled.find(({ name }) => name === policy.name);
  if (own === undefined) throw new Error(notCompiled(policy.name));
  const difference = differenceTo(policy, own);
  if (difference !== undefined)
    throw new Error(
      `the policy ${policy.name} of this test is not the one in ${own.source}: ${difference}. ` +
        "Import the default export of that file",
    );
  const known = tested.get(own.name) ?? new TestedPolicy(own);
  tested.set(own.name, known);
  return known;
}

function notCompiled(name: string): string {
  const place = (provided?.policies ?? ["policies"]).join(", ");
  return (
    `the policy ${name} is not among those compiled from ${place} (${compiled.map((one) => one.name).join(", ")}). ` +
    "A test compares both executions, so the policy has to be the default export of a file there; another place is given " +
    'in the configuration of vitest: provide: { holdfast: { policies: ["rules"] } }, or to `holdfast test --policies`'
  );
}

/** How a policy shows that it is not the compiled one; functions cannot be compared. */
function differenceTo(policy: Policy, { ir }: CompiledForTests): string | undefined {
  const rules = Object.entries(policy.rules).map(([name, rule]) => {
    return { name, action: rule.denyWhen === undefined ? "warn" : "deny", operations: operationsOf(rule.operation) };
  });
  const there = ir.rules.map(({ name, action, operations }) => ({ name, action, operations }));
  if (!isDeepStrictEqual(rules, there)) return `its rules are ${namesOf(rules)}, there they are ${namesOf(there)}`;
  const match = ir.match.map(({ group, resource }) => [group, resource]);
  return isDeepStrictEqual(
    policy.match.map(({ group, resource }) => [group, resource]),
    match,
  )
    ? undefined
    : "it matches other resources";
}

function namesOf(rules: readonly { readonly name: string; readonly action: string }[]): string {
  return rules.map(({ name, action }) => `${name} (${action})`).join(", ");
}
