import type { GuardName } from "../../ir/guards.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import type { Guard } from "../guard.ts";
import { atMost, isAboutRequest } from "./terms.ts";

/** What a guard that takes every object for protected denies, whoever asks. */
const effects: Partial<Readonly<Record<GuardName, string>>> = {
  owners: "new owners of any object",
  finalizers: "the removal of finalizers of any object",
  namespaces: "the delete of every Namespace that holds an object",
  evictions: "every eviction",
  freeze: "scaling any object to zero, or emptying it",
};

/**
 * What the author is told of rules that read who deletes, and nothing of the object: another request does not show who
 * will delete, so that guards take every object for protected. Undefined where there is no such rule or guard.
 */
export function everyObjectText({ rules }: PolicyIr, guards: readonly Guard[]): string | undefined {
  const own = rules.filter(({ action, operations, when }) => {
    if (action !== "deny" || !operations.includes("delete") || !isAboutRequest(when)) return false;
    const most = atMost(when);
    return most.kind === "literal" && most.value === true;
  });
  const denied = guards.filter(({ rules: made }) => made.length > 0).flatMap(({ name }) => effects[name] ?? []);
  if (own.length === 0 || denied.length === 0) return undefined;
  const [noun, it] = own.length === 1 ? ["rule", "it depends"] : ["rules", "they depend"];
  return (
    `${noun} ${own.map(({ name }) => name).join(", ")} may deny the delete of any object: ${it} on the request alone, as on who asks. ` +
    `So the guards take every object for protected, and deny for everybody: ${denied.join(", ")}. Let the rule read a mark of ` +
    `the object, too (oldObject.metadata.labels?.["keep"] === "yes" && ...), or turn off a guard that you do not want: ` +
    `guards: { namespaces: { off: "reason" } }`
  );
}
