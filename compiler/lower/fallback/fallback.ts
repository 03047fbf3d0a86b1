import { cidr } from "../../language/parse/cidr.ts";
import {
  type FallbackIr,
  type UsagesIr,
  defaultAppCatObjects,
  defaultApiServerPorts,
  defaultNamespace,
} from "../../ir/fallback.ts";
import { isLabelKey, isLabelValue } from "../../ir/valid-names.ts";
import { lowerCertificates, lowerClients } from "./fallback-certificates.ts";
import {
  type FallbackPart,
  isRecord,
  partOf,
  listedParts,
  rejectPart,
  rejectValue,
  writtenText,
  plainValue,
} from "./fallback-part.ts";
import {
  exactGroups,
  exactResourceTypes,
  foregroundClaims,
  markedResourceTypes,
  resourceTypes,
  someResourceTypes,
} from "./fallback-resources.ts";
import { unprotectedOf } from "./fallback-unprotected.ts";
import type { Scope } from "../scope.ts";
import type { FallbackValue } from "../value.ts";

const defaultReplicas = 3;
const maxReplicas = 100;

/** Namespaces of the cluster's own: what denies all traffic by default must not stand there. */
const isClustersOwn = (namespace: string): boolean => namespace === "default" || namespace.startsWith("kube-");

/** What people write, below the type's own keys: a spread brings in more than TypeScript complains about. */
const keys: Readonly<Record<string, readonly string[]>> = {
  "": [
    "image",
    "namespace",
    "replicas",
    "certificates",
    "clients",
    "apiServers",
    "apiServerPorts",
    "metricsFrom",
    "events",
    "usages",
    "criticalServices",
    "foregroundClaims",
    "unprotected",
    "appcat",
    "namespaceContents",
  ],
  usages: ["of", "by", "composites", "crossplane", "replay", "acrossNamespaces"],
  criticalServices: ["providers", "criteria"],
  unprotected: ["of", "restores", "removes"],
  appcat: ["composites", "objects"],
  namespaceContents: ["groups"],
  certificates: ["certManager", "provided"],
  clients: ["configMap", "names"],
};

/** `fallback({...})` with every default filled in; what it gives counts only where nothing was reported. */
export function lowerFallback({ definition, node }: FallbackValue, scope: Scope): FallbackIr {
  const known = plainValue(definition);
  const whole: FallbackPart = { value: known?.plain, path: [], node, scope };
  if (known === undefined) rejectValue({ ...whole, path: ["fallback"] }, "it is not known when the policies are compiled");
  for (const key of Object.keys(keys)) rejectUnknownKeys(key === "" ? whole : partOf(whole, key), key);
  const isGiven = (key: string): boolean => isRecord(partOf(whole, key).value);
  return {
    span: scope.span(node),
    image: imageOf(partOf(whole, "image")),
    namespace: namespaceOf(partOf(whole, "namespace")),
    replicas: replicasOf(partOf(whole, "replicas")),
    certificates: lowerCertificates(partOf(whole, "certificates")),
    clients: isGiven("clients") ? lowerClients(partOf(whole, "clients")) : undefined,
    apiServers: networksOf(partOf(whole, "apiServers")),
    apiServerPorts: portsOf(partOf(whole, "apiServerPorts")),
    metricsFrom: labelsOf(partOf(whole, "metricsFrom")),
    events: partOf(whole, "events").value === true,
    usages: isGiven("usages") ? usagesOf(partOf(whole, "usages")) : undefined,
    criticalServices: isGiven("criticalServices") ? criticalServicesOf(partOf(whole, "criticalServices")) : undefined,
    foregroundClaims:
      partOf(whole, "foregroundClaims").value === undefined ? undefined : foregroundClaims(partOf(whole, "foregroundClaims")),
    unprotected: isGiven("unprotected") ? unprotectedOf(partOf(whole, "unprotected")) : undefined,
    appcat: isGiven("appcat") ? appcatOf(partOf(whole, "appcat")) : undefined,
    namespaceContents: isGiven("namespaceContents") ? namespaceContentsOf(partOf(whole, "namespaceContents")) : undefined,
  };
}

function rejectUnknownKeys(part: FallbackPart, name: string): void {
  const known = keys[name] ?? [];
  const unknown = isRecord(part.value) ? Object.keys(part.value).filter((key) => !known.includes(key)) : [];
  for (const key of unknown)
    rejectPart("fallback-key", part, { key: name === "" ? key : `${name}.${key}`, known: known.join(", ") });
}

/**
 * As container runtimes read it (distribution/reference: reference.go, Grammar): a host, a path, perhaps a tag, perhaps
 * a digest.
 */
const imagePattern =
  /^([a-zA-Z0-9][-a-zA-Z0-9.]*(:\d+)?\/)?[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*(\/[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*)*(:\w[\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/;

function imageOf(part: FallbackPart): string {
  const image = writtenText(part) ?? "";
  if (!imagePattern.test(image)) rejectPart("fallback-image", part, { image });
  return image;
}

function namespaceOf(part: FallbackPart): string {
  const namespace = writtenText(part) ?? defaultNamespace;
  const isLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace);
  if (!isLabel) rejectPart("fallback-namespace", part, { namespace, problem: "it is no DNS label" });
  if (isClustersOwn(namespace))
    rejectPart("fallback-namespace", part, { namespace, problem: "what else runs there would lose its network" });
  return namespace;
}

function replicasOf(part: FallbackPart): number {
  const replicas = part.value ?? defaultReplicas;
  const isCount = typeof replicas === "number" && Number.isInteger(replicas) && replicas >= 1 && replicas <= maxReplicas;
  if (isCount) return replicas;
  rejectValue(part, `it takes a whole number from 1 to ${maxReplicas}`);
  return defaultReplicas;
}

function networksOf(part: FallbackPart): readonly string[] {
  const networks = listedParts(part);
  if (networks.length === 0 && part.value !== undefined) rejectValue(part, "it is empty, and nobody could ask the webhook");
  return networks.flatMap((network) => {
    const text = writtenText(network) ?? "";
    const read = cidr(text);
    if (read !== undefined && read.equals(read.masked())) return [text];
    rejectValue(network, "it is no network such as `10.0.0.0/28`");
    return [];
  });
}

function portsOf(part: FallbackPart): readonly number[] {
  if (part.value === undefined) return defaultApiServerPorts;
  const ports = listedParts(part).map(({ value }) => value);
  const arePorts = ports.every((port) => typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65_535);
  if (arePorts && ports.length > 0) return [...new Set(ports.map(Number))];
  rejectValue(part, "it takes the ports at which API servers listen, such as `[16443]`");
  return defaultApiServerPorts;
}

function labelsOf(part: FallbackPart): Readonly<Record<string, string>> {
  const labels = isRecord(part.value) ? Object.entries(part.value) : [];
  const areLabels = labels.every(([key, value]) => isLabelKey(key) && typeof value === "string" && isLabelValue(value));
  if (!areLabels || (labels.length === 0 && part.value !== undefined))
    rejectValue(part, 'it takes labels of Namespaces, such as `{ "kubernetes.io/metadata.name": "monitoring" }`');
  return Object.fromEntries(labels.map(([key, value]) => [key, String(value)]));
}

function usagesOf(part: FallbackPart): UsagesIr {
  const crossplane = partOf(part, "crossplane").value;
  return {
    origins: [
      ...(crossplane === "only" ? [] : ["holdfast" as const]),
      ...(crossplane === undefined ? [] : ["crossplane" as const]),
    ],
    of: markedResourceTypes(partOf(part, "of")),
    by: resourceTypes(partOf(part, "by")),
    composites: resourceTypes(partOf(part, "composites")),
    replay: partOf(part, "replay").value === true,
    acrossNamespaces: partOf(part, "acrossNamespaces").value === true,
  };
}

function criticalServicesOf(part: FallbackPart): FallbackIr["criticalServices"] {
  return { providers: exactResourceTypes(partOf(part, "providers")), criteria: someResourceTypes(partOf(part, "criteria")) };
}

function namespaceContentsOf(part: FallbackPart): FallbackIr["namespaceContents"] {
  return { groups: exactGroups(partOf(part, "groups")) };
}

function appcatOf(part: FallbackPart): FallbackIr["appcat"] {
  const objects = partOf(part, "objects");
  return {
    composites: exactResourceTypes(partOf(part, "composites")),
    objects: objects.value === undefined ? defaultAppCatObjects : resourceTypes(objects),
  };
}
