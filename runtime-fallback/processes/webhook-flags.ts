import { parseArgs } from "node:util";
import { FlagError } from "./flag-error.ts";

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
  readonly logLevel: "debug" | "info" | "warn" | "error";
}

const options = {
  rules: { type: "string" },
  "rules-sha256": { type: "string" },
  tls: { type: "string" },
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
  const { values } = parse(words);
  return {
    rules: required(values.rules, "rules", "the file with the bundled rules"),
    rulesSha256: hash(required(values["rules-sha256"], "rules-sha256", "the SHA-256 of that file")),
    tls: required(values.tls, "tls", "the directory with tls.crt and tls.key"),
    host: values.host,
    port: number(values.port, "port", 65_535),
    healthPort: number(values["health-port"], "health-port", 65_535),
    kubeconfig: values.kubeconfig,
    context: values.context,
    drainMs: number(values["drain-seconds"], "drain-seconds", 600) * 1000,
    appcatComposites: composites(values["appcat-composites"]),
    version: values.version,
    logLevel: level(values["log-level"]),
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: false });
  } catch (error) {
    throw new FlagError(
      error instanceof Error ? error.message : String(error),
      `the flags are ${Object.keys(options)
        .map((name) => `--${name}`)
        .join(", ")}`,
    );
  }
}

function required(value: string | undefined, name: string, what: string): string {
  if (value !== undefined && value !== "") return value;
  throw new FlagError(`--${name} is missing`, `name ${what}`);
}

function hash(value: string): string {
  if (/^[0-9a-f]{64}$/.test(value)) return value;
  throw new FlagError(`--rules-sha256=${value} is no SHA-256`, "it has 64 hexadecimal digits in lower case");
}

function number(value: string, name: string, most: number): number {
  const read = Number(value);
  if (/^\d+$/.test(value) && read <= most) return read;
  throw new FlagError(`--${name}=${value} is no number up to ${most}`, `write one: --${name}=${options[name as "port"].default}`);
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

function level(value: string): WebhookFlags["logLevel"] {
  const found = (["debug", "info", "warn", "error"] as const).find((one) => one === value);
  if (found !== undefined) return found;
  throw new FlagError(`--log-level=${value} is none`, "write debug, info, warn or error");
}
