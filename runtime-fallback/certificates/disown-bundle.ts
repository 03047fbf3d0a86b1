import type { RequestServer } from "../kubernetes/api-server.ts";
import { objectsOf, metadataOf, type JsonObject } from "../../compiler/api/json.ts";
import { answerProblem } from "../controller/answer-problem.ts";
import { type CertificateNames, configurationPath } from "./certificate-names.ts";
import { fieldManager } from "../../compiler/api/names.ts";

/**
 * Gives up what we own of the configuration, which is `caBundle`; its value stays. A webhook that goes from the applied file would
 * otherwise be kept for the sake of that one field, and be denied as incomplete: no server-side apply could take a webhook away
 * (measured on 1.30.14 and 1.37.1). Who applies the file never names `caBundle`, and so leaves alone what nobody owns.
 */
export async function disownBundle(
  api: RequestServer,
  names: CertificateNames,
  configuration: JsonObject | undefined,
): Promise<void> {
  const { resourceVersion, managedFields } = metadataOf(configuration);
  const managers = objectsOf(managedFields);
  const others = managers.filter(({ manager }) => manager !== fieldManager);
  if (others.length === managers.length) return;
  const body = [
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    { op: "replace", path: "/metadata/managedFields", value: others },
  ];
  const request = { method: "PATCH", path: configurationPath(names), body, contentType: "application/json-patch+json" } as const;
  const answer = await api.request(request);
  // Overtaken, or gone: the next look sees what is to be done then.
  if (![200, 404, 409].includes(answer.status)) throw answerProblem(request, answer, { what: request.path });
}
