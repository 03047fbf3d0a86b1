import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { created } from "../../control-plane/requests.ts";
import { webhookConfigurations } from "../../control-plane/collections.ts";
import { type Server } from "./ask.ts";

export interface ConfiguredRule {
  readonly rule: string;
  readonly timeoutSeconds?: number;
}

/** Of the webhook that asks a rule. */
export function nameOf(rule: string): string {
  return `${rule}.webhook.holdfast.dev`;
}

/** A webhook for each rule: it is asked about deletes of ConfigMaps with the label `asks` of that value. */
export async function configure(server: ControlPlane, served: Server, rules: readonly ConfiguredRule[]): Promise<void> {
  const body = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "webhook-test" },
    webhooks: rules.map(({ rule, timeoutSeconds = 10 }) => ({
      name: nameOf(rule),
      clientConfig: { url: `https://127.0.0.1:${served.port}/${rule}`, caBundle: btoa(served.authority.certificate) },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"] }],
      objectSelector: { matchLabels: { asks: rule } },
      failurePolicy: "Fail",
      sideEffects: "None",
      timeoutSeconds,
      admissionReviewVersions: ["v1"],
    })),
  };
  await created(server, webhookConfigurations, body);
}
