import { Buffer } from "node:buffer";
import { type CertificatesIr, type ClientsIr, selfManaged } from "../../ir/fallback.ts";
import { dnsSubdomainPattern, longestObjectName } from "../../ir/valid-names.ts";
import { type FallbackPart, isRecord, partOf, listedParts, rejectValue, writtenText } from "./fallback-part.ts";

/** Who makes the certificate of the webhook. */
export function lowerCertificates(part: FallbackPart): CertificatesIr {
  const { value } = part;
  if (!isRecord(value)) return selfManaged;
  const [certManager, provided] = [partOf(part, "certManager"), partOf(part, "provided")];
  if (isRecord(certManager.value)) return certManagerOf(certManager);
  if (isRecord(provided.value)) return providedOf(provided);
  rejectValue(part, "it names neither `certManager` nor `provided`");
  return selfManaged;
}

/** Whose certificates are asked for. */
export function lowerClients(part: FallbackPart): ClientsIr {
  const list = partOf(part, "names");
  const names = listedParts(list).flatMap((name) => {
    const text = writtenText(name) ?? "";
    // They become one argument, with commas between.
    if (/^[^,\s]{1,64}$/.test(text)) return [text];
    rejectValue(name, "it is no common name of a certificate, such as `kube-apiserver`");
    return [];
  });
  if (listedParts(list).length === 0) rejectValue(list, "it is empty, and nobody could ask the webhook");
  return { configMap: objectNameIn(partOf(part, "configMap")), names };
}

function certManagerOf(part: FallbackPart): CertificatesIr {
  return {
    kind: "cert-manager",
    issuer: objectNameIn(partOf(part, "issuer")),
    issuerKind: writtenText(partOf(part, "kind")) ?? "Issuer",
  };
}

function providedOf(part: FallbackPart): CertificatesIr {
  const bundle = partOf(part, "caBundle");
  const caBundle = writtenText(bundle) ?? "";
  // An API server takes anything here, and then trusts nobody: nothing that is matched could be deleted.
  if (!isPem(caBundle)) rejectValue(bundle, "it is not PEM in base64, which begins with `LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t`");
  return { kind: "provided", secret: objectNameIn(partOf(part, "secret")), caBundle };
}

function isPem(text: string): boolean {
  const bytes = Buffer.from(text, "base64");
  const pem = bytes.toString("latin1");
  const isWhole = bytes.toString("base64") === text;
  return isWhole && /^\s*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/.test(pem);
}

function objectNameIn(part: FallbackPart): string {
  const name = writtenText(part) ?? "";
  const isName = name.length <= longestObjectName && new RegExp(dnsSubdomainPattern).test(name);
  if (!isName) rejectValue(part, "it is no name of an object");
  return name;
}
