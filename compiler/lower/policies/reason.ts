import type { Expression } from "../../ir/expression.ts";
import type { MatchEntry } from "../../api/coverage.ts";
import { placeIn } from "../guards/place-in.ts";
import { inputOf, lowerShown } from "./rule.ts";
import type { Scope } from "../scope.ts";
import type { PolicyValue } from "../value.ts";

/** `reason: "example.com/reason"`: what rejections say of that annotation, as `reasonGiven` of the language does. */
export function lowerReason(policy: PolicyValue, match: readonly MatchEntry[], scope: Scope): Expression | undefined {
  const annotation = policy.definition.properties.get("reason");
  const declaration = scope.lowering.ownFunctions.get("reasonGiven");
  if (annotation === undefined || declaration === undefined) return undefined;
  const node = placeIn(policy.node, "reason");
  const given = scope.lowering.modules.valueOf(declaration, node, scope);
  if (given.kind !== "function") return undefined;
  const text = scope.call(given, [annotation], node);
  const draft = { name: "reason", value: policy.definition, policy, match };
  return lowerShown(text, inputOf(draft, ["delete"], scope.span(node)), { name: "reason", before: "", node, scope });
}
