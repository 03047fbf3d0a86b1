import "reflect-metadata";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** A certificate and its private key, both as PEM. */
export type KeyPair = { readonly certificate: string; readonly privateKey: string };

export type CertificateRequest = {
  readonly usage: "server" | "client";
  /** Of a client: the user's name. */
  readonly commonName: string;
  /** Of a client: the user's group. */
  readonly organization?: string;
  /** Of a server: what it is reached by. */
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
};

export type Authority = {
  readonly certificate: string;
  issue(request: CertificateRequest): Promise<KeyPair>;
};

type Keys = Awaited<ReturnType<typeof generateKeys>>;
type Issuer = { readonly certificate: X509Certificate; readonly keys: Keys };

const signingAlgorithm = { name: "ECDSA", hash: "SHA-256" };
const hourMs = 3_600_000;

export async function createAuthority(commonName: string): Promise<Authority> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [commonName] }],
    keys,
    signingAlgorithm,
    ...validity(),
    extensions: [new BasicConstraintsExtension(true, undefined, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)],
  });
  return {
    certificate: certificate.toString("pem"),
    issue: (request) => issue({ certificate, keys }, request),
  };
}

/** A bare key pair as PEM: PKCS #8 and SubjectPublicKeyInfo. */
export async function createSigningKey(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await generateKeys();
  const spki = await crypto.subtle.exportKey("spki", publicKey);
  return {
    privateKey: await encodePrivateKey(privateKey),
    publicKey: PemConverter.encode(spki, "PUBLIC KEY"),
  };
}

async function issue(issuer: Issuer, request: CertificateRequest): Promise<KeyPair> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: subjectOf(request),
    issuer: issuer.certificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm,
    ...validity(),
    extensions: extensionsOf(request),
  });
  return {
    certificate: certificate.toString("pem"),
    privateKey: await encodePrivateKey(keys.privateKey),
  };
}

function subjectOf({ commonName, organization }: CertificateRequest): JsonName {
  const organizations = organization === undefined ? [] : [{ O: [organization] }];
  return [...organizations, { CN: [commonName] }];
}

function extensionsOf(request: CertificateRequest): Extension[] {
  const { dnsNames = [], ipAddresses = [] } = request;
  const names = [
    ...dnsNames.map((value) => ({ type: "dns", value }) as const),
    ...ipAddresses.map((value) => ({ type: "ip", value }) as const),
  ];
  return [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([request.usage === "server" ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth]),
    ...(names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : []),
  ];
}

function generateKeys() {
  return crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
}

async function encodePrivateKey(key: Keys["privateKey"]): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");
}

/** Begins an hour ago, since virtual machines wake up with clocks that run behind. */
function validity(): { notBefore: Date; notAfter: Date } {
  return {
    notBefore: new Date(Date.now() - hourMs),
    notAfter: new Date(Date.now() + 7 * 24 * hourMs),
  };
}
