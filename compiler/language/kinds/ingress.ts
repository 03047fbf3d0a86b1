import type { Int32 } from "../numbers.ts";
import type { KubernetesObject } from "../objects.ts";
import type { TypedLocalObjectReference } from "./field-types.ts";
import type { LoadBalancerIngress } from "./service.ts";

/** `match: [{ group: "networking.k8s.io", version: "v1", resource: "ingresses" }]` */
export interface Ingress extends KubernetesObject {
  readonly spec?: IngressSpec;
  readonly status?: IngressStatus;
}

interface IngressSpec {
  /** Who serves it: an IngressClass. */
  readonly ingressClassName?: string;
  /** Where requests go that no rule takes. */
  readonly defaultBackend?: IngressBackend;
  /** Certificates, by host. */
  readonly tls?: readonly IngressTls[];
  /** Which requests go where. */
  readonly rules?: readonly IngressRule[];
}

interface IngressTls {
  /** The hosts of the certificate. */
  readonly hosts?: readonly string[];
  /** The Secret that holds it. */
  readonly secretName?: string;
}

interface IngressRule {
  /** `*.example.com` stands for one label; absent: every host. */
  readonly host?: string;
  readonly http?: HttpRule;
}

interface HttpRule {
  /** The paths of the host. */
  readonly paths: readonly HttpPath[];
}

interface HttpPath {
  /** Begins with `/`. */
  readonly path?: string;
  /** How the path is compared. */
  readonly pathType: "Exact" | "ImplementationSpecific" | "Prefix";
  /** Where the request goes. */
  readonly backend: IngressBackend;
}

/** A Service, or something else. */
interface IngressBackend {
  readonly service?: ServiceBackend;
  readonly resource?: TypedLocalObjectReference;
}

interface ServiceBackend {
  /** A Service of the same namespace. */
  readonly name: string;
  readonly port?: ServiceBackendPort;
}

interface ServiceBackendPort {
  /** Name of the port, or ... */
  readonly name?: string;
  /** ... its number. */
  readonly number?: Int32;
}

interface IngressStatus {
  /** What the load balancer has become. */
  readonly loadBalancer?: IngressLoadBalancer;
}

interface IngressLoadBalancer {
  /** Where it can be reached. */
  readonly ingress?: readonly LoadBalancerIngress[];
}
