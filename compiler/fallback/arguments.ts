import type { FallbackIr, ResourceTypeIr, VersionedResourceTypeIr } from "../ir/fallback.ts";
import { names, paths, ports, rulesFile } from "./settings.ts";

/** Seconds for which a webhook that is told to end goes on answering: API servers keep their connections, and endpoints take a while. */
const drainSeconds = 15;

/**
 * Every argument that the processes know. Lists are divided by commas; a resource is written as kubectl writes it, `deployments.apps`,
 * `namespaces` for core, `claims.v1.example.com` where the version counts, and `*` as group or resource for every one.
 */
export const knownArguments = {
  webhook: {
    "--rules": "module with the rules of policies; absent: no rule asks the cluster",
    "--rules-sha256": "hash of that module, hexadecimal; another one is not run",
    "--tls-cert": "certificate that the API server checks, PEM; read again when it changes",
    "--tls-key": "its key, PEM",
    "--port": "HTTPS, for API servers",
    "--health-port": "HTTP: /healthz, /readyz and /metrics",
    "--drain-seconds": "how long to go on answering after SIGTERM",
    "--namespaces": "rules read the Namespace of an object: watch Namespaces",
    "--usages": "whose Usages count: holdfast, crossplane",
    "--critical-services": "answer for CriticalServices: resources that their criteria may name",
    "--appcat": "answer for VSHN AppCat: resources of its composites",
    "--events": "record an Event for each refusal, but for dry runs",
  },
  controller: {
    "--namespace": "of both processes",
    "--configuration": "the ValidatingWebhookConfiguration",
    "--service": "of the webhook: the name in its certificate",
    "--certificates": "whose they are: self-managed, cert-manager, provided",
    "--health-port": "HTTP: /healthz, /readyz and /metrics",
    "--usages": "resources that may be used",
    "--usages-by": "resources that may use",
    "--usages-replay": "make up for refused deletes where a Usage asks for it",
    "--critical-services": "resources that may be providers",
    "--criteria": "resources that criteria of CriticalServices may name",
    "--foreground-claims": "claims whose delete waits for their composites",
    "--composites": "resources that such claims may be composed by",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Given<Flags> = Readonly<Partial<Record<keyof Flags, string | undefined>>>;

export interface WebhookNeeds {
  /** Of the rules' module; undefined: there are no rules. */
  readonly sha256: string | undefined;
  /** Whether the Namespace of an object has to be known. */
  readonly namespaces: boolean;
}

/** A flag without a value stands alone. */
const alone = "";

export function webhookArguments(
  { usages, criticalServices, appcat, events }: FallbackIr,
  needs: WebhookNeeds,
): readonly string[] {
  const given: Given<typeof knownArguments.webhook> = {
    "--rules": needs.sha256 && `${paths.rules}/${rulesFile}`,
    "--rules-sha256": needs.sha256,
    "--tls-cert": `${paths.tls}/tls.crt`,
    "--tls-key": `${paths.tls}/tls.key`,
    "--port": String(ports.https),
    "--health-port": String(ports.health),
    "--drain-seconds": String(drainSeconds),
    "--namespaces": needs.namespaces ? alone : undefined,
    "--usages": usages?.origins.join(","),
    "--critical-services": criticalServices && list(criticalServices.criteria),
    "--appcat": appcat && list(appcat.composites),
    "--events": events ? alone : undefined,
  };
  return written(given);
}

export function controllerArguments(fallback: FallbackIr): readonly string[] {
  const { usages, criticalServices, foregroundClaims } = fallback;
  const own = usages?.origins.includes("holdfast") === true ? usages : undefined;
  const given: Given<typeof knownArguments.controller> = {
    "--namespace": fallback.namespace,
    "--configuration": names.configuration,
    "--service": names.webhook,
    "--certificates": fallback.certificates.kind,
    "--health-port": String(ports.health),
    "--usages": own && list(own.of),
    "--usages-by": own && own.by.length > 0 ? list(own.by) : undefined,
    "--usages-replay": own?.replay === true ? alone : undefined,
    "--critical-services": criticalServices && list(criticalServices.providers),
    "--criteria": criticalServices && list(criticalServices.criteria),
    "--foreground-claims": foregroundClaims && list(foregroundClaims.claims),
    "--composites": foregroundClaims && list(foregroundClaims.composites),
  };
  return written(given);
}

function written(given: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(given).flatMap(([flag, value]) =>
    value === undefined ? [] : [value === alone ? flag : `${flag}=${value}`],
  );
}

const list = (types: readonly (ResourceTypeIr | VersionedResourceTypeIr)[]): string => types.map(named).join(",");

function named(type: ResourceTypeIr | VersionedResourceTypeIr): string {
  const version = "version" in type ? [type.version] : [];
  return [type.resource, ...version, ...(type.group === "" ? [] : [type.group])].join(".");
}
