import type { Node } from "ts-morph";
import { groupCovers, kindCovers, splitResource, type MatchEntry, isMatched } from "../../api/coverage.ts";
import { type GuardChoices, type GuardName, guardNames, type ContentKind } from "../../ir/guards.ts";
import type { RuleIr, PolicyIr } from "../../ir/policy.ts";
import { placeIn } from "./place-in.ts";
import type { Scope } from "../scope.ts";
import type { Value } from "../value.ts";
import type { Expression } from "../../ir/expression.ts";
import { fieldPath, isWithinField } from "../../ir/expressions/field-path.ts";
import { some } from "../../ir/expressions/visit.ts";
import { isClusterScoped } from "../../language/served/cluster-scoped.ts";
import { servedKinds } from "../../language/served/served-kinds.ts";
import { readKind } from "./content-kinds.ts";
import { isExactGroup, isPlural, isVersion } from "../policies/match.ts";
import { isServedMatch } from "../policies/served-match.ts";

/** `guards: { release: "clear-mark", owners: { off: "..." } }`: whatever is not named is on, and strict. */
export function lowerGuards(
  value: Value | undefined,
  of: { readonly node: Node; readonly match: readonly MatchEntry[]; readonly rules: readonly RuleIr[] },
  scope: Scope,
): GuardChoices {
  checkGuardKinds(value, of, scope);
  const choices = value?.kind === "object" ? value.properties : new Map<string, Value>();
  const off = guardNames.flatMap((guard) => {
    const reason = reasonOf(choices.get(guard), placeIn(of.node, "guards", guard), { guard, scope });
    return reason === undefined ? [] : [[guard, reason] as const];
  });
  const release = choices.get("release");
  const isClearMark = release?.kind === "static" && release.value === "clear-mark";
  const finalizers = textsOf(choices.get("finalizers"), "keep");
  const ownersFrom = ownersFromOf(choices.get("owners"), of.node, scope);
  const freeze = choices.get("freeze");
  const isFrozen = freeze?.kind === "static" && freeze.value === true;
  const rest = { freeze: isFrozen, finalizers, ownersFrom, off: Object.fromEntries(off) };
  const keptBy = keptByOf(release, of, scope);
  if (keptBy !== undefined) return { ...rest, release: "kept", keptBy };
  return { ...rest, release: isClearMark ? "clear-mark" : "strict" };
}

/** `{ keptBy: "keepMark" }`: a rule of the policy that denies updates. */
function keptByOf(
  choice: Value | undefined,
  { node, match, rules }: { readonly node: Node; readonly match: readonly MatchEntry[]; readonly rules: readonly RuleIr[] },
  scope: Scope,
): string | undefined {
  const named = choice?.kind === "object" ? choice.properties.get("keptBy") : undefined;
  if (named === undefined) return undefined;
  const name = named.kind === "static" ? String(named.value) : "";
  const isKeeping = rules.some((rule) => rule.name === name && rule.action === "deny" && rule.operations.includes("update"));
  // Rules that were rejected themselves have been spoken of.
  if (scope.lowering.bag.hasErrors) return name;
  if (!isKeeping) scope.reject("kept-by-no-rule", placeIn(node, "guards", "release"), { name });
  const loose = match.map(withSubresources).find((entry) => !isMatchedBy(entry, match));
  if (isKeeping && loose !== undefined)
    scope.reject("kept-on-the-object-alone", placeIn(node, "guards", "release"), { name, resource: loose.resource });
  return name;
}

/** `deployments/*`: labels and annotations can be changed through `deployments/status`, too. */
function withSubresources(entry: MatchEntry): MatchEntry {
  return { ...entry, resource: `${splitResource(entry.resource).resource}/*` };
}

function isMatchedBy(entry: MatchEntry, match: readonly MatchEntry[]): boolean {
  return match.some((other) => groupCovers(other.group, entry.group) && kindCovers(other, entry));
}

/** Why the guard is off; undefined where it is on. */
function reasonOf(
  choice: Value | undefined,
  place: Node,
  { guard, scope }: { readonly guard: GuardName; readonly scope: Scope },
): string | undefined {
  const reason = choice?.kind === "object" ? choice.properties.get("off") : undefined;
  if (reason === undefined) return undefined;
  const text = reason.kind === "static" && typeof reason.value === "string" ? reason.value.trim() : "";
  if (text === "" && reason.kind !== "rejected") scope.reject("guard-off-without-reason", place, { guard });
  return text;
}

/** `{ allow: ["system:serviceaccount:kube-system:statefulset-controller"] }` */
function ownersFromOf(choice: Value | undefined, node: Node, scope: Scope): readonly string[] {
  const users = textsOf(choice, "allow");
  for (const user of users)
    if (!isUserName(user)) scope.reject("owners-from-nobody", placeIn(node, "guards", "owners"), { user });
  return [...new Set(users)];
}

/** Of a service account, or another one without white space: Kubernetes takes any text. */
function isUserName(user: string): boolean {
  if (user.startsWith("system:serviceaccount:")) return /^system:serviceaccount:[a-z0-9-]+:[a-z0-9.-]+$/.test(user);
  return /^\S+$/.test(user);
}

/** `{ keep: ["example.com/hold"] }` */
function textsOf(choice: Value | undefined, key: "keep" | "allow"): readonly string[] {
  const texts = choice?.kind === "object" ? choice.properties.get(key) : undefined;
  const elements = texts?.kind === "list" ? texts.elements : [];
  return elements.flatMap((element) => (element.kind === "static" && typeof element.value === "string" ? [element.value] : []));
}

const isPath = (node: Expression, field: readonly string[]): boolean => fieldPath(node)?.join(".") === field.join(".");

/** `marks: ["spec.deletionProtection"]`; each has to be read by a rule that denies deletes. */
export function lowerMarks(
  value: Value | undefined,
  { node, rules }: { readonly node: Node; readonly rules: readonly RuleIr[] },
  scope: Scope,
): PolicyIr["marks"] {
  const elements = value?.kind === "list" ? value.elements : [];
  const denying = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const read = denying.flatMap(({ versionedReads }) => versionedReads.map(({ path }) => path));
  const fields = elements.flatMap((element, at) => {
    if (element.kind !== "static" || typeof element.value !== "string") return [];
    const field = element.value.split(".");
    if (field[0] === "metadata" && denying.some(({ when, asking = when }) => some(asking, (part) => isPath(part, field))))
      return [field];
    if (read.some((path) => isWithinField(path, field))) return [field];
    // Rules that were rejected themselves have been spoken of.
    if (rules.length === 0) return [];
    const place = placeIn(node, "marks", at);
    const known = read.length === 0 ? "" : `: they read ${read.map((path) => path.join(".")).join(", ")}`;
    scope.reject("mark-not-read", place, { field: element.value, fields: known });
    return [];
  });
  return { fields };
}

/**
 * `guards: { namespaces: { kinds: [...] } }`: kinds that the policy protects, written so that the API server can look
 * them up.
 */
function checkGuardKinds(guards: Value | undefined, of: { node: Node; match: readonly MatchEntry[] }, scope: Scope): void {
  const namespaces = guards?.kind === "object" ? guards.properties.get("namespaces") : undefined;
  const kinds = namespaces?.kind === "object" ? namespaces.properties.get("kinds") : undefined;
  if (kinds?.kind !== "list") return;
  for (const [at, value] of kinds.elements.entries()) {
    const kind = readKind(value);
    if (kind === undefined) continue;
    const place = placeIn(of.node, "guards", "namespaces", "kinds", at);
    const problem = problemWith(kind, of.match);
    if (problem === undefined) isServedMatch(kind, place, scope);
    else scope.reject("guard-kind", place, { text: `${kind.kind} (${kind.group}/${kind.version}, ${kind.resource})`, problem });
  }
}

function problemWith({ group, version, resource, kind }: ContentKind, match: readonly MatchEntry[]): string | undefined {
  if (!isExactGroup(group)) return `\`${group}\` is not an API group`;
  if (!isVersion(version)) return `\`${version}\` is not an API version`;
  if (!isPlural(resource)) return `\`${resource}\` is not a resource`;
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) return `\`${kind}\` is not a kind`;
  if (isClusterScoped(group, resource)) return "such objects are in no Namespace";
  if (!isMatched(match, group, resource)) return "the policy does not match it";
  const served = servedKinds.find((one) => one.group === group && one.resource === resource);
  return served === undefined || served.kind === kind ? undefined : `\`${resource}\` is the plural of \`${served.kind}\``;
}
