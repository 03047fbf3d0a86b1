import type { GroupResource } from "../api/resource.ts";
import type { MarkChange } from "../api/unprotection.ts";
import type { UsageOrigin } from "../api/usage-kinds.ts";
import type { Span } from "../diagnostics/span.ts";

export type CertificatesIr =
  | { readonly kind: "self-managed" }
  | { readonly kind: "cert-manager"; readonly issuer: string; readonly issuerKind: string }
  | { readonly kind: "provided"; readonly secret: string; readonly caBundle: string };

/** Who may ask the webhook: API servers that show a certificate. */
export interface ClientsIr {
  /** With the authorities of these certificates, in `ca.crt`. */
  readonly configMap: string;
  /** Common names. */
  readonly names: readonly string[];
}

export interface UsagesIr {
  readonly origins: readonly UsageOrigin[];
  readonly of: readonly GroupResource[];
  readonly by: readonly GroupResource[];
  readonly composites: readonly GroupResource[];
  readonly replay: boolean;
  /** Whether a Usage in a Namespace may name what is in another one. */
  readonly acrossNamespaces: boolean;
}

export interface CriticalServicesIr {
  readonly providers: readonly GroupResource[];
  readonly criteria: readonly GroupResource[];
}

/** A kind of claim, and of what it is composed by. */
export interface ForegroundClaimIr {
  readonly claim: GroupResource;
  readonly composite: GroupResource;
}

export interface UnprotectedIr {
  readonly of: readonly GroupResource[];
  /** What a protected object has, and has not where there is no value. */
  readonly marks: readonly MarkChange[];
}

export interface AppCatIr {
  readonly composites: readonly GroupResource[];
  readonly objects: readonly GroupResource[];
}

export interface NamespaceContentsIr {
  /** Exact, for what policies match by a pattern of groups. */
  readonly groups: readonly string[];
}

/** What the webhook and the controller do besides answering rules; undefined where it is not asked for. */
export interface FeaturesIr {
  readonly usages: UsagesIr | undefined;
  readonly criticalServices: CriticalServicesIr | undefined;
  readonly foregroundClaims: readonly ForegroundClaimIr[] | undefined;
  readonly unprotected: UnprotectedIr | undefined;
  readonly appcat: AppCatIr | undefined;
  readonly namespaceContents: NamespaceContentsIr | undefined;
}

/** The webhook and the controller as their author declares them, with every default filled in. */
export interface FallbackIr extends FeaturesIr {
  readonly span: Span;
  readonly image: string;
  readonly namespace: string;
  readonly replicas: number;
  readonly certificates: CertificatesIr;
  /** Undefined: anybody may ask. */
  readonly clients: ClientsIr | undefined;
  /** Networks; empty: any. */
  readonly apiServers: readonly string[];
  /** At which they listen. */
  readonly apiServerPorts: readonly number[];
  /** Labels of Namespaces; empty: none. */
  readonly metricsFrom: Readonly<Record<string, string>>;
  readonly events: boolean;
}

/** Behind the Service `kubernetes`, and itself as a rule. A network policy sees the port behind the Service. */
export const defaultApiServerPorts: readonly number[] = [443, 6443];

export const defaultNamespace = "holdfast-system";

/** Unless told. */
export const selfManaged: CertificatesIr = { kind: "self-managed" };

export const noFeatures: FeaturesIr = {
  usages: undefined,
  criticalServices: undefined,
  foregroundClaims: undefined,
  unprotected: undefined,
  appcat: undefined,
  namespaceContents: undefined,
};

/** `registry.example.com/holdfast@sha256:...`: the same bytes tomorrow. */
export const hasDigest = (image: string): boolean => image.includes("@sha256:");

/**
 * Kinds that Crossplane or its providers make, and label themselves, of which others are none of AppCat's; as in
 * AppCat's own controller (vshn/appcat, cmd/controller.go).
 */
export const defaultAppCatObjects: readonly GroupResource[] = [
  { group: "helm.crossplane.io", resource: "releases" },
  { group: "kubernetes.crossplane.io", resource: "objects" },
  { group: "mysql.sql.crossplane.io", resource: "databases" },
  { group: "mysql.sql.crossplane.io", resource: "grants" },
  { group: "mysql.sql.crossplane.io", resource: "users" },
];

/**
 * Whether the webhook looks into Namespaces for a policy: the fallback says so, or could; or there is nothing that it
 * could look for.
 */
export interface NamespaceLook {
  readonly is: "declared" | "possible" | "none";
  /** Rules that ask the cluster or the authorizer, by name: what only they protect is not found. */
  readonly leftOut: readonly string[];
}
