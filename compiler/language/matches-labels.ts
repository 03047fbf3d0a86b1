/** Labels of an object, or a map of a custom resource, of which values of another type are not there. */
type PossibleLabels = Readonly<Record<string, string | undefined>>;

/** metav1.LabelSelector. All of it must hold; an empty one matches everything. */
export interface LabelSelector {
  /** As written, or a `record(...)`. */
  readonly matchLabels?: PossibleLabels;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

export type LabelSelectorRequirement =
  | { readonly key: string; readonly operator: "In" | "NotIn"; readonly values: readonly string[] }
  | { readonly key: string; readonly operator: "Exists" | "DoesNotExist"; readonly values?: readonly [] };

/**
 * Whether labels match a selector, as `kubectl get --selector` does: `NotIn` and `DoesNotExist` also match where the
 * label is absent. CEL: written out, label by label.
 *
 * ```ts
 * matchesLabels(oldObject.metadata.labels, { matchExpressions: [{ key: "tier", operator: "In", values: ["gold", "silver"] }] })
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
