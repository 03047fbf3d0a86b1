import { helmHeader, markdownHeader } from "../../manifest/header.ts";
import type { Contents } from "../manifests/contents.ts";
import { names } from "../settings.ts";

/** Holds no text of policies: what stands here, Helm evaluates. */
export const helpers = `${helmHeader}

{{- /* registry.example.com/holdfast:0.1.0@sha256:... */ -}}
{{- define "holdfast.image" -}}
{{- .Values.image.repository -}}
{{- with .Values.image.tag }}:{{ . }}{{ end -}}
{{- with .Values.image.digest }}@{{ . }}{{ end -}}
{{- end -}}

{{- /* What the webhook serves with; in every mode somebody else than Helm writes it. */ -}}
{{- define "holdfast.servingSecret" -}}
{{- if eq .Values.certificates.mode "provided" -}}
{{- required "certificates.provided.secret names a Secret of type kubernetes.io/tls" .Values.certificates.provided.secret -}}
{{- else -}}
${names.servingSecret}
{{- end -}}
{{- end -}}
`;

export function notes({ fallback: { namespace } }: Contents): string {
  return `${helmHeader}
Holdfast answers deletes once its replicas are ready:

  kubectl --namespace ${namespace} rollout status deployment/${names.webhook} --timeout=120s

Until then, and for up to half a minute longer, what the webhook is asked about cannot be deleted.
{{- if eq .Values.certificates.mode "cert-manager" }}
cert-manager issues the certificate, and its CA injector writes the caBundle: both have to run.
{{- end }}
{{- if eq .Values.certificates.mode "provided" }}
Pods wait for the Secret {{ .Values.certificates.provided.secret }} in ${namespace}.
{{- end }}
{{- if not .Values.networkPolicy.enabled }}
No NetworkPolicy limits who may ask the webhook, or whom both processes reach.
{{- end }}
{{- if eq (int .Values.webhook.replicaCount) 1 }}
One replica: while it restarts, nothing that carries a mark can be deleted.
{{- end }}

Then apply the policies, which are not part of this chart: kubectl apply --server-side -k <output of holdfast compile>

Before "helm uninstall", run "holdfast uninstall": without the controller, Usages stay Terminating.
`;
}

export function readme({ fallback: { namespace }, bundle }: Contents): string {
  const rules =
    bundle === undefined ? "No rule of theirs asks the cluster." : "Their rules that ask the cluster are in `files/rules.yaml`.";
  return `${markdownHeader}

# Holdfast: the webhook and the controller

This chart was compiled from the policies of this repository. ${rules} Compile again after every change of
a policy, and never edit these files. Nobody publishes a chart that you could take instead: rules differ.

\`\`\`sh
helm upgrade --install holdfast . --namespace ${namespace} --create-namespace --take-ownership
\`\`\`

\`values.yaml\` says what can be chosen, and \`values.schema.json\` denies everything else. What is protected, and that
deletes fail closed (\`failurePolicy\`, rules, kinds, selectors, rights), comes from the policies: no value changes it.
Names and the Namespace \`${namespace}\` are compiled into rules, rights and arguments, and are no values either.

All that is in it, certificates, upgrades and how to remove it: docs/operate/helm.md of Holdfast.
`;
}
