import type { OtherKind } from "../language/language-case.ts";

/** What a rule is about: when it runs, which objects it sees, and whether they have a type of their own. */
export interface RuleKind {
  readonly name: string;
  readonly operation?: "update" | "create" | "create-or-update";
  /** It warns where others reject. */
  readonly action?: "warn";
  /** A delete of a whole collection, where requests have no name. */
  readonly isCollection?: true;
  readonly roots: readonly ["object" | "oldObject", ...("object" | "oldObject")[]];
  /** Without: it reads what every object has, and matches every version. */
  readonly isTyped: boolean;
  /** What it matches, where that is no Thing. */
  readonly about?: OtherKind;
  /** Of a built-in kind: its type in `holdfast/kinds`, and what its fields are called instead of those of a Thing. */
  readonly builtIn?: { readonly type: string; readonly fields: Readonly<Record<string, string>> };
  /** How often, compared with the others. */
  readonly weight: number;
}

export const ruleKinds = [
  { name: "delete", roots: ["oldObject"], isTyped: true, weight: 6 },
  { name: "delete, any type", roots: ["oldObject"], isTyped: false, weight: 1 },
  { name: "update", operation: "update", roots: ["object", "oldObject"], isTyped: true, weight: 2 },
  { name: "create", operation: "create", roots: ["object"], isTyped: true, weight: 1 },
  { name: "create or update", operation: "create-or-update", roots: ["object"], isTyped: true, weight: 1 },
  { name: "delete of a collection", isCollection: true, roots: ["oldObject"], isTyped: true, weight: 1 },
  {
    name: "delete, cluster-scoped",
    about: { group: "language.example.com", kind: "Whole", resource: "wholes", isClusterScoped: true },
    roots: ["oldObject"],
    isTyped: true,
    weight: 1,
  },
  {
    name: "delete of a Pod",
    about: { group: "", kind: "Pod", resource: "pods" },
    builtIn: {
      type: "Pod",
      fields: {
        "spec?.inner?.deep?.name": "status?.reason",
        "spec?.inner?.name": "status?.message",
        "spec?.inner?.on": "spec?.hostPID",
        "spec?.name": "spec?.nodeName",
        "spec?.size": "spec?.activeDeadlineSeconds",
        "spec?.limit": "spec?.priority",
        "spec?.on": "spec?.hostNetwork",
        "spec?.map": "spec?.nodeSelector",
      },
    },
    roots: ["oldObject"],
    isTyped: true,
    weight: 1.5,
  },
  { name: "delete, warning", action: "warn", roots: ["oldObject"], isTyped: true, weight: 1 },
] as const satisfies readonly RuleKind[];
