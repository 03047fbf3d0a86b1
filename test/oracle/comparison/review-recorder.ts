import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

import type { AdmissionReviewRequest } from "../../../compiler/api/admission-review.ts";
import { createAuthority } from "../../control-plane/certificates.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { created } from "../../control-plane/requests.ts";

/** What the API server sends to a webhook. */
export type Review = AdmissionReviewRequest & { readonly uid: string };

/**
 * A validating webhook that admits everything and keeps what it was asked: the request exactly as the policies have it,
 * with defaults, managed fields and whatever the storage of a kind has filled in. It is asked after the policies, so
 * that they must not be there yet.
 */
export type ReviewRecorder = {
  readonly reviews: readonly Review[];
  stop(): Promise<void>;
};

const name = "recorder.holdfast.dev";
const path = `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${name}`;

/** Records the requests of members of the group. */
export async function startReviewRecorder(server: ControlPlane, recordedGroup: string): Promise<ReviewRecorder> {
  const authority = await createAuthority("recorder");
  const { certificate, privateKey } = await authority.issue({ usage: "server", commonName: name, ipAddresses: ["127.0.0.1"] });
  const reviews: Review[] = [];
  // Whoever hangs up first must be the API server, after 90 s: a review that is written just when we do is lost.
  const keepAliveTimeout = 120_000;
  const webhook = createServer({ cert: certificate, key: privateKey, keepAliveTimeout }, (request, response) => {
    void json(request).then((body) => {
      const { request: review } = body as { readonly request: Review };
      reviews.push(review);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          apiVersion: "admission.k8s.io/v1",
          kind: "AdmissionReview",
          response: { uid: review.uid, allowed: true },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => void webhook.listen(0, "127.0.0.1", resolve));
  const { port } = webhook.address() as AddressInfo;
  await configure(server, { url: `https://127.0.0.1:${port}/`, caBundle: btoa(authority.certificate) }, recordedGroup);
  return {
    reviews,
    stop: async () => {
      await server.request({ method: "DELETE", path });
      webhook.closeAllConnections();
      await new Promise((resolve) => void webhook.close(resolve));
    },
  };
}

async function configure(server: ControlPlane, clientConfig: object, recordedGroup: string): Promise<void> {
  const rule = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"], scope: "*" };
  await created(server, path.slice(0, -name.length - 1), {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name,
        clientConfig,
        rules: [rule],
        matchPolicy: "Exact",
        failurePolicy: "Fail",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        matchConditions: [{ name: "recorded", expression: `'${recordedGroup}' in request.userInfo.groups` }],
      },
    ],
  });
}
