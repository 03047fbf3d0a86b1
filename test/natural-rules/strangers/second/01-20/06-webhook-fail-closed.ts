import { deletionPolicy } from "holdfast";
import type { ValidatingWebhookConfiguration } from "holdfast/kinds";

export default deletionPolicy<ValidatingWebhookConfiguration>({
  name: "security-webhooks",
  match: [{ group: "admissionregistration.k8s.io", resource: "validatingwebhookconfigurations" }],
  rules: {
    failClosed: {
      denyWhen: ({ oldObject, request }) => {
        let failClosed = 0;
        for (const hook of oldObject.webhooks ?? []) {
          if (hook.failurePolicy === "Ignore") {
            continue;
          }
          failClosed++;
        }
        return failClosed > 0 && !request.userInfo.username?.startsWith("system:serviceaccount:security-");
      },
      message: ({ oldObject }) => {
        const lines: string[] = [];
        for (const { name, failurePolicy = "Fail", clientConfig, timeoutSeconds = 10 } of oldObject.webhooks ?? []) {
          if (failurePolicy === "Ignore") continue;
          const svc = clientConfig.service;
          lines.push(`${name} -> ${svc ? svc.namespace + "/" + svc.name + ":" + (svc.port ?? 443) : clientConfig.url} (${timeoutSeconds}s)`);
        }
        return `${oldObject.metadata.name} has ${lines.length} fail-closed webhook(s): ${lines.join("; ")}`;
      },
    },
  },
});
