// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";

/**
 * A cluster-scoped container for X.509 trust anchors (root certificates). Since Kubernetes 1.37.
 *
 * `match: [{ group: "certificates.k8s.io", version: "v1", resource: "clustertrustbundles" }]`
 */
export interface ClusterTrustBundle extends KubernetesObject {
  /** Contains the signer (if any) and trust anchors. */
  readonly spec: ClusterTrustBundleSpec;
}

/** Contains the signer and trust anchors. */
interface ClusterTrustBundleSpec {
  /** Indicates the associated signer, if any. */
  readonly signerName?: string;
  /**
   * Contains the individual X.509 trust anchors for this bundle, as PEM bundle of PEM-wrapped, DER-formatted X.509
   * certificates.
   */
  readonly trustBundle: string;
}
