import type { Clock } from "../clock.ts";
import type { WriteLog } from "../controller/log.ts";
import type { Reconciler } from "../controller/reconcile-loop.ts";
import { type CertificateGauges, reportExpiry, authorityData, servingData } from "./stored-certificates.ts";
import type { Instant } from "./certificate.ts";
import { createAuthority, issueServing } from "./issue.ts";
import { type ObservedCertificates, look } from "./look.ts";
import { type RotationPlan, type RotationStep, planRotation } from "./plan-rotation.ts";
import { type RotationSettings, checkRotation } from "./rotation-settings.ts";
import { type Snapshots, nothingSeen, sight } from "./snapshots.ts";
import { type SecretWriteResult, writeSecret } from "./write-secret.ts";
import { type JsonObject, objectsOf, metadataOf } from "../../compiler/api/json.ts";
import type { RequestServer } from "../kubernetes/api-server.ts";
import { answerProblem } from "../controller/answer-problem.ts";
import { type CertificateNames, configurationPath } from "./certificate-names.ts";
import { fieldManager } from "../../compiler/api/names.ts";

const whoAmI = {
  method: "POST",
  path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
} as const;

/**
 * Now, by this machine and by the API server: the answer to "who am I", which everybody may ask and which is stored
 * nowhere, says when it was made. Without an answer this machine's clock is all there is.
 */
export async function readInstant(api: RequestServer, clock: Clock): Promise<Instant> {
  const serverNow = await readServerTime(api);
  const [now, monotonic] = [clock.now(), clock.monotonic()];
  return { earliest: Math.min(now, serverNow ?? now), latest: Math.max(now, serverNow ?? now), monotonic };
}

async function readServerTime(api: RequestServer): Promise<number | undefined> {
  const { status, body } = await api.request(whoAmI);
  if (status !== 201) return undefined;
  const { creationTimestamp } = (body["metadata"] ?? {}) as { readonly creationTimestamp?: unknown };
  const time = typeof creationTimestamp === "string" ? Date.parse(creationTimestamp) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export interface SelfManagedOptions {
  /** Throws unless this process leads. */
  readonly api: RequestServer;
  readonly names: CertificateNames;
  readonly settings: RotationSettings;
  readonly clock: Clock;
  readonly log: WriteLog;
  readonly gauges: CertificateGauges;
}

/**
 * Keeps both Secrets and the configuration as they should be. Its key means nothing: there is one set of certificates.
 */
export function selfManagedCertificates(options: SelfManagedOptions): Reconciler {
  checkRotation(options.settings);
  let snapshots = nothingSeen;
  let warnedOf = 0;
  const next = async (): Promise<{ readonly found: ObservedCertificates; readonly plan: RotationPlan }> => {
    const found = await look(options.api, options.names);
    const at = await readInstant(options.api, options.clock);
    warnedOf = warnOfClocks(options.log, at, warnedOf);
    snapshots = sight(snapshots, found.stored, at.monotonic);
    reportExpiry(options.gauges, found.stored);
    return { found, plan: planned(options, { found, snapshots, at }) };
  };
  return async (_key, signal) => {
    for (let writes = 0; writes < maxWrites; writes++) {
      const { found, plan } = await next();
      if (plan.step === undefined) {
        await disownBundle(options.api, options.names, found.configuration);
        return { again: plan.lookAgainMs };
      }
      signal.throwIfAborted();
      report(options, plan.step, await write(options, found, plan.step));
    }
    return { again: options.settings.lookMs };
  };
}

/**
 * From nothing to everything takes three. More is somebody who writes against us, and is
 * not to be fought in a tight loop.
 */
const maxWrites = 8;

function planned(
  { names, settings }: SelfManagedOptions,
  { found, snapshots, at }: { readonly found: ObservedCertificates; readonly snapshots: Snapshots; readonly at: Instant },
): RotationPlan {
  return planRotation({ stored: found.stored, snapshots, at }, { settings, names: names.serving });
}

function write(options: SelfManagedOptions, found: ObservedCertificates, step: RotationStep): Promise<SecretWriteResult> {
  if (step.write === "authority") return writeAuthority(options, found, step);
  if (step.write === "serving") return writeServing(options, found, step);
  const { configuration } = found;
  if (configuration === undefined) return Promise.resolve("overtaken");
  return writeBundle(options.api, options.names, { configuration, bundle: step.bundle });
}

async function writeAuthority(
  { api, names }: SelfManagedOptions,
  { stored, authority: current }: ObservedCertificates,
  { fresh, retired }: Extract<RotationStep, { write: "authority" }>,
): Promise<SecretWriteResult> {
  const signer = fresh === undefined ? signerIn(stored) : await createAuthority(fresh);
  const data = authorityData(exported(signer), retired);
  return writeSecret(api, names, { name: names.authoritySecret, data, current });
}

async function writeServing(
  { api, names }: SelfManagedOptions,
  { stored, serving: current }: ObservedCertificates,
  { validity }: Extract<RotationStep, { write: "serving" }>,
): Promise<SecretWriteResult> {
  const signer = signerIn(stored);
  const serving = await issueServing(signer, names.serving, validity);
  const data = servingData(exported(serving), signer.pem);
  return writeSecret(api, names, { name: names.servingSecret, data, current });
}

type Signer = Parameters<typeof issueServing>[0];

function signerIn({ authority }: ObservedCertificates["stored"]): Signer {
  if (authority.kind !== "stored") throw new Error("a plan without an authority begins with one: this is a bug of Holdfast");
  const { newest, key } = authority.value;
  return { pem: newest.pem, key };
}

/** The only place where a key becomes text, on its way into its Secret. */
function exported({ pem, key }: Signer): { readonly pem: string; readonly key: string } {
  return { pem, key: key.export({ type: "pkcs8", format: "pem" }) };
}

function report({ log, names }: SelfManagedOptions, { write: what, why }: RotationStep, written: SecretWriteResult): void {
  const objects = {
    authority: `Secret ${names.namespace}/${names.authoritySecret}`,
    bundle: `ValidatingWebhookConfiguration ${names.webhookConfiguration}`,
    serving: `Secret ${names.namespace}/${names.servingSecret}`,
  };
  log("info", `certificates: ${outcomes[written]}`, { object: objects[what], why });
}

const outcomes: Readonly<Record<SecretWriteResult, string>> = {
  written: "written",
  overtaken: "somebody else has written meanwhile, looking again",
  removed: "removed, because no update could fix it, to be made anew",
};

/** Certificates begin an hour early: clocks within that are no problem of anybody. */
const suspiciousMs = 10 * 60_000;

/** Once for each state of affairs, not at every look. */
function warnOfClocks(log: WriteLog, { earliest, latest }: Instant, warnedOf: number): number {
  const apart = latest - earliest;
  if (apart < suspiciousMs) return 0;
  if (warnedOf > 0) return warnedOf;
  log("warn", "the clocks of the API server and of this node are apart; certificates are made valid by both: fix the clock", {
    seconds: Math.round(apart / 1_000),
  });
  return apart;
}

/** Writes the caBundle of every webhook of the configuration that was read, and nothing else. */
export async function writeBundle(
  api: RequestServer,
  names: CertificateNames,
  { configuration, bundle }: { readonly configuration: JsonObject; readonly bundle: string },
): Promise<SecretWriteResult> {
  const { resourceVersion } = configuration["metadata"] as { readonly resourceVersion: string };
  const webhooks = configuration["webhooks"] as readonly unknown[];
  const caBundle = Buffer.from(bundle).toString("base64");
  const body = [
    // Another version in the patched object than in the store is a conflict; a test of it would
    // be an "invalid" like any other.
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    ...webhooks.map((_, index) => ({ op: "add", path: `/webhooks/${index}/clientConfig/caBundle`, value: caBundle })),
  ];
  const path = `${configurationPath(names)}?fieldManager=${fieldManager}`;
  const request = { method: "PATCH", path, body, contentType: "application/json-patch+json" } as const;
  const answer = await api.request(request);
  if (answer.status === 200) return "written";
  if (answer.status === 404 || answer.status === 409) return "overtaken";
  throw answerProblem(request, answer, { what: request.path });
}

/**
 * Gives up what we own of the configuration, which is `caBundle`; its value stays. A webhook that goes from the
 * applied file would otherwise be kept for the sake of that one field, and be denied as incomplete: no server-side
 * apply could take a webhook away (measured on 1.30.14 and 1.37.1). Who applies the file never names `caBundle`, and
 * so leaves alone what nobody owns.
 */
async function disownBundle(api: RequestServer, names: CertificateNames, configuration: JsonObject | undefined): Promise<void> {
  const { resourceVersion, managedFields } = metadataOf(configuration);
  const managers = objectsOf(managedFields);
  const others = managers.filter(({ manager }) => manager !== fieldManager);
  if (others.length === managers.length) return;
  const body = [
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    { op: "replace", path: "/metadata/managedFields", value: others },
  ];
  const request = { method: "PATCH", path: configurationPath(names), body, contentType: "application/json-patch+json" } as const;
  const answer = await api.request(request);
  // Overtaken, or gone: the next look sees what is to be done then.
  if (![200, 404, 409].includes(answer.status)) throw answerProblem(request, answer, { what: request.path });
}
