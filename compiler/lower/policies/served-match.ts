import type { Node } from "ts-morph";
import { closest } from "../../diagnostics/closest.ts";
import { builtInGroups } from "../../ir/built-in-groups.ts";
import { isPattern, splitResource, type MatchEntry } from "../../api/coverage.ts";
import {
  type ServedKind,
  mayBeServed,
  servedKinds,
  servedResources,
  servedSubresources,
} from "../../language/served/served-kinds.ts";
import { placeIn } from "../guards/place-in.ts";
import type { Scope, Place } from "../scope.ts";

/** What `kubectl` takes for a plural, where the API does not. */
const shortNames: Readonly<Record<string, string>> = {
  cj: "cronjobs",
  cm: "configmaps",
  crd: "customresourcedefinitions",
  crds: "customresourcedefinitions",
  csr: "certificatesigningrequests",
  deploy: "deployments",
  ds: "daemonsets",
  ep: "endpoints",
  ev: "events",
  hpa: "horizontalpodautoscalers",
  ing: "ingresses",
  limits: "limitranges",
  netpol: "networkpolicies",
  no: "nodes",
  ns: "namespaces",
  pc: "priorityclasses",
  pdb: "poddisruptionbudgets",
  po: "pods",
  pv: "persistentvolumes",
  pvc: "persistentvolumeclaims",
  quota: "resourcequotas",
  rc: "replicationcontrollers",
  rs: "replicasets",
  sa: "serviceaccounts",
  sc: "storageclasses",
  sts: "statefulsets",
  svc: "services",
};

/**
 * Whether an API server may serve what the entry names. In the groups of kube-apiserver every kind is known, and a
 * group of a custom kind has a dot (apiextensions-apiserver: pkg/apis/apiextensions/validation). A mistyped entry would
 * match nothing, and the policy would protect nothing, without a word.
 */
export function isServedMatch(entry: MatchEntry, node: Node, scope: Scope): boolean {
  const { group } = entry;
  const { resource } = splitResource(entry.resource);
  if (isPattern(group)) return true;
  const isOwn = isBuiltIn(group);
  const meant = isOwn ? undefined : meantGroup(group, resource);
  if (isOwn && (resource === "*" || servedResources(group).includes(resource))) return isServedAs(entry, { node, scope });
  if (!isOwn && group.includes(".") && meant === undefined) return true;
  scope.reject("match-not-served", placeIn(node, isOwn ? "resource" : "group"), {
    resource,
    group: shownGroup(group),
    help: helpFor(group, resource, meant),
  });
  return false;
}

/** A resource of kube-apiserver's own: in this version, and with this subresource. */
function isServedAs({ group, version, resource: text }: MatchEntry, { node, scope }: Place): boolean {
  const { resource, subresource } = splitResource(text);
  const known = servedSubresources(group, resource);
  if (subresource !== "" && subresource !== "*" && !known.includes(subresource)) {
    scope.reject("match-not-served", placeIn(node, "resource"), {
      resource: text,
      group: shownGroup(group),
      help: helpForSubresource({ resource, subresource }, group, known),
    });
    return false;
  }
  if (version === undefined || mayBeServed(group, version)) return true;
  scope.reject("match-version-not-served", placeIn(node, "version"), {
    version,
    name: group === "" ? text : `${text}.${group}`,
  });
  return false;
}

/** Other spellings of subresources that people know from kubectl, or from the kind that is sent there. */
const otherNames: Readonly<Record<string, string>> = { bindings: "binding", evict: "eviction", evictions: "eviction" };

function helpForSubresource(
  { resource, subresource }: ReturnType<typeof splitResource>,
  group: string,
  known: readonly string[],
): string {
  const other = Object.hasOwn(otherNames, subresource) ? otherNames[subresource] : undefined;
  const meant = known.find((name) => name === other) ?? closest(subresource, known);
  if (meant !== undefined) return `did you mean \`{ group: "${group}", resource: "${resource}/${meant}" }\`?`;
  if (known.length === 0) return `it has no subresources: write \`{ group: "${group}", resource: "${resource}" }\``;
  return `its subresources are ${known.map((name) => `\`${resource}/${name}\``).join(", ")}`;
}

const shownGroup = (group: string): string => (group === "" ? "the core group" : `the group \`${group}\``);

function isBuiltIn(group: string): boolean {
  return (builtInGroups as readonly string[]).includes(group);
}

/**
 * A group of kube-apiserver that is almost this one, and that serves the resource; `x-k8s.io` is where projects of SIGs
 * have their own.
 */
function meantGroup(group: string, resource: string): string | undefined {
  if (group.endsWith(".x-k8s.io")) return undefined;
  const near = closest(
    group,
    builtInGroups.filter((one) => one.includes(".")),
  );
  return near !== undefined && servedResources(near).includes(resource) ? near : undefined;
}

function helpFor(group: string, resource: string, meant: string | undefined): string {
  const plural = Object.hasOwn(shortNames, resource) ? (shortNames[resource] ?? resource) : resource;
  const suggested =
    servedAs(plural, meant ?? group) ??
    servedAs(closest(plural, servedResources(group)), group) ??
    servedAs(closest(plural, plurals), group);
  if (suggested !== undefined) return `did you mean \`{ group: "${suggested.group}", resource: "${suggested.resource}" }\`?`;
  return 'write the group and the plural as `kubectl api-resources` shows them; the core group is `""`, and the group of a custom kind has a dot';
}

const plurals = servedKinds.map(({ resource }) => resource);

/** By its plural or kind, in this group if that is where it is. */
function servedAs(name: string | undefined, group: string): ServedKind | undefined {
  const found = servedKinds.filter(({ resource, kind }) => resource === name || kind.toLowerCase() === name);
  return found.find((one) => one.group === group) ?? found[0];
}
