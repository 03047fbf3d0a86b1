import { isJsonObject, fieldsOf, metadataOf, type JsonObject, itemsOf } from "../api/json.ts";
import { Conditions } from "./condition.ts";
import { resourceName } from "../api/resource.ts";
import type { LabelSelector } from "../language/matches-labels.ts";

/** How strongly a policy stands up to a request, as its binding says. */
export type Strength = "denies" | "warns of" | "records";

/** One rule of the generated files for one kind and operation: what a change of the files can take away. */
export interface Protection {
  /** Of the ValidatingAdmissionPolicy; of a guard that shares one with guards of other policies, its own policy. */
  readonly policy: string;
  /** The author's rule, or the guard. */
  readonly rule: string;
  /** `DELETE` */
  readonly operation: string;
  /** `configmaps`, `deployments.apps`, `* of every group, where request.resource.group.endsWith('.example.com')` */
  readonly kind: string;
  readonly strength: Strength;
  /** Namespaces that are meant; undefined: all. */
  readonly namespaces: LabelSelector | undefined;
  /** The same in words, once it is compared; empty: everywhere. */
  readonly where: string;
  /** Everything that decides but parameters, as text: two protections that decide alike have the same. */
  readonly decides: string;
  /** What each validation says of requests that are allowed, for people: CEL on one line. */
  readonly allows: readonly string[];
  /** Which parameters are looked up, one text for each selector; one empty text: none. */
  readonly selects: readonly string[];
}

/** Until 0.1.0 each guard was a policy of its own (`keep-guard`), and Namespaces had two, whatever they are part of now. */
export function identityOf(protection: Protection): string {
  const { rule, operation, kind, where } = protection;
  const name = rule === "finalizeGuard" ? "namespaceGuard" : rule;
  return JSON.stringify([policyOf(protection), name, operation, kind, where]);
}

/** The author's policy, also of a guard that stands in one of its own. */
export function policyOf({ policy, rule }: Pick<Protection, "policy" | "rule">): string {
  return rule.endsWith("Guard") ? policy.replace(/-guard(?:-.*)?$/, "") : policy;
}

/** What policies and bindings (as objects of JSON) protect together. A policy without a binding protects nothing. */
export function protectionsOf(objects: readonly unknown[]): readonly Protection[] {
  const all = objects.filter(isJsonObject);
  const policies = all.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
  const bindings = all.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  return policies.flatMap((policy) => {
    const own = bindings.map(({ spec }) => fieldsOf(spec)).filter(({ policyName }) => policyName === metadataOf(policy)["name"]);
    return [...Map.groupBy(own, withoutSelector).values()].flatMap((alike) => protectionsOfPair(policy, alike));
  });
}

/** What several bindings select counts together, where they are alike otherwise. */
function withoutSelector({ paramRef, ...bound }: JsonObject): string {
  const { selector: _, ...found } = fieldsOf(paramRef);
  return JSON.stringify([bound, found]);
}

function protectionsOfPair(policy: JsonObject, bindings: readonly JsonObject[]): readonly Protection[] {
  const name = String(metadataOf(policy)["name"]);
  const [spec, bound] = [fieldsOf(policy["spec"]), bindings[0] ?? {}];
  const conditions = conditionsOf(spec);
  const rules = Map.groupBy(itemsOf(spec["validations"]).map(fieldsOf), openingOf);
  const places = placesOf(spec);
  const namespaces = fieldsOf(bound["matchResources"])["namespaceSelector"] as LabelSelector | undefined;
  return [...rules].flatMap(([opening, validations]) =>
    places.flatMap(({ versions, ...place }) => {
      const own = validations.filter(isAbout(place.operation));
      if (own.length === 0) return [];
      const [rule = "", whose = name] = opening.split(" of ");
      const selected = selectedBy(own, bindings, conditions);
      const decides = decidingText(own, versions, { spec, bound, conditions, selected });
      const selects = selected.map((one) => JSON.stringify(one)).toSorted();
      const allows = own.map(({ expression }) => String(expression).replace(ofOperation, "").replaceAll(/\s+/g, " ").trim());
      return [{ policy: whose, rule, ...place, strength: strengthOf(bound), decides, allows, selects, namespaces, where: "" }];
    }),
  );
}

/**
 * The parameters that validations are about, of all that bindings select: guards of several policies share one, and each
 * is about what has the label that it reads.
 */
function selectedBy(
  validations: readonly JsonObject[],
  bindings: readonly JsonObject[],
  conditions: Conditions,
): readonly Selector[] {
  const selectors = bindings.map(({ paramRef }) => requirementsOf(fieldsOf(paramRef)["selector"]));
  const isRead = (key: string): boolean => validations.some(({ expression }) => conditions.mentions(String(expression), key));
  const read = selectors.filter((requirements) => requirements.some(({ key }) => isRead(String(key))));
  return selectors.length > 1 && read.length > 0 ? read : selectors;
}

type Selector = readonly JsonObject[];

/**
 * What a validation may say of parameters that its policy does not select (plan/shared-guards/selected.ts): where one
 * selector alone selects, it says nothing.
 */
function saidBySelector([selector, ...others]: readonly Selector[]): readonly string[] {
  const [requirement, ...more] = others.length === 0 ? (selector ?? []) : [];
  if (requirement === undefined || more.length > 0) return [];
  const key = String(requirement["key"]);
  const hasNone = `!params.metadata.?labels[?'${key}'].hasValue()`;
  const values = itemsOf(requirement["values"]).map((value) => `'${String(value)}'`);
  if (requirement["operator"] === "Exists") return [hasNone];
  return requirement["operator"] === "In" ? [hasNone, `!(params.metadata.labels['${key}'] in [${values.join(", ")}])`] : [];
}

/** What a validation begins with that shares its policy with those of other operations (plan/merge.ts). */
const ofOperation = /^request\.operation != '([A-Z]+)' \|\|\s*/;

const isAbout =
  (operation: string) =>
  ({ expression }: JsonObject): boolean =>
    (ofOperation.exec(String(expression))?.[1] ?? operation) === operation;

/**
 * Every message of ours opens with its rule, the one that stands in for it too: `keep`, or `namespaceGuard of keep-a`
 * where guards of several policies are together.
 */
function openingOf({ message }: JsonObject): string {
  return typeof message === "string" ? (message.split(":")[0] ?? "") : "";
}

interface Place extends Pick<Protection, "operation" | "kind"> {
  readonly versions: unknown;
}

function placesOf({ matchConstraints, matchConditions }: JsonObject): readonly Place[] {
  const where = itemsOf(matchConditions).map((condition) => String(fieldsOf(condition)["expression"]).replaceAll(/\s+/g, " "));
  return itemsOf(fieldsOf(matchConstraints)["resourceRules"])
    .map(fieldsOf)
    .flatMap(({ apiGroups, apiVersions, operations, resources }) =>
      itemsOf(operations).flatMap((operation) =>
        itemsOf(apiGroups).flatMap((group) =>
          itemsOf(resources).map((resource) => ({
            operation: String(operation),
            kind: kindText(String(group), String(resource), where),
            versions: apiVersions,
          })),
        ),
      ),
    );
}

/** A pattern of groups is `*` and a condition, which says what is meant. */
function kindText(group: string, resource: string, where: readonly string[]): string {
  if (group === "*") return [`${resource} of every group`, ...where].join(where.length === 0 ? "" : ", where ");
  const [plural = "", subresource] = resource.split("/");
  const kind = resourceName({ group, resource: plural });
  return subresource === undefined ? kind : `${kind}/${subresource}`;
}

function strengthOf({ validationActions }: JsonObject): Strength {
  const actions = itemsOf(validationActions);
  if (actions.includes("Deny")) return "denies";
  return actions.includes("Warn") ? "warns of" : "records";
}

interface Deciding {
  readonly spec: JsonObject;
  readonly bound: JsonObject;
  readonly conditions: Conditions;
  readonly selected: readonly Selector[];
}

/** Messages decide nothing, nor does where a rule stands in its source. */
function decidingText(
  validations: readonly JsonObject[],
  versions: unknown,
  { spec, bound, conditions, selected }: Deciding,
): string {
  const { matchConstraints, matchConditions, failurePolicy, paramKind } = spec;
  const said = saidBySelector(selected);
  const decided = validations.map(({ expression }) => conditions.hash(String(expression).replace(ofOperation, ""), said));
  const { resourceRules: _, objectSelector, ...constraints } = fieldsOf(matchConstraints);
  const { selector: _selector, ...paramRef } = fieldsOf(bound["paramRef"]);
  return JSON.stringify([
    decided,
    requirementsOf(objectSelector),
    constraints,
    versions,
    itemsOf(matchConditions).map((condition) => askedFirst(fieldsOf(condition), validations, conditions)),
    failurePolicy,
    paramKind,
    paramRef,
  ]);
}

/** As ir/match-conditions.ts writes it; the keys stand in quotes. */
const asksForAny = [
  /^params\.metadata\.\?annotations\[\?('[^'\\]+')\]\.hasValue\(\)$/,
  /^params\.metadata\.\?annotations\.hasValue\(\)&&\[((?:'[^'\\]+',?)+)\]\.exists\(key,keyinparams\.metadata\.annotations\)$/,
];

/**
 * Of annotations that what is looked up is asked for first, those that these validations read themselves: guards of
 * several policies are asked about together. Any other condition counts as it is.
 */
function askedFirst({ name, expression }: JsonObject, validations: readonly JsonObject[], conditions: Conditions): unknown {
  // However its lines are broken; no key has a space.
  const text = String(expression).replaceAll(/\s+/g, "");
  const list = asksForAny.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  if (list === undefined) return { name, expression };
  const keys = [...list.matchAll(/'([^']*)'/g)].map(([, key = ""]) => key);
  const isRead = (key: string): boolean => validations.some((one) => conditions.mentions(String(one["expression"]), key));
  return { name, keys: keys.filter(isRead).toSorted() };
}

/** `matchLabels: { tier: gold }` is `tier In [gold]`. */
function requirementsOf(selector: unknown): Selector {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  const equal = Object.entries(fieldsOf(matchLabels)).map(([key, value]) => ({ key, operator: "In", values: [value] }));
  return [...equal, ...itemsOf(matchExpressions).map(fieldsOf)];
}

function conditionsOf({ variables }: JsonObject): Conditions {
  const named = itemsOf(variables).map(fieldsOf);
  return new Conditions(new Map(named.map(({ name, expression }) => [String(name), String(expression)])));
}
