import type { SelectorIr } from "../ir/policy.ts";
import type { LabelSelector } from "./kubernetes-objects.ts";

type Requirement = NonNullable<SelectorIr["matchExpressions"]>[number];

/**
 * As a person writes it: a label with one value is `matchLabels`.
 *
 *     key: tier, operator: In, values: [production]     matchLabels: { tier: production }
 */
export function buildSelector({ matchExpressions: requirements = [] }: SelectorIr): LabelSelector {
  const equal = requirements.flatMap((requirement) => valueOf(requirement) ?? []);
  const matchLabels = Object.fromEntries(equal);
  // Of two values for one key no label has both: that stays as it is.
  if (equal.length === 0 || Object.keys(matchLabels).length < equal.length) return plain(requirements);
  return { matchLabels, ...plain(requirements.filter((requirement) => valueOf(requirement) === undefined)) };
}

function valueOf(requirement: Requirement): readonly [readonly [string, string]] | undefined {
  if (requirement.operator !== "In") return undefined;
  const [value, ...others] = requirement.values;
  return value === undefined || others.length > 0 ? undefined : [[requirement.key, value]];
}

const plain = (matchExpressions: readonly Requirement[]): LabelSelector =>
  matchExpressions.length === 0 ? {} : { matchExpressions };
