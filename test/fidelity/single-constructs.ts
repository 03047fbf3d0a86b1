import { Choices } from "./choices.ts";
import { type Construct, constructsFor } from "./construct-table.ts";
import { type RuleKind, ruleKinds } from "./rule-kind.ts";
import { type GeneratedRule, ruleAbout } from "./write-rule.ts";

/**
 * Of two the second, since the first would show the construct in a message, where it decides nothing; of texts a stored
 * one.
 */
const chosen: readonly number[] = Array.from({ length: 50 }, () => 25);

/** A rule about this construct alone, with the simplest in its holes, of the first kind of rule that may have it. */
export function ruleOfOne(construct: Construct, kube: number): GeneratedRule {
  const kinds: readonly RuleKind[] = ruleKinds;
  const kind = kinds.find((one) => constructsFor(one, kube).includes(construct));
  if (kind === undefined) throw new Error(`no kind of rule may have the construct: ${construct.name}`);
  return ruleAbout([construct], { choices: new Choices(chosen), kind, kube, names: [], depth: 0, isInIteration: false });
}
