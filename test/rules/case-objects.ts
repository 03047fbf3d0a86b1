import { type UntypedObject, namespaceNamed } from "../../compiler/simulator/admission/index.ts";
import type { RuleCase, RuleTable } from "./rule-cases.ts";

/** A case with its object as it is sent, and its texts with the names filled in. */
export interface Situation {
  readonly table: RuleTable;
  readonly rule: RuleCase;
  readonly object: UntypedObject;
  readonly namespace: UntypedObject | undefined;
  readonly denied: string | undefined;
  readonly warned: readonly string[];
}

/** Every case of a table; each is in a Namespace of its own when it asks for marks there. */
export function situationsOf(table: RuleTable): readonly Situation[] {
  return table.cases.map((rule, at) => {
    const name = String(rule.object.metadata?.["name"] ?? `case-${at}`);
    const namespace = namespaceOf(table, rule);
    const place = namespace?.metadata.name;
    const metadata = { ...rule.object.metadata, name, ...(place !== undefined && { namespace: place }) };
    const fill = (text: string): string => text.replaceAll("{name}", name).replaceAll("{namespace}", place ?? "");
    return {
      table,
      rule,
      object: { ...rule.object, apiVersion: table.apiVersion, kind: table.kind, metadata },
      namespace,
      denied: rule.denied === undefined ? undefined : fill(rule.denied),
      warned: (rule.warned ?? []).map(fill),
    };
  });
}

function namespaceOf({ policy, isClusterScoped }: RuleTable, { namespace }: RuleCase): UntypedObject | undefined {
  if (isClusterScoped === true) return undefined;
  const [tier] = Object.values(namespace ?? {});
  const name = `rules-${policy}${tier === undefined ? "" : `-${tier}`}`;
  return namespaceNamed(name, { labels: { "kubernetes.io/metadata.name": name, ...namespace } });
}

/** `/apis/apps/v1/namespaces/x/deployments` */
export function collectionPath({ apiVersion, plural }: RuleTable, namespace: string | undefined): string {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  return namespace === undefined ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`;
}

export function resourceOf({ apiVersion, plural }: RuleTable): { group: string; version: string; resource: string } {
  const [first = "", second] = apiVersion.split("/");
  return second === undefined
    ? { group: "", version: first, resource: plural }
    : { group: first, version: second, resource: plural };
}
