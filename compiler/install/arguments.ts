import type { FallbackIr } from "../ir/fallback.ts";
import { type GroupResource, resourceName } from "../api/resource.ts";
import type { ProcessName, knownArguments } from "../api/known-arguments.ts";
import type { MarkChange } from "../api/unprotection.ts";
import type { RequiredWebhook } from "../api/asked-hash.ts";
import type { RequiredWebhooks } from "./webhooks/required-webhooks.ts";
import { names, paths, ports, rulesFile } from "./settings.ts";

/**
 * Seconds for which a webhook that is told to end goes on answering: API servers keep their
 * connections, and endpoints take a while.
 */
const drainSeconds = 15;

/** `true` for what stands alone; undefined and `false` are left out. */
type Given<Name extends ProcessName> = Readonly<
  Partial<Record<keyof (typeof knownArguments)[Name], string | boolean | undefined>>
>;

/** `sha256`: of the rules' module; undefined: there is none. */
export function webhookArguments(fallback: FallbackIr, sha256: string | undefined): readonly string[] {
  const { clients, usages, criticalServices, appcat, events } = fallback;
  const given: Given<"webhook"> = {
    rules: sha256 && `${paths.rules}/${rulesFile}`,
    "rules-sha256": sha256,
    "tls-cert": `${paths.tls}/tls.crt`,
    "tls-key": `${paths.tls}/tls.key`,
    "client-ca": clients && `${paths.clients}/ca.crt`,
    "client-names": clients?.names.join(","),
    port: String(ports.https),
    "health-port": String(ports.health),
    "drain-seconds": String(drainSeconds),
    "usage-authors": usages !== undefined,
    "critical-services": criticalServices && list(criticalServices.providers),
    namespace: criticalServices && fallback.namespace,
    appcat: appcat && list(appcat.composites),
    "appcat-objects": appcat && list(appcat.objects),
    events,
  };
  return written(given);
}

export function controllerArguments(fallback: FallbackIr, required: RequiredWebhooks): readonly string[] {
  const { usages, criticalServices, foregroundClaims, unprotected } = fallback;
  const given: Given<"controller"> = {
    namespace: fallback.namespace,
    configuration: names.configuration,
    service: names.webhook,
    certificates: fallback.certificates.kind,
    "health-port": String(ports.health),
    usages: usages && list(usages.of),
    "usages-webhooks": usages && webhooks(required.usages),
    "usages-origins": usages?.origins.join(","),
    "usages-replay": usages?.replay,
    "usages-across-namespaces": usages?.acrossNamespaces,
    "critical-services": criticalServices && list(criticalServices.providers),
    "critical-services-webhooks": criticalServices && webhooks(required.criticalServices),
    "foreground-claims": foregroundClaims
      ?.map(({ claim, composite }) => `${resourceName(claim)}=${resourceName(composite)}`)
      .join(","),
    unprotected: unprotected && list(unprotected.of),
    "unprotected-marks": unprotected && (unprotected.marks.map(markText).join(",") || undefined),
  };
  return written(given);
}

const markText = ({ field, key, value }: MarkChange): string => `${field}/${key}${value === undefined ? "" : `=${value}`}`;

function written(given: Readonly<Record<string, string | boolean | undefined>>): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? `--${name}` : `--${name}=${value}`];
  });
}

const webhooks = (required: readonly RequiredWebhook[]): string =>
  required.map(({ name, hash, keeps }) => `${name}=${hash}=${keeps.map(resourceName).join("+")}`).join(",");

const list = (types: readonly GroupResource[]): string => types.map(resourceName).join(",");
