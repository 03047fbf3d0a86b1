/** A command-line argument of a process: its description and default. */
export interface KnownArgument {
  readonly about: string;
  /** If absent, there is no default, and the argument is optional. */
  readonly defaults?: string;
  /** A flag without a value. */
  readonly alone?: true;
}

export const logLevels = ["debug", "info", "warn", "error"] as const;

/** Arguments of both processes. The Deployments do not set all of them: some are for starting a process by hand. */
const shared = {
  host: { about: "address to listen on", defaults: "0.0.0.0" },
  "health-port": { about: "HTTP: /healthz, /readyz and /metrics", defaults: "8080" },
  kubeconfig: { about: "how to reach the API server; absent: as the service account of the Pod" },
  context: { about: "of that file" },
  "log-level": { about: "debug, info, warn or error", defaults: "info" },
} as const satisfies Readonly<Record<string, KnownArgument>>;

/**
 * Every argument of the processes. Lists are separated by commas. Resources are written as in kubectl:
 * `deployments.apps`, `namespaces` for core, and `*` for every group or resource.
 */
export const knownArguments = {
  webhook: {
    rules: { about: "module with the rules of policies; absent: no rule asks the cluster" },
    "rules-sha256": { about: "hash of that module, hexadecimal; another one is not run" },
    "tls-cert": { about: "certificate that the API server checks, PEM; read again when it changes" },
    "tls-key": { about: "its key, PEM" },
    "client-ca": { about: "authorities of the certificates that clients have to show, PEM; absent: anybody may ask" },
    "client-names": { about: "common names of these certificates", defaults: "" },
    port: { about: "HTTPS, for API servers", defaults: "8443" },
    "drain-seconds": { about: "how long to go on answering after SIGTERM", defaults: "15" },
    "usage-authors": { about: "answer whether whoever makes a Usage may delete what it names", alone: true },
    "critical-services": { about: "answer for CriticalServices: resources that may be providers", defaults: "" },
    namespace: { about: "of both processes; with critical-services" },
    appcat: { about: "answer for VSHN AppCat: resources of its composites", defaults: "" },
    "appcat-objects": { about: "with appcat: kinds of its backend, besides buckets and Namespaces", defaults: "" },
    events: { about: "record an Event for each denial, but for dry runs", alone: true },
    ...shared,
  },
  controller: {
    namespace: { about: "of both processes" },
    configuration: { about: "the ValidatingWebhookConfiguration", defaults: "holdfast" },
    service: { about: "of the webhook: the name in its certificate", defaults: "holdfast-webhook" },
    certificates: { about: "whose they are: self-managed, cert-manager, provided", defaults: "self-managed" },
    addresses: { about: "IP addresses in the certificate, besides the name", defaults: "" },
    usages: { about: "resources that may be used", defaults: "" },
    "usages-webhooks": {
      about:
        "webhooks without which nothing is kept, each with the hash of how it is asked and the kinds that it keeps; none: not looked at",
      defaults: "",
    },
    "usages-origins": { about: "whose Usages count: holdfast, crossplane", defaults: "holdfast" },
    "usages-replay": { about: "make up for denied deletes where a Usage asks for it", alone: true },
    "usages-across-namespaces": { about: "a Usage in a Namespace may name what is in another one", alone: true },
    "critical-services": { about: "resources that may be providers", defaults: "" },
    "critical-services-webhooks": { about: "the same for CriticalServices", defaults: "" },
    "foreground-claims": {
      about: "claims whose delete waits for their composites: claims.example.com=xclaims.example.com",
      defaults: "",
    },
    unprotected: {
      about: "resources of which is taken back what holdfast unprotect opened, when its time is over",
      defaults: "",
    },
    "unprotected-marks": {
      about: "what protected objects have, or have not: labels/example.com/keep=true,annotations/example.com/may-go",
      defaults: "",
    },
    ...shared,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, KnownArgument>>>>;

export type ProcessName = keyof typeof knownArguments;
