import { notRefuted } from "../plan/bound.ts";
import { and } from "../ir/boolean.ts";
import { type Expression, binary, identifier, list, method, optionalSelect, select } from "../ir/expression.ts";
import { describeAllowed, withAllowed } from "./allowed-owners.ts";
import { type Guard, type GuardTemplates, type Protection, off, on, ruleWhere, unlessReleased, updatesOf } from "./guard.ts";
import { atMost } from "./terms.ts";

/** No protected object gets a new owner, but from the controllers that the policy names. An update that leaves the owners as they are costs a comparison. */
export function ownerGuard({ policy, condition }: Protection, templates: GuardTemplates): Guard {
  const name = "owners";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  // Protected first: what is not may have more owners than anybody can compare.
  // What is too large to be judged cannot be deleted either.
  const changes = and(changesOwners(condition), notRefuted(atMost(condition)));
  const { ownersFrom } = policy.guards;
  const template = withAllowed(templates.owners, ownersFrom);
  const rule = unlessReleased(ruleWhere(changes, template, { rule: "ownerGuard", policy }), policy);
  const state = on(ownersFrom.length === 0 ? "new owners" : `new owners, but ${describeAllowed(ownersFrom)}`);
  return { name, state, rules: [{ aim: updatesOf(policy), rule }] };
}

function changesOwners({ span }: Expression): Expression {
  const ownersOf = (root: string): Expression => {
    const owners = optionalSelect(select(identifier(root, span), "metadata", span), "ownerReferences", span);
    return method(owners, "orValue", [list([], span)], span);
  };
  return binary(ownersOf("object"), "!=", ownersOf("oldObject"), span);
}
