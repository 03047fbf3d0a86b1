import { createServer } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createAuthority } from "../../control-plane/certificates.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { webhookConfigurations } from "../../control-plane/collections.ts";

export interface SlowDecision {
  end(): Promise<void>;
}

interface Review {
  readonly request: {
    readonly uid: string;
    readonly oldObject: { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } };
  };
}

/** On an object: for how long a delete of it is being decided. */
export const decidedFor = "test.example.com/decided-for-ms";

/**
 * A webhook beside ours that lets everything go, and takes as long as the object says: what others do while a delete is
 * being decided is what the races are about. The API server asks both at once.
 */
export async function slowDecision(server: ControlPlane): Promise<SlowDecision> {
  const authority = await createAuthority("slow");
  const { certificate, privateKey } = await authority.issue({
    usage: "server",
    commonName: "slow",
    ipAddresses: ["127.0.0.1"],
  });
  let asked = 0;
  const https = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { uid, oldObject } = (JSON.parse(Buffer.concat(chunks).toString()) as Review).request;
      asked += 1;
      const body = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } };
      void sleep(Number(oldObject.metadata.annotations?.[decidedFor] ?? 0)).then(() => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(body));
      });
    });
  });
  https.listen(0, "127.0.0.1");
  await once(https, "listening");
  const { port } = https.address() as AddressInfo;
  const webhook = {
    name: "slow.example.com",
    clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: btoa(authority.certificate) },
    rules: [{ apiGroups: ["eks.aws.upbound.io"], apiVersions: ["*"], operations: ["DELETE"], resources: ["clusters"] }],
    failurePolicy: "Fail",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  await created(server, webhookConfigurations, { metadata: { name: "slow" }, webhooks: [webhook] });
  await waitUntil("the slow webhook is asked", async () => {
    const canary = { apiVersion: "eks.aws.upbound.io/v1beta1", kind: "Cluster", metadata: { name: "canary" } };
    await server.request({ method: "POST", path: "/apis/eks.aws.upbound.io/v1beta1/clusters", body: canary });
    await server.request({ method: "DELETE", path: "/apis/eks.aws.upbound.io/v1beta1/clusters/canary?dryRun=All" });
    return asked > 0;
  });
  return {
    end: async () => {
      https.closeAllConnections();
      await new Promise((resolve) => https.close(resolve));
    },
  };
}
