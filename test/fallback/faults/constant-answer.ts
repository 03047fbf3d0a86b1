import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { untilConfigured } from "../../install/installed/call-on-loopback.ts";
import { created } from "../../control-plane/requests.ts";
export const constantLabel = "test.example.com/constant";

/** A webhook beside ours, asked about deletes of ConfigMaps with that label. The function that comes back ends it. */
export async function constantAnswer(server: ControlPlane): Promise<() => void> {
  const child = fork(join(import.meta.dirname, "constant-answer-process.ts"));
  const [{ port, authority }] = (await once(child, "message")) as [{ readonly port: number; readonly authority: string }];
  await created(server, "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "constant" },
    webhooks: [
      {
        name: "constant.example.com",
        clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: btoa(authority) },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"] }],
        objectSelector: { matchLabels: { [constantLabel]: "yes" } },
        failurePolicy: "Fail",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  await untilConfigured(server);
  return () => void child.kill();
}
