import { fieldsOf } from "../api/json.ts";
import type { KnownKind } from "../simulator/testing/resource-of.ts";
import { ManifestProblem, type WrittenObject, writtenObjects } from "./written-objects.ts";
import type { Compilation } from "../compile.ts";
import type { MatchEntry } from "../api/coverage.ts";
import type { ClusterOptions } from "./cluster-objects.ts";

/** A kind of a CustomResourceDefinition. */
export interface DefinedKind extends KnownKind {
  readonly isNamespaced: boolean;
  /** Those that are served. */
  readonly versions: readonly string[];
}

/** What the API server would serve besides its own kinds. */
export function definedKinds(objects: readonly WrittenObject[]): readonly DefinedKind[] {
  return objects.filter(({ object }) => isDefinition(object)).map(kindOf);
}

function isDefinition({ apiVersion, kind }: WrittenObject["object"]): boolean {
  return kind === "CustomResourceDefinition" && apiVersion.startsWith("apiextensions.k8s.io/");
}

function kindOf({ object, place }: WrittenObject): DefinedKind {
  const spec = fieldsOf(fieldsOf(object)["spec"]);
  const { plural, kind } = fieldsOf(spec["names"]);
  const { group, scope, versions } = spec;
  if (typeof group !== "string" || typeof plural !== "string" || typeof kind !== "string" || !Array.isArray(versions))
    throw new ManifestProblem(
      place,
      "this CustomResourceDefinition has no group, names or versions",
      "get it whole: kubectl get crd <name> -o yaml",
    );
  return {
    group,
    kind,
    resource: plural,
    isNamespaced: scope === "Namespaced",
    versions: versions.map(fieldsOf).flatMap(({ name, served }) => (typeof name === "string" && served !== false ? [name] : [])),
  };
}

/**
 * What policies tell of kinds: those that are installed with the webhook, those that rules ask about,
 * and those that anything is about.
 */
export function compiledKinds({
  fallback,
  webhookRules,
  ir,
}: Pick<Compilation, "fallback" | "webhookRules" | "ir">): Pick<ClusterOptions, "defined" | "asked" | "matched"> {
  const installed = fallback?.files.find(({ name }) => name === "definitions.yaml");
  const definitions = installed === undefined ? [] : writtenObjects({ shown: installed.name, text: installed.text });
  const asked = webhookRules.flatMap(({ asks }) => asks.map(({ resource }) => resource));
  const composites = fallback?.webhook?.composites ?? [];
  return {
    defined: definedKinds(definitions),
    asked,
    matched: [...ir.flatMap(({ match }) => match), ...webhookMatches(fallback), ...composites.map(inAnyVersion)],
  };
}

function webhookMatches(fallback: Compilation["fallback"]): readonly MatchEntry[] {
  const rules = fallback?.webhook?.configuration.webhooks.flatMap((webhook) => webhook.rules) ?? [];
  return rules.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((group) => resources.map((resource) => inAnyVersion({ group, resource }))),
  );
}

function inAnyVersion({ group, resource }: { readonly group: string; readonly resource: string }): MatchEntry {
  return { group, resource, version: undefined };
}
