// in: PolicyIr and its guards; out: JudgedPath for each way; next: index.ts
import type { Guard } from "../guard/index.ts";
import { strongestOf } from "../ir/enforcement.ts";
import { resourceName } from "../api/resource.ts";
import type { GuardName } from "../ir/guards.ts";
import type { NamespaceLook } from "../ir/fallback.ts";
import type { Expression } from "../ir/expression.ts";
import type { PolicyIr } from "../ir/policy.ts";
import { some } from "../ir/expressions/visit.ts";
import { allowsDeployments, deadEnds, deadEndText, unguardedFields, wholesText } from "../guard/index.ts";
import { isOfWholeMatch, notConcerned } from "./unguarded.ts";
import { type JudgedPath, type PathName, type PathState, deletionPaths } from "./paths.ts";

type PathOutcome = readonly [state: PathState, text: string];

/** What became of one policy. */
export interface ReportedParts {
  readonly policy: PolicyIr;
  readonly guards: readonly Guard[];
  /** Rules that ask the cluster: the webhook that answers each. */
  readonly webhooks: ReadonlyMap<string, string>;
  /** Those that deny deletes, and of which CEL cannot say what they protect: no guard keeps that. */
  readonly unguarded: readonly string[];
  readonly namespaceLook: NamespaceLook;
  /** The ValidatingAdmissionPolicy that a guard of this name is part of, or is. */
  readonly partOf: (guard: string) => string;
}

interface Facts extends ReportedParts {
  /** Undefined: nothing is guarded. */
  readonly guard: (name: GuardName) => Guard | undefined;
}

/** Every way, in the order of the catalogue. None for a policy that denies no deletes. */
export function judgePaths(parts: ReportedParts): readonly JudgedPath[] {
  const { policy, guards, unguarded } = parts;
  if (guards.length + unguarded.length === 0) return [];
  const guard = (name: GuardName): Guard | undefined => guards.find((one) => one.name === name);
  return deletionPaths.map(({ name, row }) => {
    const [state, text] = asEnforced(exceptCopies(name, judges[name]({ ...parts, guard }), policy), policy);
    return { path: name, state, text, ...(row !== undefined && state === "closed" && { row }) };
  });
}

/**
 * What Kubernetes' own controllers may do to what they have made, whoever may impersonate them may do, too (ADR 38).
 */
const openToControllers: ReadonlySet<PathName> = new Set([
  "impersonation",
  "unmark",
  "unmark-subresource",
  "owner",
  "finalizer",
  "emptied",
]);

function exceptCopies(name: PathName, [state, text]: PathOutcome, { overrides }: PolicyIr): PathOutcome {
  const copies = overrides.filter(({ isImplied, disablesGuards }) => isImplied && disablesGuards).map(({ rule }) => rule.name);
  if (state !== "closed" || copies.length === 0 || !openToControllers.has(name)) return [state, text];
  const taken = copies.includes("endpointsOfService") && name === "unmark";
  return [
    "meant",
    `${text}; not for copies (${copies.join(", ")}), from whoever may impersonate the controller that has made them` +
      (taken ? "; whoever may write a Service with a selector makes the Endpoints of its name a copy of it" : ""),
  ];
}

/** A ReplicaSet that a Deployment adopts is a copy of it from then on, whoever has made the Deployment. */
function adopted({ overrides, guards: { ownersFrom } }: PolicyIr): string {
  const isFollowed = overrides.some(({ isImplied, rule }) => isImplied && rule.name === "copyOfDeployment");
  if (!isFollowed || !allowsDeployments(ownersFrom)) return "";
  return "; whoever may create a Deployment may have a ReplicaSet without a controller adopted by it, and deleted with it";
}

function asEnforced([state, text]: PathOutcome, { enforcement }: PolicyIr): PathOutcome {
  const strongest = strongestOf(enforcement);
  return state === "closed" && strongest !== "deny" ? ["told", `${text}; enforcement is ${strongest}`] : [state, text];
}

const byRules = (facts: Facts): PathOutcome => {
  const denying = facts.policy.rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const [state, text] = closedByRules(
    facts,
    denying.map(({ name }) => name),
  );
  const open = openToAnybody(facts.policy);
  return open.length === 0 ? [state, text] : ["meant", `${text}; ${open.join(", ")}: open to whoever asks so`];
};

/**
 * Overrides that depend on nothing but what is asked, such as `request.operation === "DELETE"`: whoever may delete may
 * ask so.
 */
const openToAnybody = ({ overrides }: PolicyIr): readonly string[] =>
  overrides.filter(({ isImplied, rule }) => !isImplied && !some(rule.when, isBeyondAsking)).map(({ rule }) => rule.name);

const inputs: ReadonlySet<string> = new Set(["object", "oldObject", "namespaceObject", "authorizer", "params"]);

const isBeyondAsking = (node: Expression): boolean =>
  (node.kind === "identifier" && inputs.has(node.name)) || (node.kind === "select" && node.field === "userInfo");

function closedByRules({ policy, webhooks }: Facts, names: readonly string[]): PathOutcome {
  const native = names.filter((name) => !webhooks.has(name));
  const asked = names.flatMap((name) => {
    const webhook = webhooks.get(name);
    return webhook === undefined ? [] : [`rule ${name} of ${policy.name}, which the webhook ${webhook} answers`];
  });
  return ["closed", [...(native.length === 0 ? [] : [`${ruleNames(native)} of ${policy.name}`]), ...asked].join("; ")];
}

const judges: Readonly<Record<PathName, (facts: Facts) => PathOutcome>> = {
  delete: byRules,
  force: byRules,
  collection: byRules,
  version: ofVersions,
  impersonation: byRules,
  unmark: (facts) => {
    const isMeant = facts.policy.guards.release === "clear-mark" && facts.guard("release")?.state.is === "on";
    return isMeant
      ? ["meant", "release: clear-mark, whoever may update the object may clear its mark"]
      : ofRelease(facts, "guard");
  },
  "unmark-subresource": (facts) => {
    const [state, text] = ofRelease(facts, "guard");
    const isBound = state === "closed" && notConcerned(facts.policy, "evictions") === undefined;
    return [state, isBound ? `${text}, ${facts.policy.name}-guard-bindings` : text];
  },
  "unmark-namespace": (facts) => {
    const [state, text] = ofRelease(facts, "guard-namespaces");
    const isUnsure = state === "closed" && facts.guard("release")?.leavesOutMarked === true;
    return isUnsure ? ["open", `objects with marks of their own; for the others closed by ${text}`] : [state, text];
  },
  field: ofFields,
  confirm: ofConfirmations,
  owner: (facts) => {
    const [state, text] = ofGuard(facts, "owners");
    const { ownersFrom } = facts.policy.guards;
    if (state !== "closed" || ownersFrom.length === 0) return [state, text];
    return [
      "meant",
      `${text}; new owners from ${ownersFrom.join(", ")}: whoever may impersonate one of these may set them, too${adopted(facts.policy)}`,
    ];
  },
  finalizer: (facts) => {
    const outcome = ofGuard(facts, "finalizers");
    return outcome[0] === "not applicable" ? ["open", "name the finalizers to keep: guards.finalizers"] : outcome;
  },
  eviction: (facts) => ofGuard(facts, "evictions"),
  namespace: (facts) => {
    const isOverride = facts.policy.overrides.some(({ rule }) => rule.name === "namespaceTerminating");
    const outcome = ofGuard(facts, "namespaces");
    if (outcome[0] !== "open") return outcome;
    return isOverride ? ["meant", "the override namespaceTerminating"] : byWebhook(facts, outcome);
  },
  "namespace-finalize": (facts) => ofGuard(facts, "namespaces"),
  "namespace-label": (facts) => ofGuard(facts, "namespaceLabels"),
  definition: (facts) => {
    const outcome = ofGuard(facts, "definitions");
    const fields = uncomparedFields(facts);
    if (outcome[0] !== "closed" || fields.length === 0) return outcome;
    return ["open", `${outcome[1]}, but updates of the definition may take away ${fields.join(", ")}; ${unguardedText(facts)}`];
  },
  emptied: (facts) => {
    const outcome = ofGuard(facts, "freeze");
    return outcome[0] === "not applicable" ? ["open", "ask for it, where it matters: guards.freeze"] : outcome;
  },
  weakened: (facts) => ofGuard(facts, "webhooks"),
  policy: () => ["out of reach", "no policy of the API is asked about policies; RBAC, and GitOps that fixes what is changed"],
  storage: () => ["out of reach", "the API server is not asked, or asks no policy"],
  outside: () => ["out of reach", "Kubernetes is not asked"],
};

/** A field that an object shows in one version may be missing in another that is served, whatever the rule makes of that. */
function ofVersions(facts: Facts): PathOutcome {
  const { match, rules } = facts.policy;
  const denying = rules.filter(({ action, operations }) => action === "deny" && operations.includes("delete"));
  const fields = [...new Set(denying.flatMap(({ versionedReads }) => versionedReads.map(({ path }) => path.join("."))))];
  const unnamed = match
    .filter(({ version }) => version === undefined)
    .map(({ group, resource }) => resourceName({ group, resource }));
  if (fields.length === 0 || unnamed.length === 0) return byRules(facts);
  return [
    "open",
    `\`match\` names no version of ${unnamed.join(", ")}: another that is served may not show ${fields.join(", ")}`,
  ];
}

/** What rules read that no guard knows of: their definition may lose it. */
function uncomparedFields({ policy, unguarded }: Facts): readonly string[] {
  const rules = policy.rules.filter(({ name }) => unguarded.includes(name));
  return [...new Set(rules.flatMap(({ versionedReads }) => versionedReads.map(({ path }) => path.join("."))))];
}

/**
 * What the API server cannot look up in a Namespace, the webhook can, but for rules that ask: with one of them the way
 * is not closed.
 */
function byWebhook({ policy, namespaceLook: look }: Facts, open: PathOutcome): PathOutcome {
  const name = `the webhook namespaces.${policy.name}.holdfast.dev`;
  const [, reason] = open;
  const possible = `closed by ${name}, with \`namespaceContents\` of a fallback`;
  if (look.leftOut.length === 0) {
    if (look.is === "declared") return ["closed", name];
    return look.is === "possible" ? ["closable", `${reason}; ${possible}`] : open;
  }
  const unseen = `the webhook does not look for what ${ruleNames(look.leftOut)} protects, because that asks the cluster or the authorizer`;
  if (look.is === "none") return ["open", `${reason}; ${unseen}`];
  return ["open", `${reason}; ${unseen}; for the other rules ${look.is === "declared" ? `closed by ${name}` : possible}`];
}

const ruleNames = (names: readonly string[]): string => `${names.length === 1 ? "rule" : "rules"} ${names.join(", ")}`;

function ofGuard(facts: Facts, name: GuardName): PathOutcome {
  const found = facts.guard(name);
  if (found === undefined) return withoutGuard(facts, name);
  const { state, rules } = found;
  if (state.is === "off") return ["off", state.reason];
  if (state.is === "open") return ["open", state.reason];
  if (state.is === "not needed") return ["not applicable", state.reason];
  const by = [...new Set(rules.map(({ aim }) => nameOf(facts, aim.ending)))].join(", ");
  return isOfWholeMatch(name) ? ["closed", by] : closedBy(by, facts);
}

const nameOf = ({ policy, partOf }: Facts, ending: string): string => partOf(`${policy.name}-${ending}`);

function ofFields({ policy, guard }: Facts): PathOutcome {
  const fields = unguardedFields(policy);
  if (fields.length === 0) return ["not applicable", "the rules read no field of it that is no mark"];
  const { state } = guard("release") ?? {};
  if (state?.is === "off") return ["off", state.reason];
  return [
    "open",
    `${fields.join(", ")}: whoever may change it may have the object deleted; a field is guarded as a mark: \`marks\``,
  ];
}

/** What a person puts on the object so that its delete goes through: they may be whoever may update it. */
function ofConfirmations({ policy, guards, guard }: Facts): PathOutcome {
  const ways = policy.overrides.filter(({ how }) => how !== undefined).map(({ rule }) => rule.name);
  const marks = guard("release")?.confirmable;
  const named = [
    ...(marks === undefined ? [] : [marks]),
    ...(ways.length === 0 ? [] : [`${ways.length === 1 ? "the override" : "the overrides"} ${ways.join(", ")}`]),
  ];
  const dead = deadEnds(policy, guards);
  if (dead.length > 0) return ["not applicable", deadEndText(dead)];
  if (named.length === 0) return ["not applicable", policy.noOverride ?? "the policy has no override"];
  return ["meant", `${named.join("; ")}: ${marks === undefined ? "as each says" : "whoever may update it may put that on it"}`];
}

/** One guard keeps marks of the object and of its Namespace; a policy may have either. */
function ofRelease(facts: Facts, ending: string): PathOutcome {
  const found = facts.guard("release");
  if (found === undefined) return withoutGuard(facts, "release");
  const { state, rules } = found;
  if (state.is === "off") return ["off", state.reason];
  if (found.wholes !== undefined) return ["open", wholesText(found.wholes)];
  if (rules.some(({ aim }) => aim.ending === ending)) return closedBy(nameOf(facts, ending), facts);
  if (state.is === "open" && (found.openFields ?? []).length === 0) return ["open", state.reason];
  const { release, keptBy } = facts.policy.guards;
  if (release === "kept" && keptBy !== undefined && ending === "guard") return closedByRules(facts, [keptBy]);
  // What is asked may name marks, too: nobody has looked for them.
  if (facts.unguarded.length > 0) return ["open", unguardedText(facts)];
  return ["not applicable", `the rules read no label or annotation of the ${ending === "guard" ? "object" : "Namespace"}`];
}

function closedBy(guards: string, facts: Facts): PathOutcome {
  return facts.unguarded.length === 0
    ? ["closed", guards]
    : ["open", `${unguardedText(facts)}; for the other rules closed by ${guards}`];
}

function withoutGuard(facts: Facts, name: GuardName): PathOutcome {
  const reason = facts.policy.guards.off[name];
  if (reason !== undefined) return ["off", reason];
  const needless = notConcerned(facts.policy, name);
  return needless === undefined ? ["open", unguardedText(facts)] : ["not applicable", needless];
}

function unguardedText({ unguarded }: Facts): string {
  return (
    `nothing guards what ${ruleNames(unguarded)} protects: that may be any object; begin the rule with what ` +
    `marks it, a label or annotation`
  );
}
