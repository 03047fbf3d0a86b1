import type { AdmissionPolicyIr, ValidationIr } from "../../ir/admission-policy.ts";
import type { BindingIr } from "../../ir/enforcement.ts";
import { type Expression, literal, variable } from "../../ir/expression.ts";
import { mapChildren } from "../../ir/expressions/visit.ts";
import { onceHere } from "../../ir/once.ts";
import type { ParametersIr, SelectorIr } from "../../ir/policy.ts";
import { freeName } from "../free-name.ts";
import { limitProblems } from "../within-limits.ts";
import { endingOf, whereOf } from "./group.ts";
import { shortHash } from "./hash-tree.ts";
import { askedOfSelected } from "./selected.ts";

interface Place {
  readonly installation: string;
  /** What all of them are alike in. */
  readonly group: string;
  /** Which part of the group, where it is divided. */
  readonly place: string;
}

/**
 * Guards of several policies as one. Undefined where the API server would not take them together, or where a message
 * has no place for the name of its policy.
 */
export function joinedGuards(guards: readonly AdmissionPolicyIr[], at: Place): AdmissionPolicyIr | undefined {
  const ordered = guards.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const [first] = ordered;
  if (first === undefined || ordered.some((guard) => limitProblems(guard).length > 0)) return undefined;
  const taken = new Set<string>();
  const own = ordered.map((guard) => ofPolicy(withOwnVariables(guard, taken)));
  if (own.includes(undefined)) return undefined;
  const name = [at.installation, endingOf(first), shortHash(at.group), ...(at.place === "" ? [] : [at.place])].join("-");
  const joined: AdmissionPolicyIr = {
    ...first,
    name,
    policy: at.installation,
    joined: ordered.flatMap((guard) => [guard.name, ...guard.joined]),
    sharedBy: [...new Set(ordered.map(({ policy }) => policy))],
    description: descriptionOf(ordered),
    ...(first.params !== undefined && { params: withAllMarks(first.params, ordered) }),
    bindings: bindingsOf(name, ordered),
    variables: own.flatMap((guard) => guard?.variables ?? []),
    validations: own.flatMap((guard) => guard?.validations ?? []),
  };
  return limitProblems(joined).length === 0 ? joined : undefined;
}

/** `keepAIsProtected`, whoever else has one: another policy beside it changes nothing of it. */
function withOwnVariables(guard: AdmissionPolicyIr, taken: Set<string>): AdmissionPolicyIr {
  const names = new Map<string, string>();
  for (const { name } of guard.variables) {
    const free = freeName(`${guard.policy}-${name}`, (one) => !taken.has(one));
    taken.add(free);
    names.set(name, free);
  }
  const renamed = onceHere((node: Expression): Expression => {
    const name = node.kind === "variable" ? names.get(node.name) : undefined;
    return name === undefined ? mapChildren(node, renamed) : variable(name, node.span);
  });
  return {
    ...guard,
    variables: guard.variables.map(({ name, expression }) => ({
      name: names.get(name) ?? name,
      expression: renamed(expression),
    })),
    validations: guard.validations.map((validation) => ({
      ...validation,
      expression: renamed(validation.expression),
      message: renamed(validation.message),
    })),
  };
}

/** Each validation with the name of its policy, and asked of no parameter but those that its policy selects. */
function ofPolicy(guard: AdmissionPolicyIr): AdmissionPolicyIr | undefined {
  const validations = guard.validations.map((validation): ValidationIr | undefined => {
    const message = withPolicy(validation.message, { rule: validation.rule, policy: guard.policy });
    if (message === undefined) return undefined;
    const fallbackMessage = validation.fallbackMessage.replace(/^\w+/, `$& of ${guard.policy}`);
    const expression = askedOfSelected(validation.expression, guard);
    return { ...validation, guardOf: guard.policy, expression, message, fallbackMessage };
  });
  return validations.some((one) => one === undefined)
    ? undefined
    : { ...guard, validations: validations.filter((one) => one !== undefined) };
}

/** `'namespaceGuard: Namespace ' + ...` -> `'namespaceGuard of keep-a: Namespace ' + ...` */
function withPolicy(message: Expression, of: { readonly rule: string; readonly policy: string }): Expression | undefined {
  if (message.kind === "conditional") {
    const [whenTrue, whenFalse] = [message.whenTrue, message.whenFalse].map((branch) => withPolicy(branch, of));
    return whenTrue && whenFalse && { ...message, whenTrue, whenFalse };
  }
  if (message.kind === "binary" && message.operator === "+") {
    const left = withPolicy(message.left, of);
    return left && { ...message, left };
  }
  const opening = `${of.rule}:`;
  if (message.kind !== "literal" || typeof message.value !== "string" || !message.value.startsWith(opening)) return undefined;
  return literal(`${of.rule} of ${of.policy}:${message.value.slice(opening.length)}`, message.span);
}

/** What none of them is about: objects without any of their marks. Where one is about others, too, all are looked at. */
function withAllMarks(first: ParametersIr, guards: readonly AdmissionPolicyIr[]): ParametersIr {
  const { marks: _marks, ...params } = first;
  const each = guards.map((guard) => guard.params?.marks);
  if (each.includes(undefined)) return params;
  return { ...params, marks: [...new Set(each.flatMap((marks) => marks ?? []))] };
}

function descriptionOf(guards: readonly AdmissionPolicyIr[]): string {
  const said = guards.map(({ description, policy }) => description.replaceAll(`Guards ${policy} `, "Guards policies "));
  return [...new Set(said)].join(" ");
}

/** One for each selector, named after it, so that a policy that joins adds one and changes none. */
function bindingsOf(name: string, guards: readonly AdmissionPolicyIr[]): readonly BindingIr[] {
  const [first] = guards;
  if (first === undefined) return [];
  const selectors = new Map(guards.flatMap(({ params }) => (params ? [[JSON.stringify(params.selector), params.selector]] : [])));
  const named = [...selectors].map(([text, selects]) => ({ name: `${name}-${shortHash(text)}`, selects }));
  const isOfAll = named.length === 0 || first.params?.selector.matchExpressions === undefined;
  const places: readonly { readonly name: string; readonly selects?: SelectorIr }[] = isOfAll ? [{ name }] : named;
  return places
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((place) =>
      first.bindings.map((binding) => ({ ...binding, ...place, name: `${place.name}${whereOf(first, binding)}` })),
    );
}
