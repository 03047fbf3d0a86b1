/** Which objects, by their labels; all parts have to hold. */
export interface SelectorField {
  /** Labels with exactly these values. */
  readonly matchLabels?: Readonly<Record<string, string>>;
  /** Queries to single labels. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

interface LabelSelectorRequirement {
  /** The label. */
  readonly key: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator: string;
  /** For `In` and `NotIn`. */
  readonly values?: readonly string[];
}
