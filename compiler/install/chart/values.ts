import type { FallbackIr } from "../../ir/fallback.ts";
import type { Contents } from "../manifests/contents.ts";
import { type WorkloadValues, workloadValues } from "./workload-values.ts";

/** `values.yaml`, with the defaults that make the chart what the kustomization is. */
export interface Values {
  readonly image: Image & { readonly pullPolicy: string };
  readonly imagePullSecrets: readonly object[];
  readonly webhook?: WorkloadValues;
  readonly controller?: WorkloadValues;
  readonly certificates: CertificateValues;
  readonly podDisruptionBudget: { readonly enabled: boolean; readonly maxUnavailable: number };
  readonly networkPolicy: { readonly enabled: boolean };
  readonly podMonitor: { readonly enabled: boolean; readonly interval: string; readonly labels: object };
  readonly namespace: { readonly create: boolean };
  readonly logLevel: string;
}

interface Image {
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
}

interface CertificateValues {
  readonly mode: string;
  readonly certManager: { readonly issuer: { readonly name: string; readonly kind: string } };
  readonly provided: { readonly secret: string; readonly caBundle: string };
}

export function valuesOf({ fallback }: Contents, deployments: Deployments): Values {
  const { webhook, controller } = deployments;
  return {
    image: { ...imageOf(fallback), pullPolicy: "IfNotPresent" },
    imagePullSecrets: [],
    ...(webhook !== undefined && { webhook: workloadValues(webhook) }),
    ...(controller !== undefined && { controller: workloadValues(controller) }),
    certificates: certificatesOf(fallback),
    podDisruptionBudget: { enabled: true, maxUnavailable: 1 },
    networkPolicy: { enabled: true },
    podMonitor: { enabled: false, interval: "30s", labels: {} },
    namespace: { create: true },
    logLevel: "",
  };
}

/** Before anything is filled in; undefined where no mode of certificates has it. */
export interface Deployments {
  readonly webhook: object | undefined;
  readonly controller: object | undefined;
}

/** `registry.example.com:5000/holdfast:0.1.0@sha256:...`: a port is followed by a path, a tag by none. */
function imageOf({ image }: FallbackIr): Image {
  const [, repository = image, tag = "", digest = ""] = /^(.*?)(?::([^/:@]+))?(?:@(.+))?$/.exec(image) ?? [];
  return { repository, tag, digest };
}

function certificatesOf({ certificates }: FallbackIr): CertificateValues {
  const isIssued = certificates.kind === "cert-manager";
  const isProvided = certificates.kind === "provided";
  return {
    mode: certificates.kind,
    certManager: {
      issuer: { name: isIssued ? certificates.issuer : "", kind: isIssued ? certificates.issuerKind : "Issuer" },
    },
    provided: {
      secret: isProvided ? certificates.secret : "",
      caBundle: isProvided ? certificates.caBundle : "",
    },
  };
}
