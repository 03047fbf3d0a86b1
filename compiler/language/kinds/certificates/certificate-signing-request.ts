// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { Base64, MaybeNull, Time } from "../field-types.ts";

/**
 * Objects provide a mechanism to obtain x509 certificates by submitting a certificate signing request, and having it
 * asynchronously approved and issued.
 *
 * `match: [{ group: "certificates.k8s.io", version: "v1", resource: "certificatesigningrequests" }]`
 */
export interface CertificateSigningRequest extends KubernetesObject {
  /** Contains the certificate request, and is immutable after creation. */
  readonly spec: CertificateSigningRequestSpec;
  /**
   * Contains information about whether the request is approved or denied, and the certificate issued by the signer, or
   * the failure condition indicating signer failure.
   */
  readonly status?: CertificateSigningRequestStatus;
}

/** Describes a condition of a CertificateSigningRequest object. */
interface CertificateSigningRequestCondition {
  /** The time the condition last transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** The time of the last update to this condition. */
  readonly lastUpdateTime?: MaybeNull<Time>;
  /** Contains a human readable message with details about the request state. */
  readonly message?: string;
  /** Indicates a brief reason for the request state. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of the condition. */
  readonly type: string;
}

/** Contains the certificate request. */
interface CertificateSigningRequestSpec {
  /** The requested duration of validity of the issued certificate. */
  readonly expirationSeconds?: Int32;
  /** Contains extra attributes of the user that created the CertificateSigningRequest. */
  readonly extra?: { readonly [key: string]: MaybeNull<readonly string[]> };
  /** Contains group membership of the user that created the CertificateSigningRequest. */
  readonly groups?: readonly string[];
  /** Contains an x509 certificate signing request encoded in a "CERTIFICATE REQUEST" PEM block. */
  readonly request?: MaybeNull<Base64>;
  /** Indicates the requested signer, and is a qualified name. */
  readonly signerName: string;
  /** Contains the uid of the user that created the CertificateSigningRequest. */
  readonly uid?: string;
  /** Specifies a set of key usages requested in the issued certificate. */
  readonly usages?: readonly (
    | "any"
    | "cert sign"
    | "client auth"
    | "code signing"
    | "content commitment"
    | "crl sign"
    | "data encipherment"
    | "decipher only"
    | "digital signature"
    | "email protection"
    | "encipher only"
    | "ipsec end system"
    | "ipsec tunnel"
    | "ipsec user"
    | "key agreement"
    | "key encipherment"
    | "microsoft sgc"
    | "netscape sgc"
    | "ocsp signing"
    | "s/mime"
    | "server auth"
    | "signing"
    | "timestamping"
  )[];
  /** Contains the name of the user that created the CertificateSigningRequest. */
  readonly username?: string;
}

/** Contains conditions used to indicate approved/denied/failed status of the request, and the issued certificate. */
interface CertificateSigningRequestStatus {
  /** Populated with an issued certificate by the signer after an Approved condition is present. */
  readonly certificate?: Base64;
  /** Conditions applied to the request. */
  readonly conditions?: readonly CertificateSigningRequestCondition[];
}
