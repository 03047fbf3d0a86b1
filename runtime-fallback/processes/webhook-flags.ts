import { basename, dirname } from "node:path";
import { knownArguments, logLevels } from "../../compiler/api/known-arguments.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import type { DeclaredProtection } from "../critical-services/critical-service.ts";
import { HelpfulError } from "../../compiler/api/helpful-error.ts";
import { oneOf, parseFlags, portMax, required, wholeNumber } from "./read-flags.ts";
import { resourcesOf, wordsOf } from "./read-resources.ts";

/** What the webhook process is told on its command line. */
export interface WebhookFlags {
  /** Undefined: it runs no rule. */
  readonly rules: { readonly file: string; readonly sha256: string } | undefined;
  /** The directory of the Secret with key and certificate. */
  readonly tls: string;
  /** Undefined: anybody may ask. */
  readonly clients: { readonly authoritiesFile: string; readonly names: readonly string[] } | undefined;
  readonly host: string;
  readonly port: number;
  readonly healthPort: number;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly drainMs: number;
  readonly usageAuthors: boolean;
  /** Undefined: there are no CriticalServices. */
  readonly criticalServices: DeclaredProtection | undefined;
  /** AppCat's composites; none: its backend is not guarded. */
  readonly appcat: readonly GroupResource[];
  /** Kinds of AppCat's backend that are asked about, besides those that always are. */
  readonly appcatObjects: readonly GroupResource[];
  readonly events: boolean;
  /** Of Holdfast, for `holdfast_build_info`. */
  readonly logLevel: (typeof logLevels)[number];
}

/** Throws a `HelpfulError` that says what to write. */
export function readWebhookFlags(words: readonly string[]): WebhookFlags {
  const values = parseFlags(words, knownArguments.webhook);
  const { host, kubeconfig, context, events } = values;
  return {
    rules: rulesOf(values.rules, values["rules-sha256"]),
    tls: directoryOf(values["tls-cert"], values["tls-key"]),
    clients: clientsOf(values["client-ca"], wordsOf(values["client-names"])),
    host,
    port: wholeNumber(values.port, "port", portMax),
    healthPort: wholeNumber(values["health-port"], "health-port", portMax),
    kubeconfig,
    context,
    drainMs: wholeNumber(values["drain-seconds"], "drain-seconds", 600) * 1000,
    usageAuthors: values["usage-authors"],
    criticalServices: protectionOf(values["critical-services"], values.namespace),
    appcat: resourcesOf(values.appcat, "appcat"),
    appcatObjects: resourcesOf(values["appcat-objects"], "appcat-objects"),
    events,
    logLevel: oneOf(values["log-level"], "log-level", logLevels),
  };
}

function rulesOf(file: string | undefined, sha256: string | undefined): WebhookFlags["rules"] {
  if (file === undefined && sha256 === undefined) return undefined;
  return {
    file: required(file, "rules", "the file with the bundled rules"),
    sha256: hash(required(sha256, "rules-sha256", "the SHA-256 of that file")),
  };
}

function protectionOf(providers: string, namespace: string | undefined): DeclaredProtection | undefined {
  if (providers === "") return undefined;
  return {
    providers: resourcesOf(providers, "critical-services"),
    namespace: required(namespace, "namespace", "the Namespace of both processes, which no CriticalService protects"),
  };
}

function clientsOf(authoritiesFile: string | undefined, names: readonly string[]): WebhookFlags["clients"] {
  if (authoritiesFile === undefined && names.length === 0) return undefined;
  if (authoritiesFile !== undefined && names.length > 0) return { authoritiesFile, names };
  throw new HelpfulError("--client-ca and --client-names stand together", "name the authorities, and whom they sign for");
}

/** The kubelet changes both files at once by turning one link: they are read through the directory that has it. */
function directoryOf(certificate: string | undefined, key: string | undefined): string {
  const file = required(certificate, "tls-cert", "the file with the certificate, tls.crt");
  const other = required(key, "tls-key", "the file with its key, tls.key");
  if (basename(file) === "tls.crt" && basename(other) === "tls.key" && dirname(file) === dirname(other)) return dirname(file);
  throw new HelpfulError(
    `--tls-cert=${file} and --tls-key=${other} are no pair`,
    "mount a Secret of type kubernetes.io/tls, and name its tls.crt and tls.key",
  );
}

function hash(value: string): string {
  if (/^[0-9a-f]{64}$/.test(value)) return value;
  throw new HelpfulError(`--rules-sha256=${value} is no SHA-256`, "it has 64 hexadecimal digits in lower case");
}
