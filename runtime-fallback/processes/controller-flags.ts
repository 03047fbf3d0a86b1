import { type CertificateMode, certificateModes } from "../certificates/certificates.ts";
import { logLevels, oneOf, parseFlags, portMost, required, wholeNumber } from "./read-flags.ts";

/** What the controller process is told on its command line. */
export interface ControllerFlags {
  readonly namespace: string;
  readonly configuration: string;
  readonly service: string;
  readonly certificates: CertificateMode;
  /** Further addresses in the certificate of the webhook. */
  readonly addresses: readonly string[];
  readonly host: string;
  readonly healthPort: number;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly version: string;
  readonly logLevel: (typeof logLevels)[number];
}

const options = {
  namespace: { type: "string" },
  configuration: { type: "string", default: "holdfast" },
  service: { type: "string", default: "holdfast-webhook" },
  certificates: { type: "string", default: "self-managed" },
  addresses: { type: "string", default: "" },
  host: { type: "string", default: "0.0.0.0" },
  "health-port": { type: "string", default: "8080" },
  kubeconfig: { type: "string" },
  context: { type: "string" },
  version: { type: "string", default: "unknown" },
  "log-level": { type: "string", default: "info" },
} as const;

/** Throws a `FlagError` that says what to write. */
export function readControllerFlags(words: readonly string[]): ControllerFlags {
  const values = parseFlags(words, options);
  const { configuration, service, host, kubeconfig, context, version } = values;
  return {
    namespace: required(values.namespace, "namespace", "the Namespace of both processes"),
    configuration,
    service,
    certificates: oneOf(values.certificates, "certificates", certificateModes),
    addresses: values.addresses.split(",").filter((address) => address !== ""),
    host,
    healthPort: wholeNumber(values["health-port"], "health-port", portMost),
    kubeconfig,
    context,
    version,
    logLevel: oneOf(values["log-level"], "log-level", logLevels),
  };
}
