import { metadataOf, itemsOf, fieldsOf, type JsonObject, parseJson } from "../../compiler/api/json.ts";
import type { KeyObject } from "node:crypto";
import { type Certificate, canSign, isAuthority, isKeyOf, readCertificates, readPrivateKey } from "./certificate.ts";

/** An authority that signs nothing any more. Its key is gone; what it signed may still be in use. */
export interface RetiredAuthority {
  readonly certificate: Certificate;
  /** When the last certificate of it ends. */
  readonly until: number;
}

/** What the Secret of the authority holds. */
export interface StoredAuthority {
  readonly newest: Certificate;
  readonly key: KeyObject;
  readonly retired: readonly RetiredAuthority[];
}

/** What the Secret of the webhook holds. */
export interface StoredServing {
  readonly certificate: Certificate;
  readonly key: KeyObject;
}

/** A Secret that is there, is not there, or holds something else. */
export type FoundSecret<T> =
  | { readonly kind: "stored"; readonly value: T }
  | { readonly kind: "absent" }
  | { readonly kind: "unusable"; readonly why: string };

/** The webhook configuration as far as it matters here. */
export interface StoredConfiguration {
  /** Grows with every change of a webhook. */
  readonly generation: number;
  /** The caBundle of each webhook, as text; empty where there is none. */
  readonly bundles: readonly string[];
}

/** Everything that a plan is made from. */
export interface StoredCertificates {
  readonly authority: FoundSecret<StoredAuthority>;
  readonly serving: FoundSecret<StoredServing>;
  /** Undefined: there is no such configuration, so nobody asks the webhook. */
  readonly configuration: StoredConfiguration | undefined;
}

export function decodeAuthority(secret: JsonObject | undefined): FoundSecret<StoredAuthority> {
  if (secret === undefined) return { kind: "absent" };
  const pair = decodePair(secret);
  if (typeof pair === "string") return { kind: "unusable", why: pair };
  if (!isAuthority(pair.certificate)) return { kind: "unusable", why: "its certificate is not that of an authority" };
  if (!canSign(pair.key)) return { kind: "unusable", why: "its tls.key is not for ECDSA on P-256" };
  const retired = decodeRetired(textIn(secret, "retired.json"));
  if (retired === undefined) return { kind: "unusable", why: "its retired.json is not the list that belongs there" };
  return { kind: "stored", value: { newest: pair.certificate, key: pair.key, retired } };
}

export function decodeServing(secret: JsonObject | undefined): FoundSecret<StoredServing> {
  if (secret === undefined) return { kind: "absent" };
  const pair = decodePair(secret);
  return typeof pair === "string" ? { kind: "unusable", why: pair } : { kind: "stored", value: pair };
}

export function decodeConfiguration(configuration: JsonObject | undefined): StoredConfiguration | undefined {
  if (configuration === undefined) return undefined;
  const { generation = 0 } = metadataOf(configuration);
  const bundles = itemsOf(configuration["webhooks"]).map((webhook) => {
    const { caBundle = "" } = fieldsOf(fieldsOf(webhook)["clientConfig"]);
    return decodeText(caBundle);
  });
  return { generation: Number(generation), bundles };
}

/** The data of the authority's Secret. */
export function authorityData(
  newest: { readonly pem: string; readonly key: string },
  retired: readonly RetiredAuthority[],
): JsonObject {
  const entries = retired.map(({ certificate, until }) => ({
    certificate: certificate.pem,
    until: new Date(until).toISOString(),
  }));
  return encodeData({
    "tls.crt": newest.pem,
    "tls.key": newest.key,
    "retired.json": JSON.stringify(entries, undefined, 2),
  });
}

/** The data of the webhook's Secret. `ca.crt` is for people and other clients; nothing here reads it. */
export function servingData(serving: { readonly pem: string; readonly key: string }, authority: string): JsonObject {
  return encodeData({ "tls.crt": serving.pem, "tls.key": serving.key, "ca.crt": authority });
}

function encodeData(texts: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).toString("base64")]));
}

/** The pair, or what is wrong with it. The first certificate is the one that the key belongs to. */
function decodePair(secret: JsonObject): StoredServing | string {
  const certificate = readCertificates(textIn(secret, "tls.crt"))?.[0];
  if (certificate === undefined) return "its tls.crt is no certificate";
  const key = readPrivateKey(textIn(secret, "tls.key"));
  if (key === undefined) return "its tls.key is no private key";
  return isKeyOf(key, certificate) ? { certificate, key } : "its tls.key is not the key of its tls.crt";
}

function decodeRetired(text: string): readonly RetiredAuthority[] | undefined {
  const entries = parseJson(text);
  if (!Array.isArray(entries)) return undefined;
  const read = entries.map((entry: unknown) => {
    const { certificate: pem, until } = fieldsOf(entry);
    const certificate = typeof pem === "string" ? readCertificates(pem)?.[0] : undefined;
    const time = typeof until === "string" ? Date.parse(until) : Number.NaN;
    return certificate === undefined || Number.isNaN(time) ? undefined : { certificate, until: time };
  });
  const retired = read.filter((entry) => entry !== undefined);
  return retired.length === read.length ? retired : undefined;
}

function textIn(secret: JsonObject, name: string): string {
  return decodeText(fieldsOf(secret["data"])[name]);
}

function decodeText(base64: unknown): string {
  return typeof base64 === "string" ? Buffer.from(base64, "base64").toString() : "";
}

/** When certificates end, in seconds since 1970 as Prometheus has it; undefined where nothing is known. */
export interface CertificateGauges {
  servingNotAfter(seconds: number | undefined): void;
  authorityNotAfter(seconds: number | undefined): void;
}

export function reportExpiry(gauges: CertificateGauges, { serving, authority }: Omit<StoredCertificates, "configuration">): void {
  gauges.servingNotAfter(seconds(serving, ({ certificate }) => certificate));
  gauges.authorityNotAfter(seconds(authority, ({ newest }) => newest));
}

function seconds<T>(found: FoundSecret<T>, certificateOf: (value: T) => Certificate): number | undefined {
  return found.kind === "stored" ? certificateOf(found.value).notAfter / 1_000 : undefined;
}
