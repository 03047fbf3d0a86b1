import type { ApiRequest, RequestServer } from "../kubernetes/api-server.ts";
import { answerProblem } from "../controller/answer-problem.ts";
import type { JsonObject } from "../../compiler/api/json.ts";
import { type CertificateNames, secretPath, secretsPath } from "./certificate-names.ts";
import { ourLabel } from "../../compiler/api/names.ts";

/**
 * After all but `written` one has to look again: somebody else was faster, or the object had to go
 * before there can be a new one.
 */
export type SecretWriteResult = "written" | "overtaken" | "removed";

/** A Secret of that name with exactly this data; `current` is the object that is replaced. */
export async function writeSecret(
  api: RequestServer,
  names: CertificateNames,
  { name, data, current }: { readonly name: string; readonly data: JsonObject; readonly current: JsonObject | undefined },
): Promise<SecretWriteResult> {
  const request = current === undefined ? creation(names, name, data) : replacement(names, current, { name, data });
  const answer = await api.request(request);
  const { status } = answer;
  if (status === 200 || status === 201) return "written";
  if (status === 409 || (status === 404 && current !== undefined)) return "overtaken";
  if (status === 422 && current !== undefined && isBeyondUpdates(current)) return removeSecret(api, names, { name, current });
  throw answerProblem(request, answer, { what: request.path, message: "kept" });
}

const kind = { apiVersion: "v1", kind: "Secret" };
const type = "kubernetes.io/tls";

/**
 * Marked as immutable, or of a type that demands other keys. Any other denial is somebody's policy,
 * and would deny a new one, too.
 */
function isBeyondUpdates(current: JsonObject): boolean {
  return current["immutable"] === true || current["type"] !== type;
}

function creation(names: CertificateNames, name: string, data: JsonObject): ApiRequest {
  const labels = { [ourLabel.key]: ourLabel.value };
  const metadata = { name, namespace: names.namespace, labels };
  return { method: "POST", path: secretsPath(names), body: { ...kind, metadata, type, data } };
}

/** With the resourceVersion that was read, and the labels, annotations and owners that others gave it. */
function replacement(
  names: CertificateNames,
  current: JsonObject,
  { name, data }: { readonly name: string; readonly data: JsonObject },
): ApiRequest {
  return { method: "PUT", path: secretPath(names, name), body: { ...current, ...kind, data } };
}

/** Under preconditions, so that it is this one and not its successor. The next look makes it anew. */
async function removeSecret(
  api: RequestServer,
  names: CertificateNames,
  { name, current }: { readonly name: string; readonly current: JsonObject },
): Promise<SecretWriteResult> {
  const { uid, resourceVersion } = current["metadata"] as { readonly uid: string; readonly resourceVersion: string };
  const body = { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid, resourceVersion } };
  const request = { method: "DELETE", path: secretPath(names, name), body } as const;
  const answer = await api.request(request);
  if (answer.status === 200) return "removed";
  if (answer.status === 404 || answer.status === 409) return "overtaken";
  throw answerProblem(request, answer, { what: request.path, message: "kept" });
}
