import { systemClock, type Clock } from "../../runtime-fallback/clock.ts";
import { type WebhookProcess, serveWebhook } from "../../runtime-fallback/processes/serve-webhook.ts";
import { type WebhookFlags, readWebhookFlags } from "../../runtime-fallback/processes/webhook-flags.ts";
import { importRules } from "../../runtime-fallback/webhook/rules/rules-module.ts";
import { type Level, createLog } from "../../runtime-fallback/telemetry/log.ts";
import type { FallbackFiles, ServedWebhook } from "../install/plan-fallback.ts";
import type { ValidatingWebhook, ValidatingWebhookConfiguration } from "../manifest/kubernetes-objects.ts";
import type { ObjectSource } from "./object-source.ts";
import { type ExampleReview, exampleReview } from "./example-review.ts";
import { renderFile } from "../manifest/yaml.ts";
import { isIP } from "node:net";
import { createAuthority, issueServing } from "../../runtime-fallback/certificates/issue.ts";
import type { TlsSource } from "../../runtime-fallback/webhook/tls/tls-material.ts";

/**
 * Another name than that of the installed one, which is not to be overwritten; and no mark by which it would be kept.
 */
const name = "holdfast-serve";

interface Reached {
  /** `https://127.0.0.1:8443` */
  readonly url: string;
  /** PEM */
  readonly authority: string;
}

/** The same queries as those of the installed webhook, put to this process. */
function ownConfiguration({ webhooks, ...others }: ValidatingWebhookConfiguration, reached: Reached): string {
  const object = { ...others, metadata: { name }, webhooks: webhooks.map((webhook) => aimed(webhook, reached)) };
  const header = [
    `# Written by holdfast serve: it asks the process at ${reached.url}, and only while that runs with this certificate.`,
    `# kubectl delete validatingwebhookconfiguration ${name} takes it away again.`,
  ];
  return renderFile(header, [{ object, above: [], within: [] }]);
}

function aimed({ clientConfig, ...webhook }: ValidatingWebhook, { url, authority }: Reached): object {
  const { name: own, ...rest } = webhook;
  const caBundle = Buffer.from(authority).toString("base64");
  return { name: own, clientConfig: { url: `${url}${clientConfig.service.path}`, caBundle }, ...rest };
}

/** Where it listens, and as what it is reached. */
export interface Addresses {
  readonly host: string;
  /** 0 for any that is free; so the other one. */
  readonly port: number;
  readonly healthPort: number;
  /** In the certificate, and in the URL that API servers are told. */
  readonly address: string;
}

export interface ServeOptions {
  readonly fallback: FallbackFiles;
  readonly webhook: ServedWebhook;
  readonly addresses: Addresses;
  readonly logLevel: Level;
  readonly writeLog: (line: string) => void;
}

export interface Served {
  readonly url: string;
  readonly health: string;
  readonly routes: WebhookProcess["routes"];
  /** Paths of the installed webhook that are not served here: what they ask nobody answers. */
  readonly leftOut: readonly string[];
  /** PEM */
  readonly authority: string;
  /** YAML */
  readonly configuration: string;
  readonly example: ExampleReview | undefined;
  stop(): Promise<void>;
}

/** The webhook as its Deployment would start it, in this process. Rejects where a port cannot be had. */
export async function startServing(options: ServeOptions, source: ObjectSource): Promise<Served> {
  const { fallback, webhook, addresses } = options;
  const clock = systemClock;
  const log = createLog({ level: options.logLevel, clock, destination: { write: options.writeLog } });
  const flags = flagsOf(options, source);
  const module = fallback.rules === undefined ? undefined : await importRules(Buffer.from(fallback.rules), "the bundle");
  const certificate = await makeServingCertificate(addresses.address, clock);
  const { server, memory, missing } = source;
  const started = await serveWebhook({ flags, module, server, memory, missing, tls: certificate.tls, log, clock });
  const url = `https://${bracketed(addresses.address)}:${started.port}`;
  const { authority } = certificate;
  const isServed = ({ clientConfig }: ValidatingWebhook): boolean =>
    started.routes.some(({ path }) => path === clientConfig.service.path);
  const { webhooks } = webhook.configuration;
  const served = { ...webhook.configuration, webhooks: webhooks.filter(isServed) };
  return {
    url,
    health: `http://${bracketed(isAnywhere(addresses.host) ? "127.0.0.1" : addresses.host)}:${started.healthPort}`,
    routes: started.routes,
    leftOut: webhooks.filter((one) => !isServed(one)).map(({ clientConfig }) => clientConfig.service.path),
    authority,
    configuration: ownConfiguration(served, { url, authority }),
    example: exampleReview(served.webhooks, source.stored),
    stop: started.stop,
  };
}

/** As in the Deployment, but for where things are here, and for the path that could only answer with an error. */
function flagsOf({ webhook, addresses, logLevel }: ServeOptions, { hasAuthorizer }: ObjectSource): WebhookFlags {
  const { host, port, healthPort } = addresses;
  const flags = readWebhookFlags(webhook.arguments);
  return {
    ...flags,
    usageAuthors: flags.usageAuthors && hasAuthorizer,
    host,
    port,
    healthPort,
    drainMs: 0,
    events: false,
    clients: undefined,
    logLevel,
  };
}

/** Every address of this machine. */
export function isAnywhere(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

interface ServingCertificate {
  readonly tls: TlsSource;
  /** PEM: whom a client has to trust. Its key signs nothing else, and is gone by now. */
  readonly authority: string;
}

const hourMs = 3_600_000;
/** Nobody leaves it running for longer, and a new one is made at each start. */
const yearMs = 365 * 24 * hourMs;

/** A certificate for loopback, and for the address under which others reach this machine. It is kept in memory. */
async function makeServingCertificate(address: string, clock: Clock): Promise<ServingCertificate> {
  // An hour early: the clock of a node may be behind.
  const validity = { notBefore: clock.now() - hourMs, notAfter: clock.now() + yearMs };
  const authority = await createAuthority(validity);
  const named = ["localhost", "127.0.0.1", "::1", address];
  const ipAddresses = [...new Set(named)].filter((one) => isIP(one) !== 0);
  const dnsNames = [...new Set(named)].filter((one) => isIP(one) === 0);
  const serving = await issueServing(authority, { dnsNames, ipAddresses }, validity);
  const material = { certificate: serving.pem, privateKey: serving.key.export({ type: "pkcs8", format: "pem" }) };
  return { authority: authority.pem, tls: { read: () => Promise.resolve(material), watch: () => () => undefined } };
}
