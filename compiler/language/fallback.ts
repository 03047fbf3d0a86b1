/**
 * A resource as RBAC names it: an API group (`apps`, or `""` for core) and the plural. No patterns; `*` alone means
 * every group or resource.
 */
export interface ResourceType {
  readonly group: string;
  readonly resource: string;
}

/** An Issuer of cert-manager in the namespace of the fallback, or a ClusterIssuer. `kind` defaults to `Issuer`. */
export interface CertManager {
  readonly issuer: string;
  readonly kind?: "ClusterIssuer" | "Issuer";
}

/** A certificate that you provide and renew. */
export interface ProvidedCertificate {
  /** Name of a Secret of type `kubernetes.io/tls` in the namespace of the fallback. */
  readonly secret: string;
  /** The CA that signed it: PEM, encoded as base64. */
  readonly caBundle: string;
}

/**
 * Client certificates that API servers present to webhooks. The webhook then answers nobody else. You configure them
 * with the API server's `--admission-control-config-file`, which managed control planes do not offer.
 */
export interface Clients {
  /** A ConfigMap that you create in the namespace of the fallback. Its key `ca.crt` holds the CAs, as PEM. */
  readonly configMap: string;
  /** The common names (CN) of the certificates: `["kube-apiserver"]`. */
  readonly names: readonly string[];
}

/** Usages and ClusterUsages: an object that is in use cannot be deleted. */
export interface Usages {
  /**
   * Resources that a Usage may protect. The controller labels the objects that are in use, and the webhook is called
   * for deletes of labelled objects.
   */
  readonly of: readonly ResourceType[];
  /**
   * Resources that may be the user in `spec.by`. The controller checks whether the user still exists. Without `by`,
   * Usages have to give a `reason`.
   */
  readonly by?: readonly ResourceType[];
  /**
   * Composites (Crossplane) that Usages and used objects belong to. The controller checks whether they are being
   * deleted. Only needed for resources that are in neither `of` nor `by`.
   */
  readonly composites?: readonly ResourceType[];
  /**
   * `true`: Crossplane's own Usage kinds are enforced too. `"only"`: no others, and Holdfast's definitions are not
   * installed. Turn off Crossplane's own controller, so that only one handles them.
   */
  readonly crossplane?: true | "only";
  /**
   * Allows Usages to repeat a denied delete once nothing uses the object anymore (`replayDeletion` of a Usage). The
   * controller then gets the right to delete every resource in `of`.
   */
  readonly replay?: true;
  /**
   * A Usage may name objects in another Namespace. Anyone who may create a Usage can then block deletes in other
   * Namespaces.
   */
  readonly acrossNamespaces?: true;
}

/** CriticalServices: a service cannot be deleted while objects that need it exist. */
export interface CriticalServices {
  /**
   * Resources that may be such a service: `{ group: "apps", resource: "deployments" }`. Their Namespaces cannot be
   * deleted either.
   */
  readonly providers: readonly ResourceType[];
  /** Resources whose objects may block the delete. */
  readonly criteria: readonly ResourceType[];
}

/**
 * A Crossplane claim whose delete waits until its composite is deleted. This applies to claims with
 * `compositeDeletePolicy: Foreground`.
 */
export interface ForegroundClaim {
  readonly claim: ResourceType;
  /** The resource of its composite. The controller never deletes anything else. */
  readonly composite: ResourceType;
}

/** Protects what belongs to an instance of VSHN AppCat: Namespaces, PersistentVolumeClaims, and `objects`. */
export interface AppCat {
  /** Composites. While one exists, its objects cannot be deleted. */
  readonly composites: readonly ResourceType[];
  /**
   * Resources whose objects have owner labels (`appcat.vshn.io/ownercomposite`). Default: those that AppCat's own
   * controller guards.
   */
  readonly objects?: readonly ResourceType[];
}

/**
 * The webhook searches a Namespace for protected objects before it is deleted. It covers kinds that the API server
 * cannot look up: those that only a pattern matches, and custom kinds that `guards.namespaces.kinds` does not name.
 */
export interface NamespaceContents {
  /**
   * The API groups that patterns stand for. The webhook gets the right to list them. If the cluster serves a matching
   * group that is missing here, no Namespace can be deleted. Leave it empty if no policy has patterns.
   */
  readonly groups: readonly string[];
}

/**
 * The controller restores protection that `holdfast unprotect ... --for` removed, when the time is over. It only
 * changes the labels and annotations named here, and the annotations of `released()` and `confirmedByName()`. It only
 * changes the object that carries the record, whatever the record says.
 */
export interface Unprotected {
  /** Resources of these objects. The controller may then change all of their objects: RBAC cannot be narrower. */
  readonly of: readonly ResourceType[];
  /** Marks that protect. A mark is set to this value again if the record says that the object had it. */
  readonly restores?: MarkValues;
  /** Marks that allow a delete. A mark is removed if the record says that the object did not have it. */
  readonly removes?: MarkKeys;
}

/** Labels and annotations with their values: `{ labels: { "example.com/keep": "true" } }`. */
export interface MarkValues {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Keys of labels and annotations: `{ annotations: ["example.com/may-go"] }`. */
export interface MarkKeys {
  readonly labels?: readonly string[];
  readonly annotations?: readonly string[];
}

export interface FallbackDefinition {
  /** Image of the webhook and the controller, preferably with a digest: `registry.example.com/holdfast@sha256:...`. */
  readonly image: string;
  /** Namespace of both. Run nothing else in it. Default: `holdfast-system`. */
  readonly namespace?: string;
  /** Replicas of the webhook. Default: 3. */
  readonly replicas?: number;
  /** Who issues the certificate of the webhook. Default: `"self-managed"`, the controller. */
  readonly certificates?: "self-managed" | { readonly certManager: CertManager } | { readonly provided: ProvidedCertificate };
  /** Client certificates that may call the webhook. Default: anybody may call it. */
  readonly clients?: Clients;
  /** Networks of the API servers, as CIDR: `["10.0.0.0/28"]`. Default: any network may call the webhook. */
  readonly apiServers?: readonly string[];
  /**
   * Ports of the API servers. Default: 443 and 6443. A NetworkPolicy lets both processes reach them on no other port.
   */
  readonly apiServerPorts?: readonly number[];
  /** Labels of the Namespaces that may read metrics. Default: none may. */
  readonly metricsFrom?: Readonly<Record<string, string>>;
  /**
   * The webhook creates an Event for each denial. It gets the right to create Events in every Namespace, and anyone who
   * can reach the webhook can make it create them.
   */
  readonly events?: true;
  readonly usages?: Usages;
  readonly criticalServices?: CriticalServices;
  readonly foregroundClaims?: readonly ForegroundClaim[];
  readonly unprotected?: Unprotected;
  readonly appcat?: AppCat;
  readonly namespaceContents?: NamespaceContents;
}

/** A declaration of the fallback, as `fallback` returns it. */
export type Fallback = FallbackDefinition;

/**
 * Declares the fallback: the webhook and the controller for rules that CEL cannot express. Make it the default export
 * of a file of its own, once for all your policies. `holdfast compile` then writes the manifests that install it into
 * `fallback/`, beside the policies.
 *
 * ```ts
 * export default fallback({ image: "registry.example.com/holdfast@sha256:..." });
 * ```
 */
export function fallback(definition: FallbackDefinition): Fallback {
  return definition;
}
