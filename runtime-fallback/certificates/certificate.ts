import { type KeyObject, X509Certificate, createPrivateKey } from "node:crypto";

/** A certificate as far as rotation needs it. */
export interface Certificate {
  /** One block, as it is written. */
  readonly pem: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly fingerprint: string;
  readonly x509: X509Certificate;
}

/**
 * A bundle of ours has some kilobytes. Reading costs 60 µs for each certificate: nobody buys
 * seconds with a Secret of a megabyte.
 */
const longestText = 64 * 1_024;

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * The certificates of a PEM text, whatever stands between them; undefined where one cannot be read or there is none.
 */
export function readCertificates(text: string): readonly Certificate[] | undefined {
  if (text.length > longestText) return undefined;
  const found = [...text.matchAll(block)].map(([pem]) => readCertificate(pem));
  const read = found.filter((certificate) => certificate !== undefined);
  return read.length === 0 || read.length < found.length ? undefined : read;
}

function readCertificate(pem: string): Certificate | undefined {
  try {
    const x509 = new X509Certificate(pem);
    return {
      pem: `${x509.toString().trim()}\n`,
      notBefore: x509.validFromDate.getTime(),
      notAfter: x509.validToDate.getTime(),
      fingerprint: x509.fingerprint256,
      x509,
    };
  } catch {
    return undefined;
  }
}

/** A key that is never written anywhere but into its Secret: a KeyObject prints as nothing. */
export function readPrivateKey(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    return undefined;
  }
}

export function isKeyOf(key: KeyObject, { x509 }: Certificate): boolean {
  return x509.checkPrivateKey(key);
}

/** The one algorithm with which authorities of ours sign. */
export function canSign({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1";
}

export function isAuthority({ x509 }: Certificate): boolean {
  return x509.ca;
}

/** By name and by signature. */
export function isIssuedBy({ x509 }: Certificate, authority: Certificate): boolean {
  return isAuthority(authority) && x509.checkIssued(authority.x509) && x509.verify(authority.x509.publicKey);
}

/** Whether a client that asks for these names takes the certificate. */
export function hasNames({ x509 }: Certificate, { dnsNames, ipAddresses }: ServingNames): boolean {
  return (
    dnsNames.every((name) => x509.checkHost(name, { subject: "never", wildcards: false }) !== undefined) &&
    ipAddresses.every((address) => x509.checkIP(address) !== undefined)
  );
}

/** By what the API server reaches the webhook. */
export interface ServingNames {
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
}

/**
 * Now, by two clocks: this machine's, and that of the API server, which checks the certificates. One of them may be
 * wrong by a year, and it is unknown which. Whatever is made is valid by both; it is renewed as soon as one says so,
 * and given up only when both do.
 */
export interface Instant {
  readonly earliest: number;
  readonly latest: number;
  /** By this process's monotonic clock, for what has been seen for how long. */
  readonly monotonic: number;
}

interface Times {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Valid by both clocks, by one, or by none. */
export function validityAt({ notBefore, notAfter }: Times, { earliest, latest }: Instant): "valid" | "doubtful" | "invalid" {
  const isValid = (time: number): boolean => notBefore <= time && time < notAfter;
  if (isValid(earliest) && isValid(latest)) return "valid";
  return isValid(earliest) || isValid(latest) ? "doubtful" : "invalid";
}
