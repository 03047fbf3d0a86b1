import { Node, type Type } from "ts-morph";
import { type MatchEntry, isPattern, splitResource } from "../../api/coverage.ts";
import type { GroupVersionResource } from "../../api/resource.ts";
import type { PolicyIr, RuleIr } from "../../ir/policy.ts";
import type { BuiltInKind } from "../../language/served/built-in-kinds.ts";
import { onlyVersion } from "../../language/served/served-kinds.ts";
import { placeIn } from "../guards/place-in.ts";
import type { Scope } from "../scope.ts";
import type { PolicyValue } from "../value.ts";

/**
 * The entries with the versions that they leave out, where only one can be meant: that of a kind of which the API server
 * serves no other, that of a type of `holdfast/kinds`, and that of the declarations that `holdfast types` has written.
 */
export function withInferredVersions(
  match: readonly MatchEntry[],
  { generatedFor }: Pick<PolicyValue, "generatedFor">,
): readonly MatchEntry[] {
  return match.map((entry) => ({ ...entry, version: entry.version ?? inferredVersion(entry, generatedFor) }));
}

function inferredVersion({ group, resource }: MatchEntry, generatedFor: GroupVersionResource | undefined): string | undefined {
  if (isPattern(group)) return undefined;
  const plural = splitResource(resource).resource;
  if (generatedFor?.group === group && generatedFor.resource === plural) return generatedFor.version;
  return onlyVersion(group, plural);
}

/**
 * The version that a type describes, by the comment that `holdfast types` writes above it. Of a built-in kind that
 * older API servers do not serve in this version it is not known: they would match nothing.
 */
export function generatedForOf(type: Type, builtInKind: BuiltInKind | undefined): GroupVersionResource | undefined {
  if (builtInKind !== undefined) return builtInKind.since === "1.30" ? builtInKind : undefined;
  const [declaration] = type.getSymbol()?.getDeclarations() ?? [];
  if (!Node.isInterfaceDeclaration(declaration) || !declaration.getSourceFile().isDeclarationFile()) return undefined;
  const comments = declaration.getJsDocs().map((comment) => comment.getText());
  const found = comments.map((text) => generatedComment.exec(text)).find((match) => match !== null);
  const [, group, version, resource] = found ?? [];
  return group === undefined || version === undefined || resource === undefined ? undefined : { group, version, resource };
}

const generatedComment = /`match: \[\{ group: "([^"]*)", version: "([^"]*)", resource: "([^"]*)" \}\]`/;

/**
 * Whether the kinds of a policy are Kubernetes' own and served in one version, that of `match`: nobody can ask through
 * another. Should a later Kubernetes serve one, it must not lose a field: objects of its own kinds go through every
 * version and back (its deprecation policy, rule 2).
 */
export function areOfOneVersion(match: readonly MatchEntry[]): boolean {
  return match.every(
    ({ group, resource, version }) => version !== undefined && onlyVersion(group, splitResource(resource).resource) === version,
  );
}

/**
 * A rule that reads fields is right for one version. Where it is not known, it is told: through another served version
 * a field may not be there.
 */
export function warnOfVersions(
  { match, rules, overrides }: Pick<PolicyIr, "match" | "rules" | "overrides">,
  node: Node,
  scope: Scope,
): void {
  const field = fieldsOf([...rules, ...overrides.map(({ rule }) => rule)])[0];
  if (field === undefined) return;
  for (const [at, { version }] of match.entries())
    if (version === undefined) scope.warn("match-without-version", placeIn(node, "match", at), { field });
}

/** What the rules read that depends on the version: `spec.protected`. */
export function fieldsOf(rules: readonly RuleIr[]): readonly string[] {
  return rules.flatMap(({ versionedReads }) => versionedReads.map(({ path }) => path.join(".")));
}
