import { basename, dirname } from "node:path";
import { FlagError } from "./flag-error.ts";
import { logLevels, oneOf, parseFlags, portMost, required, wholeNumber } from "./read-flags.ts";

/** What the webhook process is told on its command line. */
export interface WebhookFlags {
  readonly rules: string;
  readonly rulesSha256: string;
  /** The directory of the Secret with key and certificate. */
  readonly tls: string;
  readonly host: string;
  readonly port: number;
  readonly healthPort: number;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly drainMs: number;
  /** Kinds of AppCat's composites; none: its backend is not guarded. */
  readonly appcatComposites: readonly { readonly group: string; readonly kind: string }[];
  /** Of Holdfast, for `holdfast_build_info`. */
  readonly version: string;
  readonly logLevel: (typeof logLevels)[number];
}

const options = {
  rules: { type: "string" },
  "rules-sha256": { type: "string" },
  "tls-cert": { type: "string" },
  "tls-key": { type: "string" },
  host: { type: "string", default: "0.0.0.0" },
  port: { type: "string", default: "8443" },
  "health-port": { type: "string", default: "8080" },
  kubeconfig: { type: "string" },
  context: { type: "string" },
  "drain-seconds": { type: "string", default: "15" },
  "appcat-composites": { type: "string", default: "" },
  version: { type: "string", default: "unknown" },
  "log-level": { type: "string", default: "info" },
} as const;

/** Throws a `FlagError` that says what to write. */
export function readWebhookFlags(words: readonly string[]): WebhookFlags {
  const values = parseFlags(words, options);
  return {
    rules: required(values.rules, "rules", "the file with the bundled rules"),
    rulesSha256: hash(required(values["rules-sha256"], "rules-sha256", "the SHA-256 of that file")),
    tls: directoryOf(values["tls-cert"], values["tls-key"]),
    host: values.host,
    port: wholeNumber(values.port, "port", portMost),
    healthPort: wholeNumber(values["health-port"], "health-port", portMost),
    kubeconfig: values.kubeconfig,
    context: values.context,
    drainMs: wholeNumber(values["drain-seconds"], "drain-seconds", 600) * 1000,
    appcatComposites: composites(values["appcat-composites"]),
    version: values.version,
    logLevel: oneOf(values["log-level"], "log-level", logLevels),
  };
}

/** The kubelet changes both files at once by turning one link: they are read through the directory that has it. */
function directoryOf(certificate: string | undefined, key: string | undefined): string {
  const file = required(certificate, "tls-cert", "the file with the certificate, tls.crt");
  const other = required(key, "tls-key", "the file with its key, tls.key");
  if (basename(file) === "tls.crt" && basename(other) === "tls.key" && dirname(file) === dirname(other)) return dirname(file);
  throw new FlagError(
    `--tls-cert=${file} and --tls-key=${other} are no pair`,
    "mount a Secret of type kubernetes.io/tls, and name its tls.crt and tls.key",
  );
}

function hash(value: string): string {
  if (/^[0-9a-f]{64}$/.test(value)) return value;
  throw new FlagError(`--rules-sha256=${value} is no SHA-256`, "it has 64 hexadecimal digits in lower case");
}

/** `XVSHNRedis.vshn.appcat.vshn.io,XVSHNMinio.vshn.appcat.vshn.io` */
function composites(value: string): WebhookFlags["appcatComposites"] {
  const words = value.split(",").filter((word) => word !== "");
  return words.map((word) => {
    const [kind = "", ...group] = word.split(".");
    if (/^[A-Za-z][A-Za-z0-9]*$/.test(kind) && group.length > 1 && group.every((part) => /^[a-z0-9-]+$/.test(part)))
      return { kind, group: group.join(".") };
    throw new FlagError(
      `--appcat-composites has ${word}, which is no kind`,
      "write them as XVSHNRedis.vshn.appcat.vshn.io, with commas between",
    );
  });
}
