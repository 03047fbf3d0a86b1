import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { patched } from "./call-on-loopback.ts";

const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast";

export interface ConfiguredWebhook {
  readonly name: string;
  readonly rules: readonly object[];
  readonly timeoutSeconds: number;
}

/**
 * As somebody does who may change webhook configurations; the function that it returns puts everything back. Returns
 * when the API server goes by it.
 */
export async function changeWebhooks(
  server: ControlPlane,
  change: (webhook: ConfiguredWebhook) => ConfiguredWebhook,
): Promise<() => Promise<void>> {
  const { body } = await server.request({ method: "GET", path });
  const before = body["webhooks"] as readonly ConfiguredWebhook[];
  const write = (webhooks: readonly ConfiguredWebhook[]) => patched(server, { webhooks });
  await write(before.map(change));
  return () => write(before);
}
