import type { GroupResource, PolicyRule } from "../../api/resource.ts";

export const read = ["get", "list", "watch"] as const;

/** Which groups there are is read from here before "no such resource" is believed. */
const apiServices: GroupResource = { group: "apiregistration.k8s.io", resource: "apiservices" };

/** The right to ask what is served, for whoever may ask about anything. */
export function withServed(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  return rules.length === 0 ? rules : merged([...rules, ...rulesFor([apiServices], ["list"])]);
}

/** One rule for each group, groups and resources in order: nothing of a group that is not asked for. */
export function rulesFor(types: readonly GroupResource[], verbs: readonly string[]): readonly PolicyRule[] {
  const byGroup = Map.groupBy(types, ({ group }) => group);
  return [...byGroup]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, own]) => ({
      apiGroups: [group],
      resources: [...new Set(own.map(({ resource }) => resource))].toSorted(),
      verbs,
    }));
}

/** `verbs` on these objects alone. */
export function rulesForNamed(type: GroupResource, resourceNames: readonly string[], verbs: readonly string[]): PolicyRule {
  return { apiGroups: [type.group], resources: [type.resource], resourceNames, verbs };
}

/** `usages/status` */
export function subresources(types: readonly GroupResource[], name: string): readonly GroupResource[] {
  return types.map(({ group, resource }) => ({ group, resource: `${resource}/${name}` }));
}

/** What `verbs` are on already need not be said again with fewer. */
export function merged(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const cells = rules
    .filter(({ resourceNames }) => resourceNames === undefined)
    .flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((group) => resources.map((resource) => ({ group, resource, verbs }))),
    );
  const byType = Map.groupBy(cells, ({ group, resource }) => JSON.stringify([group, resource]));
  const united = [...byType.values()].map((same) => {
    const [{ group, resource }] = same as [(typeof cells)[number]];
    return { group, resource, verbs: inOrder(same.flatMap(({ verbs }) => verbs)) };
  });
  const byVerbs = Map.groupBy(united, ({ verbs }) => verbs.join());
  const whole = [...byVerbs.values()].flatMap((same) => rulesFor(same, same[0]?.verbs ?? []));
  const named = rules.filter(({ resourceNames }) => resourceNames !== undefined);
  return [...whole.toSorted(byGroupThenResource), ...named];
}

const order = ["get", "list", "watch", "create", "update", "patch", "delete"];

function inOrder(verbs: readonly string[]): readonly string[] {
  return order.filter((verb) => verbs.includes(verb));
}

function byGroupThenResource(a: PolicyRule, b: PolicyRule): number {
  const [one, other] = [a, b].map(({ apiGroups, resources }) => [...apiGroups, ...resources].join(" ")) as [string, string];
  return one < other ? -1 : 1;
}
