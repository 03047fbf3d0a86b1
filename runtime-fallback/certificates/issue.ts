import "reflect-metadata";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { KeyObject, randomBytes } from "node:crypto";
import type { ServingNames } from "./certificate.ts";

export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** What can sign. */
export interface Signer {
  readonly pem: string;
  readonly key: KeyObject;
}

const ecdsa = { name: "ECDSA", namedCurve: "P-256" } as const;
const signingAlgorithm = { name: "ECDSA", hash: "SHA-256" };

/** A new authority with a new key. Its name is its own, so that nobody takes one for another while both are trusted. */
export async function createAuthority(validity: Validity): Promise<Signer> {
  const keys = await generateKeys();
  const serialNumber = newSerialNumber();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber,
    name: [{ CN: [`holdfast-webhook-ca ${serialNumber.slice(0, 16)}`] }],
    keys,
    signingAlgorithm,
    ...dates(validity),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return signer(certificate, keys);
}

/** A new certificate with a new key, for a server of these names. */
export async function issueServing(authority: Signer, names: ServingNames, validity: Validity): Promise<Signer> {
  const keys = await generateKeys();
  const issuer = new X509Certificate(authority.pem);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    // The names are in the extension: this field has room for 64 characters, and nobody reads it.
    subject: [{ CN: ["holdfast-webhook"] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: authority.key.toCryptoKey(ecdsa, false, ["sign"]),
    signingAlgorithm,
    ...dates(validity),
    extensions: await servingExtensions(names, { issuer, publicKey: keys.publicKey }),
  });
  return signer(certificate, keys);
}

type Keys = Awaited<ReturnType<typeof generateKeys>>;

function generateKeys() {
  return crypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);
}

/** 16 random bytes, the first between 0x40 and 0x7f: positive, and never shorter. RFC 5280 allows 20. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}

async function servingExtensions(
  { dnsNames, ipAddresses }: ServingNames,
  { issuer, publicKey }: { readonly issuer: X509Certificate; readonly publicKey: Keys["publicKey"] },
): Promise<Extension[]> {
  const names = [
    ...dnsNames.map((value) => ({ type: "dns", value }) as const),
    ...ipAddresses.map((value) => ({ type: "ip", value }) as const),
  ];
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(names),
    await SubjectKeyIdentifierExtension.create(publicKey),
    await AuthorityKeyIdentifierExtension.create(issuer),
  ];
}

function dates({ notBefore, notAfter }: Validity): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(notBefore), notAfter: new Date(notAfter) };
}

function signer(certificate: X509Certificate, { privateKey }: Keys): Signer {
  return { pem: `${certificate.toString("pem").trim()}\n`, key: KeyObject.from(privateKey) };
}
