import {
  type Certificate,
  type ServingNames,
  hasNames,
  isAuthority,
  isIssuedBy,
  readCertificates,
  type Instant,
  validityAt,
} from "./certificate.ts";
import type { Validity } from "./issue.ts";
import { type RotationSettings, renewalShareMs } from "./rotation-settings.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";
import type { RetiredAuthority, StoredAuthority, StoredCertificates } from "./stored-certificates.ts";

/**
 * One write. After it one looks again: whoever is interrupted between two of them, or has done
 * none, goes on from what is stored.
 */
export type RotationStep =
  | {
      readonly write: "authority";
      /** Absent: the newest stays. */
      readonly fresh: Validity | undefined;
      readonly retired: readonly RetiredAuthority[];
      readonly why: string;
    }
  | { readonly write: "bundle"; readonly bundle: string; readonly why: string }
  | { readonly write: "serving"; readonly validity: Validity; readonly why: string };

/** What to write next, or when to look again. */
export type RotationPlan = { readonly step: RotationStep } | { readonly step: undefined; readonly lookAgainMs: number };

/** What is there, and for how long it has been seen. */
export interface Known {
  readonly stored: StoredCertificates;
  readonly snapshots: Snapshots;
  readonly at: Instant;
}

export interface RotationRules {
  readonly settings: RotationSettings;
  readonly names: ServingNames;
}

/**
 * The order is what keeps every API server's trust: first an authority is stored, then the configuration trusts it, and
 * only when that has settled does it sign what the webhook serves. Whatever is trusted is in the Secret of the
 * authority, so one without it is never made from what a reader saw earlier.
 */
export function planRotation(known: Known, rules: RotationRules): RotationPlan {
  const { authority } = known.stored;
  if (authority.kind !== "stored") return { step: firstAuthority(known, rules, whyNone(authority)) };
  const step =
    nextAuthority(known, rules, authority.value) ??
    bundleStep(known, authority.value) ??
    servingStep(known, rules, authority.value);
  return step === undefined ? { step, lookAgainMs: lookAgainMs(known, rules, authority.value) } : { step };
}

/**
 * While the certificate in use is of somebody whom the configuration trusts, all of these stay trusted for as long as
 * anything may last that they signed; else nobody does. So deleting this Secret loses nothing, and deleting both ends
 * all trust in what was there before. Whether that certificate is valid by now does not matter: it may be of a time
 * when both clocks were wrong, and a replica may still have the one before it.
 */
function firstAuthority({ stored, at }: Known, { settings }: RotationRules, why: string): RotationStep {
  const { serving, configuration } = stored;
  const inUse = serving.kind === "stored" ? serving.value.certificate : undefined;
  const trusted = (configuration?.bundles ?? []).flatMap((bundle) => readCertificates(bundle) ?? []).filter(isAuthority);
  const distinct = [...new Map(trusted.map((one) => [one.fingerprint, one])).values()];
  const isTrusted = inUse !== undefined && distinct.some((one) => isIssuedBy(inUse, one));
  const until = Math.max(inUse?.notAfter ?? 0, at.latest + settings.servingLifeMs);
  const retired = isTrusted ? distinct.map((certificate) => ({ certificate, until })) : [];
  return { write: "authority", fresh: freshAuthority(at, settings), retired: bounded(retired, inUse), why };
}

function whyNone(authority: { readonly kind: "absent" } | { readonly kind: "unusable"; readonly why: string }): string {
  return authority.kind === "absent" ? "there is no authority" : `the authority is of no use: ${authority.why}`;
}

function nextAuthority(
  known: Known,
  { settings }: RotationRules,
  { newest, retired }: StoredAuthority,
): RotationStep | undefined {
  const { stored, at } = known;
  if (isDue(newest, at, settings.authorityLifeMs)) {
    // Another controller may sign with it until it sees this: what is stored now is not all there will be.
    const inUse = stored.serving.kind === "stored" ? stored.serving.value.certificate : undefined;
    const until = Math.max(inUse?.notAfter ?? 0, at.latest + settings.servingLifeMs);
    const all = bounded([{ certificate: newest, until }, ...retired], inUse);
    return { write: "authority", fresh: freshAuthority(at, settings), retired: all, why: whyDue(newest, at, "the authority") };
  }
  const kept = retired.filter((entry) => !isOver(entry, known, settings));
  if (kept.length === retired.length) return undefined;
  return { write: "authority", fresh: undefined, retired: kept, why: "no certificate of a former authority is in use any more" };
}

/**
 * With ordinary settings there is one. More come only from clocks that are set to and fro, and a
 * bundle is not to grow for ever.
 */
const maxRetired = 8;

/** The first are the latest. Whoever signed what is in use is among them, however many there are. */
function bounded(retired: readonly RetiredAuthority[], inUse: Certificate | undefined): readonly RetiredAuthority[] {
  const isNeeded = ({ certificate }: RetiredAuthority): boolean => inUse !== undefined && isIssuedBy(inUse, certificate);
  return retired.filter((entry, index) => index < maxRetired || isNeeded(entry));
}

/**
 * Its last certificate has ended by both clocks; and, should both be wrong, another has been in use for the overlap.
 */
function isOver({ certificate, until }: RetiredAuthority, { stored, snapshots, at }: Known, settings: RotationSettings): boolean {
  const { serving } = stored;
  if (until + settings.overlapMs >= at.earliest || serving.kind !== "stored") return false;
  return !isIssuedBy(serving.value.certificate, certificate) && hasLasted(snapshots.serving, at, settings.overlapMs);
}

function bundleStep({ stored: { configuration } }: Known, { newest, retired }: StoredAuthority): RotationStep | undefined {
  const bundle = [newest, ...retired.map(({ certificate }) => certificate)].map(({ pem }) => pem).join("");
  if (configuration === undefined || configuration.bundles.every((stored) => stored === bundle)) return undefined;
  return { write: "bundle", bundle, why: "the webhook configuration does not trust exactly the authorities that are stored" };
}

function servingStep(known: Known, { settings, names }: RotationRules, authority: StoredAuthority): RotationStep | undefined {
  const { at } = known;
  const validity = { notBefore: at.earliest - settings.backdateMs, notAfter: at.latest + settings.servingLifeMs };
  const trouble = servingTrouble(known, names, authority);
  // Nothing works as it is, so there is nothing to wait for.
  if (trouble !== undefined) return { write: "serving", validity, why: trouble };
  const why = whyRenew(known, settings, authority);
  return why === undefined || settleLeftMs(known, settings) > 0 ? undefined : { write: "serving", validity, why };
}

/** Why no API server takes what is stored. */
function servingTrouble({ stored, at }: Known, names: ServingNames, { newest, retired }: StoredAuthority): string | undefined {
  const { serving } = stored;
  if (serving.kind === "absent") return "there is no serving certificate";
  if (serving.kind === "unusable") return `the serving certificate is of no use: ${serving.why}`;
  const { certificate } = serving.value;
  if (validityAt(certificate, at) === "invalid") return "the serving certificate is not valid at this time";
  if (!hasNames(certificate, names)) return "the serving certificate lacks a name that the webhook is reached by";
  const isTrusted = [newest, ...retired.map((entry) => entry.certificate)].some((one) => isIssuedBy(certificate, one));
  return isTrusted ? undefined : "the serving certificate is of an authority that is not stored";
}

function whyRenew(
  { stored: { serving }, at }: Known,
  settings: RotationSettings,
  { newest }: StoredAuthority,
): string | undefined {
  if (serving.kind !== "stored") return undefined;
  const { certificate } = serving.value;
  if (!isIssuedBy(certificate, newest)) return "the serving certificate is of a former authority";
  return isDue(certificate, at, settings.servingLifeMs) ? whyDue(certificate, at, "the serving certificate") : undefined;
}

/** How long until every API server trusts the newest authority. With no webhook there is nobody who has to. */
function settleLeftMs({ stored: { configuration }, snapshots: { trust }, at }: Known, { settleMs }: RotationSettings): number {
  if (configuration === undefined || configuration.bundles.length === 0) return 0;
  return trust === undefined ? settleMs : Math.max(0, trust.since + settleMs - at.monotonic);
}

function lookAgainMs(known: Known, { settings }: RotationRules, { newest, retired }: StoredAuthority): number {
  const { stored, at } = known;
  const { serving } = stored;
  const due = [
    dueAt(newest, settings.authorityLifeMs) - at.latest,
    ...(serving.kind === "stored" ? [dueAt(serving.value.certificate, settings.servingLifeMs) - at.latest] : []),
    ...retired.map(({ until }) => until + settings.overlapMs - at.earliest),
    settleLeftMs(known, settings),
  ];
  return Math.min(settings.lookMs, ...due.filter((ms) => ms > 0).map((ms) => Math.max(ms, shortestLookMs)));
}

/** A moment that is almost here is not looked for a thousand times. */
const shortestLookMs = 20;

function isDue(certificate: Certificate, at: Instant, lifeMs: number): boolean {
  return validityAt(certificate, at) !== "valid" || at.latest >= dueAt(certificate, lifeMs);
}

function whyDue(certificate: Certificate, at: Instant, what: string): string {
  return validityAt(certificate, at) === "valid"
    ? `two thirds of the life of ${what} are over`
    : `${what} is not valid by every clock`;
}

function dueAt({ notAfter }: Certificate, lifeMs: number): number {
  return notAfter - renewalShareMs(lifeMs);
}

function freshAuthority(at: Instant, { backdateMs, authorityLifeMs }: RotationSettings): Validity {
  return { notBefore: at.earliest - backdateMs, notAfter: at.latest + authorityLifeMs };
}

function hasLasted(snapshot: Snapshot | undefined, at: Instant, ms: number): boolean {
  return snapshot !== undefined && at.monotonic - snapshot.since >= ms;
}
