import { and, or } from "../ir/expressions/boolean.ts";
import type { Expression } from "../ir/expression.ts";
import { negate } from "../ir/expressions/negate.ts";
import type { PolicyIr } from "../ir/policy.ts";
import { beyondIn } from "../ir/webhook-rule.ts";
import { describeMarks } from "./marks/describe-marks.ts";
import {
  type Aim,
  type Guard,
  type GuardRule,
  type GuardState,
  type GuardTemplates,
  type PolicyProtection,
  byCopyingController,
  notNeeded,
  off,
  on,
  open,
  ruleWhere,
  throughSubresource,
  unlessReleased,
  updatesOf,
} from "./guard.ts";
import { confirmationsIn } from "./marks/confirmations.ts";
import { removesProtection } from "./marks/mark-removal.ts";
import { unguardedFields } from "./marks/unguarded-fields.ts";
import { type Mark, marksIn } from "./marks/marks.ts";
import { namespaceOverrideGuard, opensItself } from "./override-guard.ts";
import { unseenMarks } from "./marks/unseen-marks.ts";
import { type Inherited, unmarksByNamespace } from "./marks/namespace-marks.ts";

/**
 * No update takes the protection away by its marks, on the object or on its Namespace. Strict:
 *
 *     oldObject.metadata.?labels[?'keep'].orValue('') != 'yes' || object.metadata.?labels[?'keep'].orValue('') == 'yes'
 *
 * With `release: "clear-mark"` the same for updates through a subresource alone.
 */
export function releaseGuard({ policy, asking }: PolicyProtection, { release }: GuardTemplates): Guard {
  const name = "release";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const { fields } = policy.marks;
  if (policy.guards.release === "kept") return { name, state: on(`kept by the rule ${policy.guards.keptBy ?? ""}`), rules: [] };
  const isConfirmable = policy.guards.release === "strict";
  const marks = marksIn(asking, "oldObject", fields);
  const unmarks = unlessOpened(
    removesProtection(asking, { fields, isConfirmable, isIndirect: isIndirect(policy) }),
    policy,
    marks,
  );
  const own = marks.length === 0 ? [] : ownRules({ policy, asking }, unmarks, release);
  const inherited = unmarksByNamespace(policy);
  if (inherited === "unknown") return { name, state: open(unknownMarks), rules: own };
  const rules = [...own, ...(inherited === undefined ? [] : rulesOfNamespaces(inherited, { policy, release }))];
  const ofWholes = wholesOf(asking);
  const confirming = isConfirmable ? (confirmationsIn(asking, fields)?.marks ?? []) : [];
  const confirmable = describeMarks(confirming, isConfirmable ? (inherited?.confirming ?? []) : []);
  return {
    name,
    state: stateOf(policy, describeMarks(marks, inherited?.marks ?? []), ofWholes.wholes),
    rules,
    openFields: unguardedFields(policy),
    ...ofWholes,
    ...(confirmable !== "" && { confirmable }),
    ...whatIsLeftOut(inherited),
  };
}

function unlessOpened(unmarks: Expression, policy: PolicyIr, marks: readonly Mark[]): Expression {
  const isOpened = policy.guards.release === "strict" ? opensItself(policy, marks) : undefined;
  return isOpened === undefined ? unmarks : and(unmarks, negate(isOpened));
}

function whatIsLeftOut(inherited: Inherited | undefined): Pick<Guard, "leavesOutMarked"> {
  return inherited?.leavesOutMarked === true ? { leavesOutMarked: true } : {};
}

/** Only the author knows whether a field is a mark or changes every day. */
function stateOf(policy: PolicyIr, marks: string, wholes: readonly string[] | undefined): GuardState {
  const guarded = marks === "" ? "" : `; guarded: ${marks}`;
  if (wholes !== undefined) return open(`${wholesText(wholes)}${guarded}`);
  const fields = unguardedFields(policy);
  if (fields.length > 0) return open(`${openText(fields)}${guarded}`);
  return marks === "" ? notNeeded("the rules read no marks") : on(marks);
}

/** Who could take the protection away by a field, and what to write against it. */
function openText(fields: readonly string[]): string {
  const own = fields.filter((field) => !field.endsWith(" of the Namespace"));
  const where = [...(own.length > 0 ? ["the object"] : []), ...(own.length < fields.length ? ["its Namespace"] : [])];
  const way = `whoever may update ${where.join(" or ")} can change ${fields.join(", ")}, which the rules read, and then delete the object`;
  if (own.length === 0) return way;
  const marks = own.map((field) => JSON.stringify(field)).join(", ");
  return `${way}; if no controller changes ${own.length === 1 ? "that field" : "those fields"}, guard ${own.length === 1 ? "it" : "them"}: marks: [${marks}]`;
}

function ownRules(
  { policy, asking }: Pick<PolicyProtection, "policy" | "asking">,
  unmarks: Expression,
  release: PolicyIr,
): readonly GuardRule[] {
  const unseen = policy.guards.release === "strict" ? unseenMarks(policy, asking) : undefined;
  const rule = ruleFor(updatesOf(policy), unmarks, { policy, release });
  const copied = policy.guards.release === "strict" ? [] : byCopy(unmarks, { policy, release });
  const own = [rule, ...copied];
  return unseen === undefined ? own : [{ aim: rule.aim, rule: unlessReleased(unseen, policy) }, ...own];
}

/**
 * Who may update the object may clear its mark; a controller that copies it from the owner, for whoever may update
 * that, may not.
 */
function byCopy(
  unmarks: Expression,
  { policy, release }: { readonly policy: PolicyIr; readonly release: PolicyIr },
): readonly GuardRule[] {
  const isByController = byCopyingController(policy);
  if (isByController === undefined) return [];
  const rule = ruleWhere(and(isByController, unmarks), release, { rule: "copiedReleaseGuard", policy });
  return [{ aim: updatesOf(policy), rule: unlessReleased(rule, policy) }];
}

function isIndirect(policy: PolicyIr): Expression | undefined {
  const isByController = byCopyingController(policy);
  return isByController && or(throughSubresource(policy.span), isByController);
}

function wholesOf(asking: Expression): Pick<Guard, "wholes"> {
  const wholes = [...new Set(beyondIn(asking).flatMap((part) => part.wholes))];
  return wholes.length === 0 ? {} : { wholes };
}

/** Of what a rule reads where CEL cannot follow. */
export const wholesText = (wholes: readonly string[]): string =>
  `the webhook reads ${wholes.join(", ")} as a whole, so no guard knows which part protects: ` +
  `whoever may update the object can change it, and then delete the object; read each label and annotation by its name`;

const unknownMarks =
  "whoever may update the Namespace can change its marks: they decide together with what an update of the Namespace does " +
  "not show; let marks of the Namespace protect by themselves";

function ruleFor(
  aim: Aim,
  unmarks: Expression,
  { policy, release }: { readonly policy: PolicyIr; readonly release: PolicyIr },
): GuardRule {
  const isStrict = policy.guards.release === "strict";
  const condition = isStrict ? unmarks : and(throughSubresource(unmarks.span), unmarks);
  const part = isStrict ? "releaseGuard" : "subresourceGuard";
  const rule = aim === updatesOfNamespaces ? `namespace${part.charAt(0).toUpperCase()}${part.slice(1)}` : part;
  return {
    aim,
    rule: unlessReleased(ruleWhere(condition, release, { rule, policy }), policy, { isAnything: aim === updatesOfNamespaces }),
  };
}

function rulesOfNamespaces(
  { unmarks, marks }: Inherited,
  { policy, release }: { readonly policy: PolicyIr; readonly release: PolicyIr },
): readonly GuardRule[] {
  return [
    ruleFor(updatesOfNamespaces, unlessOpened(unmarks, policy, marks), { policy, release }),
    ...namespaceOverrideGuard(policy, updatesOfNamespaces, release),
  ];
}

const updatesOfNamespaces: Aim = {
  ending: "guard-namespaces",
  by: "by updates of Namespaces",
  match: [{ group: "", version: undefined, resource: "namespaces/*" }],
};
