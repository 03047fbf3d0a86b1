/** Labels of an object, or a map of a custom resource. A value of another type reads as absent. */
type PossibleLabels = Readonly<Record<string, string | undefined>>;

/**
 * A label selector, as in a manifest (`metav1.LabelSelector`). All of it must match. An empty one matches everything.
 */
export interface LabelSelector {
  /** Labels with their values, written in the policy: `{ tier: "gold" }`. A `record(...)` is allowed too. */
  readonly matchLabels?: PossibleLabels;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

export type LabelSelectorRequirement =
  | { readonly key: string; readonly operator: "In" | "NotIn"; readonly values: readonly string[] }
  | { readonly key: string; readonly operator: "Exists" | "DoesNotExist"; readonly values?: readonly [] };

/**
 * Whether labels match a selector, as for `kubectl get --selector`. `NotIn` and `DoesNotExist` also match if the label
 * is absent. The selector must be written in the policy.
 *
 * ```ts
 * matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "In", values: ["gold", "silver"] }] })
 * ```
 *
 * becomes
 *
 * ```yaml
 * oldObject.metadata.?labels[?'tier'].orValue('') in ['gold', 'silver']
 * ```
 */
export function matchesLabels(
  labels: PossibleLabels | undefined,
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
): boolean {
  const isEqual = ([key, value]: readonly [string, string | undefined]): boolean => labelOf(labels, key) === value;
  return Object.entries(matchLabels).every(isEqual) && matchExpressions.every((requirement) => holds(requirement, labels));
}

function holds(requirement: LabelSelectorRequirement, labels: PossibleLabels | undefined): boolean {
  const label = labelOf(labels, requirement.key);
  switch (requirement.operator) {
    case "In":
      return label !== undefined && requirement.values.includes(label);
    case "NotIn":
      return label === undefined || !requirement.values.includes(label);
    case "Exists":
      return label !== undefined;
    case "DoesNotExist":
      return label === undefined;
  }
}

function labelOf(labels: PossibleLabels | undefined, key: string): string | undefined {
  return labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
}
