import { groupCovers, splitResource, type MatchEntry } from "../api/coverage.ts";

interface Kind {
  readonly group: string;
  readonly resource: string;
}

/** An override of `language/overrides/implied-overrides.ts`: for `of`, in policies that also match what it is made from. */
interface Implied {
  readonly name: string;
  readonly of: Kind;
  readonly madeFrom: readonly Kind[];
  /** The controllers that copy labels or annotations onto it, as ServiceAccounts of `kube-system`. */
  readonly by: readonly string[];
}

const services: Kind = { group: "", resource: "services" };
const workloads: readonly Kind[] = [
  { group: "apps", resource: "statefulsets" },
  { group: "apps", resource: "daemonsets" },
];

const copies: readonly Implied[] = [
  {
    name: "copyOfDeployment",
    of: { group: "apps", resource: "replicasets" },
    madeFrom: [{ group: "apps", resource: "deployments" }],
    by: ["deployment-controller"],
  },
  {
    name: "copyOfWorkload",
    of: { group: "apps", resource: "controllerrevisions" },
    madeFrom: workloads,
    by: ["statefulset-controller", "daemon-set-controller"],
  },
  {
    name: "sliceOfService",
    of: { group: "discovery.k8s.io", resource: "endpointslices" },
    madeFrom: [services],
    by: ["endpointslice-controller", "endpointslicemirroring-controller"],
  },
  { name: "endpointsOfService", of: { group: "", resource: "endpoints" }, madeFrom: [services], by: ["endpoint-controller"] },
];

const madeInEveryNamespace: readonly Kind[] = [
  { group: "", resource: "configmaps" },
  { group: "", resource: "serviceaccounts" },
];

/**
 * The overrides that a policy has without naming them. A copy follows its owner only where the policy protects the
 * owner as well: a policy about ReplicaSets alone means these themselves.
 */
export function impliedOverrideNames(
  match: readonly MatchEntry[],
  { readsNamespace }: { readonly readsNamespace: boolean },
): readonly string[] {
  const isMatched = (kind: Kind): boolean => match.some((entry) => isAbout(entry, kind));
  const names = copies.filter(({ of, madeFrom }) => isMatched(of) && madeFrom.some(isMatched)).map(({ name }) => name);
  return readsNamespace && madeInEveryNamespace.some(isMatched) ? [...names, "madeByKubernetes"] : names;
}

/**
 * Users that write onto what a policy matches what somebody else has put on the object it is made from. Where the
 * override of a copy is given they may do so: copies follow their owner.
 */
export function copyingUsers(match: readonly MatchEntry[], given: readonly string[]): readonly string[] {
  const copied = copies.filter(({ name, of }) => !given.includes(name) && match.some((entry) => isAbout(entry, of)));
  const controllers = copied.flatMap(({ by }) => by).map((name) => `system:serviceaccount:kube-system:${name}`);
  return controllers.length === 0 ? [] : [...controllers, "system:kube-controller-manager"];
}

function isAbout(entry: MatchEntry, { group, resource }: Kind): boolean {
  const { resource: matched } = splitResource(entry.resource);
  return groupCovers(entry.group, group) && (matched === "*" || matched === resource);
}
