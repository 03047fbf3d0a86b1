import type { Compilation } from "../compile.ts";
import type { MatchEntry } from "../api/coverage.ts";
import type { ClusterOptions } from "./cluster-objects.ts";
import { definedKinds } from "./defined-kinds.ts";
import { writtenObjects } from "./written-objects.ts";

/** What policies tell of kinds: those that are installed with the webhook, those that rules ask about, and those that anything is about. */
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
