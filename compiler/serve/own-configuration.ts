import type { ValidatingWebhook, ValidatingWebhookConfiguration } from "../manifest/kubernetes-objects.ts";
import { renderFile } from "../manifest/yaml.ts";

/** Another name than that of the installed one, which is not to be overwritten; and no mark by which it would be kept. */
const name = "holdfast-serve";

export interface Reached {
  /** `https://127.0.0.1:8443` */
  readonly url: string;
  /** PEM */
  readonly authority: string;
}

/** The same queries as those of the installed webhook, put to this process. */
export function ownConfiguration({ webhooks, ...others }: ValidatingWebhookConfiguration, reached: Reached): string {
  const object = { ...others, metadata: { name }, webhooks: webhooks.map((webhook) => aimed(webhook, reached)) };
  const header = [
    `# Written by holdfast serve: it asks the process at ${reached.url}, and only while that runs with this certificate.`,
    `# kubectl delete validatingwebhookconfiguration ${name} takes it away again.`,
  ];
  return renderFile(header, [{ object, above: [], within: [] }]);
}

function aimed({ clientConfig, ...webhook }: ValidatingWebhook, { url, authority }: Reached): object {
  const { name: own, ...rest } = webhook;
  const caBundle = Buffer.from(authority).toString("base64");
  return { name: own, clientConfig: { url: `${url}${clientConfig.service.path}`, caBundle }, ...rest };
}
