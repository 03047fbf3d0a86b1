import type { BindingIr } from "./enforcement.ts";
import type { Expression } from "./expression.ts";
import type { PolicyIr, RuleIr, SelectorIr } from "./policy.ts";
import type { AskedResource } from "../api/cluster-query.ts";

/** A rule that asks the cluster: the webhook answers it, where CEL has not denied already. */
export interface WebhookRuleIr {
  /** The author's policy, whole. */
  readonly policy: PolicyIr;
  /** As its author wrote it: what the webhook runs. */
  readonly rule: RuleIr;
  /** bool: CEL alone denies here, natively; undefined: never. */
  readonly certain: Expression | undefined;
  /** bool, without locals: the webhook is asked only where it holds. `true`: about everything that is matched. */
  readonly asked: Expression;
  /** What can be meant at all. */
  readonly objects: SelectorIr;
  /** Where it denies, warns or only records: as the bindings of a policy say. */
  readonly bindings: readonly BindingIr[];
  /** What it asks about, each once. */
  readonly asks: readonly AskedResource[];
}
