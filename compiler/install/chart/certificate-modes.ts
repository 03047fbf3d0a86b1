import type { CertificatesIr, FallbackIr } from "../../ir/fallback.ts";
import { type Contents, processesFor } from "../manifests/contents.ts";
import { type Installation, describedBy } from "../manifests/manifest-object.ts";
import { objectsByFile } from "../objects-by-file.ts";
import { names, webhookConfigurationFile } from "../settings.ts";
import type { Slots } from "./template-text.ts";

type Mode = CertificatesIr["kind"];

export const modes: readonly Mode[] = ["self-managed", "cert-manager", "provided"];

export const mode = ".Values.certificates.mode";

const ifMode = (name: Mode): string => `if eq ${mode} "${name}"`;

type ObjectsByFile = Readonly<Record<string, readonly object[]>>;

/** What is installed in one mode. */
export interface OfMode {
  readonly mode: Mode;
  readonly files: ObjectsByFile;
}

/** All three are made by the builders of the kustomization, each from a declaration that says so. */
export function ofEachMode(contents: Contents, slots: Slots): readonly OfMode[] {
  return modes.map((one) => ({ mode: one, files: objectsIn(one, contents, slots) }));
}

function objectsIn(one: Mode, contents: Contents, slots: Slots): ObjectsByFile {
  const configuration = objectsByFile(declaring("provided", contents, slots))[webhookConfigurationFile] ?? [];
  return {
    ...objectsByFile(declaring(one, contents, slots)),
    // One for all: large, and the same but for a line here and there.
    [webhookConfigurationFile]: configuration.map((object) => withInjection(object, contents.fallback, slots)),
  };
}

function declaring(one: Mode, contents: Contents, slots: Slots): Contents {
  const fallback = {
    ...contents.fallback,
    image: slots.value('include "holdfast.image" . | quote'),
    certificates: declared(one, slots),
  };
  return { ...contents, fallback, processes: processesFor(fallback, contents) };
}

function declared(one: Mode, slots: Slots): CertificatesIr {
  const issuer = ".Values.certificates.certManager.issuer";
  if (one === "cert-manager")
    return {
      kind: one,
      issuer: slots.value(`${issuer}.name | default "${names.authoritySecret}" | quote`),
      issuerKind: slots.value(`ternary ${issuer}.kind "Issuer" (ne ${issuer}.name "") | quote`),
    };
  if (one === "self-managed") return { kind: one };
  const bundle = slots.lineIf(ifMode("provided"), (key) => `${key}: {{ .Values.certificates.provided.caBundle | quote }}`);
  return { kind: one, secret: servingSecret(slots), caBundle: bundle };
}

export const servingSecret = (slots: Slots): string => slots.value('include "holdfast.servingSecret" . | quote');

/** Whose `caBundle` the CA injector of cert-manager writes. */
function withInjection(object: object, { namespace }: FallbackIr, slots: Slots): object {
  const { metadata } = object as { readonly metadata: { readonly annotations: object } };
  const line = `cert-manager.io/inject-ca-from: ${namespace}/${names.servingSecret}`;
  const injected = { [slots.lineIf(ifMode("cert-manager"), () => line)]: "" };
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...injected } } };
}

/** For whoever has cert-manager and no issuer: an authority of the release. No key of it leaves the cluster. */
export function ownIssuer(installation: Installation): readonly object[] {
  const group = "cert-manager.io";
  const apiVersion = `${group}/v1`;
  const selfSigned = "holdfast-self-signed";
  const metadata = (name: string): object => describedBy(installation, { name, wave: "rules" });
  return [
    { apiVersion, kind: "Issuer", metadata: metadata(selfSigned), spec: { selfSigned: {} } },
    {
      apiVersion,
      kind: "Certificate",
      metadata: metadata(names.authoritySecret),
      spec: {
        isCA: true,
        commonName: names.authoritySecret,
        secretName: names.authoritySecret,
        // Ten years: what it signs is not issued anew by itself when it is.
        duration: "87600h0m0s",
        privateKey: { algorithm: "ECDSA", size: 256, rotationPolicy: "Always" },
        issuerRef: { group, kind: "Issuer", name: selfSigned },
      },
    },
    {
      apiVersion,
      kind: "Issuer",
      metadata: metadata(names.authoritySecret),
      spec: { ca: { secretName: names.authoritySecret } },
    },
  ];
}

export const ifOwnIssuer = `if and (eq ${mode} "cert-manager") (not .Values.certificates.certManager.issuer.name)`;
