import { fieldsOf } from "../../../compiler/api/json.ts";
import { decodeReference, namespaceMeant } from "../usage.ts";

/** What a Usage keeps others from deleting. */
export interface UsageClaim {
  readonly group: string;
  readonly kind: string;
  /** Of the object, if it is in one: discovery knows. */
  readonly namespace: string | undefined;
  /** Undefined where a selector finds it: any there may be. */
  readonly name: string | undefined;
}

/** Undefined where it names nothing; it protects nothing then, and the controller says so on it. */
export function claimOf(usage: unknown, namespace: string | undefined): UsageClaim | undefined {
  const spec = fieldsOf(fieldsOf(usage)["spec"]);
  const reference = decodeReference(spec["of"]);
  if (reference === undefined || (reference.name === undefined && reference.selector === undefined)) return undefined;
  const { group, kind, name } = reference;
  return { group, kind, name, namespace: namespaceMeant(reference, namespace) };
}

/** Whether a Usage that claimed `before` claims nothing more: what was selected is written into it, by a controller that need not be allowed to delete. */
export function isWithin(claim: UsageClaim, before: UsageClaim | undefined): boolean {
  if (before === undefined) return false;
  const isSamePlace = claim.group === before.group && claim.kind === before.kind && claim.namespace === before.namespace;
  return isSamePlace && (before.name === undefined || before.name === claim.name);
}
