/**
 * A resource as RBAC names it: an API group (`apps`, `""` for core) and the plural. RBAC has no patterns; `*` is every
 * one.
 */
export interface ResourceType {
  readonly group: string;
  readonly resource: string;
}

/** An Issuer of cert-manager; `Issuer` unless told, in the namespace of the fallback. */
export interface CertManager {
  readonly issuer: string;
  readonly kind?: "ClusterIssuer" | "Issuer";
}

/** A Secret of type kubernetes.io/tls that somebody else keeps, and who signed what is in it: PEM in base64. */
export interface ProvidedCertificate {
  readonly secret: string;
  readonly caBundle: string;
}

/**
 * API servers that show a certificate to webhooks, as `--admission-control-config-file` makes them: nobody else is
 * answered. Where control planes are managed, there is no such file.
 */
export interface Clients {
  /** In the namespace of the fallback; its `ca.crt` has the authorities of the certificates, PEM. Yours to keep. */
  readonly configMap: string;
  /** Common names of the certificates. */
  readonly names: readonly string[];
}

/** Objects that use others (Usage, ClusterUsage): what is used cannot be deleted. */
export interface Usages {
  /**
   * What may be used: the controller marks such objects, and the webhook is asked about deletes of those that are
   * marked.
   */
  readonly of: readonly ResourceType[];
  /** What may use: the controller looks whether it is still there. Without it Usages give a reason instead. */
  readonly by?: readonly ResourceType[];
  /**
   * What Usages and what is used are parts of, as Crossplane's composites: the controller looks whether it goes. Needed
   * only where it is in neither of those.
   */
  readonly composites?: readonly ResourceType[];
  /**
   * Crossplane's own kinds of Usage count, too; `"only"`: no others, and no definitions of ours. To be kept by one
   * controller: switch Crossplane's off.
   */
  readonly crossplane?: true | "only";
  /**
   * A delete that was denied is made up for once nothing uses the object, where the Usage asks for it. The controller
   * may then delete what `of` names.
   */
  readonly replay?: true;
  /**
   * A Usage in a Namespace may name what is in another one. Whoever may make one then keeps others from deleting
   * theirs.
   */
  readonly acrossNamespaces?: true;
}

/** CriticalServices: what serves others is not deleted before what it serves is gone. */
export interface CriticalServices {
  /** What may be such a service: `{ group: "apps", resource: "deployments" }`. Their Namespaces are kept with them. */
  readonly providers: readonly ResourceType[];
  /** What may have to be gone first. */
  readonly criteria: readonly ResourceType[];
}

/**
 * A kind of Crossplane claim whose delete is to wait for its composite, where the claim says
 * `compositeDeletePolicy: Foreground`.
 */
export interface ForegroundClaim {
  readonly claim: ResourceType;
  /** By whose kind it is composed; nothing else is ever deleted. */
  readonly composite: ResourceType;
}

/** What belongs to an instance of VSHN AppCat: Namespaces, PersistentVolumeClaims, and `objects`. */
export interface AppCat {
  /** Whose existence keeps it. */
  readonly composites: readonly ResourceType[];
  /**
   * Objects with labels of their owner (`appcat.vshn.io/ownercomposite`); those that AppCat's own controller guards
   * unless told.
   */
  readonly objects?: readonly ResourceType[];
}

/**
 * A look into a Namespace before it is deleted, for what policies protect there and the API server cannot look up by
 * itself: kinds that only a pattern matches, and kinds whose names are not known.
 */
export interface NamespaceContents {
  /**
   * The groups behind the patterns: what the webhook may list. Of a group that is served and not here is unknown, and
   * every Namespace stays. Empty where no policy has patterns.
   */
  readonly groups: readonly string[];
}

/**
 * Objects that `holdfast unprotect ... --for` has opened: the controller takes them back under their protection when the
 * time is over. It changes labels and annotations that are named here, and the annotations of `released()` and
 * `confirmedByName()`, on the object that carries the record; nothing else, whatever the record says.
 */
export interface Unprotected {
  /** Of which kinds. The controller may then change every object of them: RBAC knows no annotations. */
  readonly of: readonly ResourceType[];
  /** What protects: it is set to this value, where the record says that it had it. */
  readonly restores?: MarkValues;
  /** What opens by being there: it is removed, where the record says that it was not there. */
  readonly removes?: MarkKeys;
}

/** Labels and annotations with their values: `{ labels: { "example.com/keep": "true" } }`. */
export interface MarkValues {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Labels and annotations by their keys: `{ annotations: ["example.com/may-go"] }`. */
export interface MarkKeys {
  readonly labels?: readonly string[];
  readonly annotations?: readonly string[];
}

export interface FallbackDefinition {
  /** What both processes run, best by its digest: `registry.example.com/holdfast@sha256:...`. */
  readonly image: string;
  /** Where they run; nothing else should. `holdfast-system` unless told. */
  readonly namespace?: string;
  /** Of the webhook; 3 unless told. */
  readonly replicas?: number;
  /** Who makes the certificate that the API server checks: the controller unless told. */
  readonly certificates?: "self-managed" | { readonly certManager: CertManager } | { readonly provided: ProvidedCertificate };
  /** Who may ask the webhook by their certificates; anybody unless told. */
  readonly clients?: Clients;
  /** Networks from which API servers come (`10.0.0.0/28`); anybody may ask the webhook unless told. */
  readonly apiServers?: readonly string[];
  /**
   * Ports at which API servers listen; 443 and 6443 unless told. A NetworkPolicy lets both processes reach no others.
   */
  readonly apiServerPorts?: readonly number[];
  /** Labels of the Namespaces that may read metrics; none may unless told. */
  readonly metricsFrom?: Readonly<Record<string, string>>;
  /**
   * The webhook records an Event for what it denies. It then may create Events everywhere, and whoever can reach it can
   * have them created.
   */
  readonly events?: true;
  readonly usages?: Usages;
  readonly criticalServices?: CriticalServices;
  readonly foregroundClaims?: readonly ForegroundClaim[];
  readonly unprotected?: Unprotected;
  readonly appcat?: AppCat;
  readonly namespaceContents?: NamespaceContents;
}

/** What `fallback` declares. */
export type Fallback = FallbackDefinition;

/**
 * Declares the webhook and the controller that answer what CEL cannot. It is the default export of a file of its own,
 * once among the policies; `holdfast compile` then writes what installs them into `fallback/`, beside the policies.
 *
 * ```ts
 * export default fallback({ image: "registry.example.com/holdfast@sha256:..." });
 * ```
 */
export function fallback(definition: FallbackDefinition): Fallback {
  return definition;
}
