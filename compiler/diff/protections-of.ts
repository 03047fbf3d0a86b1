import { isJsonObject, fieldsOf, metadataOf, type JsonObject, itemsOf } from "../api/json.ts";
import { Conditions } from "./condition.ts";
import { resourceName } from "../api/resource.ts";
import type { LabelSelector } from "../language/matches-labels.ts";

/** How strongly a policy stands up to a request, as its binding says. */
export type Strength = "denies" | "warns of" | "records";

/** One rule of the generated files for one kind and operation: what a change of the files can take away. */
export interface Protection {
  /** Of the ValidatingAdmissionPolicy. */
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
  /** Everything that decides, as text: two protections that decide alike have the same. */
  readonly decides: string;
}

/** Until 0.1.0 each guard was a policy of its own (`keep-guard`), and Namespaces had two, whatever they are part of now. */
export function identityOf({ policy, rule, operation, kind, where }: Protection): string {
  const whose = rule.endsWith("Guard") ? policy.replace(/-guard(?:-.*)?$/, "") : policy;
  const name = rule === "finalizeGuard" ? "namespaceGuard" : rule;
  return JSON.stringify([whose, name, operation, kind, where]);
}

/** What policies and bindings (as objects of JSON) protect together. A policy without a binding protects nothing. */
export function protectionsOf(objects: readonly unknown[]): readonly Protection[] {
  const all = objects.filter(isJsonObject);
  const policies = all.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
  const bindings = all.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  return policies.flatMap((policy) =>
    bindings
      .filter((binding) => fieldsOf(binding["spec"])["policyName"] === metadataOf(policy)["name"])
      .flatMap((binding) => protectionsOfPair(policy, binding)),
  );
}

function protectionsOfPair(policy: JsonObject, binding: JsonObject): readonly Protection[] {
  const name = String(metadataOf(policy)["name"]);
  const [spec, bound] = [fieldsOf(policy["spec"]), fieldsOf(binding["spec"])];
  const rules = Map.groupBy(itemsOf(spec["validations"]).map(fieldsOf), ruleOf);
  const places = placesOf(spec);
  const namespaces = fieldsOf(bound["matchResources"])["namespaceSelector"] as LabelSelector | undefined;
  return [...rules].flatMap(([rule, validations]) =>
    places.flatMap(({ versions, ...place }) => {
      const own = validations.filter(isAbout(place.operation));
      if (own.length === 0) return [];
      const decides = decidingText(own, versions, { spec, bound });
      return [{ policy: name, rule, ...place, strength: strengthOf(bound), decides, namespaces, where: "" }];
    }),
  );
}

/** What a validation begins with that shares its policy with those of other operations (plan/merge.ts). */
const ofOperation = /^request\.operation != '([A-Z]+)' \|\|\s*/;

const isAbout =
  (operation: string) =>
  ({ expression }: JsonObject): boolean =>
    (ofOperation.exec(String(expression))?.[1] ?? operation) === operation;

/** Every message of ours opens with its rule, the one that stands in for it too. */
function ruleOf({ message }: JsonObject): string {
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

/** Messages decide nothing, nor does where a rule stands in its source. */
function decidingText(
  validations: readonly JsonObject[],
  versions: unknown,
  { spec, bound }: { readonly spec: JsonObject; readonly bound: JsonObject },
): string {
  const { matchConstraints, matchConditions, variables, failurePolicy, paramKind } = spec;
  const named = itemsOf(variables).map(fieldsOf);
  const conditions = new Conditions(new Map(named.map(({ name, expression }) => [String(name), String(expression)])));
  const decided = validations.map(({ expression }) => conditions.hash(String(expression).replace(ofOperation, "")));
  const { resourceRules: _, objectSelector, ...constraints } = fieldsOf(matchConstraints);
  const { selector, ...paramRef } = fieldsOf(bound["paramRef"]);
  const selected = [objectSelector, selector].map(requirementsOf);
  return JSON.stringify([decided, selected, constraints, versions, matchConditions, failurePolicy, paramKind, paramRef]);
}

/** `matchLabels: { tier: gold }` is `tier In [gold]`. */
function requirementsOf(selector: unknown): readonly unknown[] {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  const equal = Object.entries(fieldsOf(matchLabels)).map(([key, value]) => ({ key, operator: "In", values: [value] }));
  return [...equal, ...itemsOf(matchExpressions)];
}
