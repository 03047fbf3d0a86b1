import { knownArguments, logLevels } from "../../compiler/api/known-arguments.ts";
import type { RequiredWebhook } from "../../compiler/api/asked-hash.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import type { MarkChange } from "../../compiler/api/unprotection.ts";
import type { UsageOrigin } from "../../compiler/api/usage-kinds.ts";
import { type CertificateMode, certificateModes } from "../certificates/certificates.ts";
import { oneOf, parseFlags, portMax, required, wholeNumber } from "./read-flags.ts";
import { marksOf, pairsOf, resourcesOf, webhooksOf, wordsOf } from "./read-resources.ts";

/** What the controller process is told on its command line. */
export interface ControllerFlags {
  readonly namespace: string;
  readonly configuration: string;
  readonly service: string;
  readonly certificates: CertificateMode;
  /** Further addresses in the certificate of the webhook. */
  readonly addresses: readonly string[];
  readonly usages: UsagesFlags;
  /** Without which no CriticalService is ready; none: not looked at. */
  readonly criticalServicesWebhooks: readonly RequiredWebhook[];
  /** What may be a provider; none: there are no CriticalServices. */
  readonly criticalServices: readonly GroupResource[];
  readonly foregroundClaims: readonly (readonly [claim: GroupResource, composite: GroupResource])[];
  readonly unprotected: UnprotectedFlags;
  readonly host: string;
  readonly healthPort: number;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
}

export interface UnprotectedFlags {
  /** Whose records of `holdfast unprotect` are followed; none: nobody's. */
  readonly of: readonly GroupResource[];
  /** What a protected object has, and has not where there is no value; besides overrides of Holdfast's own. */
  readonly marks: readonly MarkChange[];
}

export interface UsagesFlags {
  /** None: there are no Usages. */
  readonly of: readonly GroupResource[];
  readonly origins: readonly UsageOrigin[];
  /** Without which no Usage is ready; none: not looked at. */
  readonly webhooks: readonly RequiredWebhook[];
  readonly replay: boolean;
  readonly acrossNamespaces: boolean;
}

/** Throws a `HelpfulError` that says what to write. */
export function readControllerFlags(words: readonly string[]): ControllerFlags {
  const values = parseFlags(words, knownArguments.controller);
  const { configuration, service, host, kubeconfig, context } = values;
  return {
    namespace: required(values.namespace, "namespace", "the Namespace of both processes"),
    configuration,
    service,
    certificates: oneOf(values.certificates, "certificates", certificateModes),
    addresses: wordsOf(values.addresses),
    usages: {
      of: resourcesOf(values.usages, "usages"),
      origins: wordsOf(values["usages-origins"]).map((word) => oneOf(word, "usages-origins", ["holdfast", "crossplane"])),
      webhooks: webhooksOf(values["usages-webhooks"], "usages-webhooks"),
      replay: values["usages-replay"],
      acrossNamespaces: values["usages-across-namespaces"],
    },
    criticalServices: resourcesOf(values["critical-services"], "critical-services"),
    criticalServicesWebhooks: webhooksOf(values["critical-services-webhooks"], "critical-services-webhooks"),
    foregroundClaims: pairsOf(values["foreground-claims"], "foreground-claims"),
    unprotected: {
      of: resourcesOf(values.unprotected, "unprotected"),
      marks: marksOf(values["unprotected-marks"], "unprotected-marks"),
    },
    host,
    healthPort: wholeNumber(values["health-port"], "health-port", portMax),
    kubeconfig,
    context,
    logLevel: oneOf(values["log-level"], "log-level", logLevels),
  };
}
