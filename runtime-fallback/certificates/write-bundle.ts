import type { RequestServer } from "../kubernetes/api-server.ts";
import { answerProblem } from "../controller/answer-problem.ts";
import { type CertificateNames, configurationPath } from "./certificate-names.ts";
import { fieldManager } from "./disown-bundle.ts";
import type { JsonObject } from "../../compiler/api/json.ts";
import type { SecretWriteResult } from "./write-secret.ts";

/** Writes the caBundle of every webhook of the configuration that was read, and nothing else. */
export async function writeBundle(
  api: RequestServer,
  names: CertificateNames,
  { configuration, bundle }: { readonly configuration: JsonObject; readonly bundle: string },
): Promise<SecretWriteResult> {
  const { resourceVersion } = configuration["metadata"] as { readonly resourceVersion: string };
  const webhooks = configuration["webhooks"] as readonly unknown[];
  const caBundle = Buffer.from(bundle).toString("base64");
  const body = [
    // Another version in the patched object than in the store is a conflict; a test of it would be an "invalid" like any other.
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    ...webhooks.map((_, index) => ({ op: "add", path: `/webhooks/${index}/clientConfig/caBundle`, value: caBundle })),
  ];
  const path = `${configurationPath(names)}?fieldManager=${fieldManager}`;
  const request = { method: "PATCH", path, body, contentType: "application/json-patch+json" } as const;
  const answer = await api.request(request);
  if (answer.status === 200) return "written";
  if (answer.status === 404 || answer.status === 409) return "overtaken";
  throw answerProblem(request, answer, { what: request.path });
}
