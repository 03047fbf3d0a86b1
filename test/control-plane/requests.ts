import type { StoredObject } from "../../runtime-fallback/kubernetes/stored-object.ts";
import type { ApiRequest } from "./api-client.ts";
import type { ControlPlane } from "./control-plane.ts";

type Requests = Pick<ControlPlane, "request">;
type Kubectl = Pick<ControlPlane, "kubectl">;

/** Changes the fields that `body` names, as `kubectl patch --type merge`; `sender` says who does it. */
export function mergePatch(path: string, body: unknown, sender: Pick<ApiRequest, "as" | "groups" | "extra"> = {}): ApiRequest {
  return { method: "PATCH", path, contentType: "application/merge-patch+json", body, ...sender };
}

/** The object as it was stored in that collection; throws where the server does not take it. */
export async function created(server: Requests, path: string, body: unknown): Promise<StoredObject> {
  const answer = await server.request({ method: "POST", path, body });
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body as StoredObject;
}

/** The object after a merge patch; throws where the server does not take it. */
export async function changed(server: Requests, path: string, body: unknown): Promise<StoredObject> {
  const answer = await server.request(mergePatch(path, body));
  if (answer.status !== 200) throw new Error(`PATCH ${path}: ${answer.text}`);
  return answer.body as StoredObject;
}

export async function uidOf(server: Requests, path: string): Promise<string> {
  const { status, body, text } = await server.request({ method: "GET", path });
  if (status !== 200) throw new Error(`GET ${path}: ${text}`);
  return (body as StoredObject).metadata.uid;
}

export async function isGone(server: Requests, path: string): Promise<boolean> {
  return (await server.request({ method: "GET", path })).status === 404;
}

/** `kubectl apply --server-side` of YAML; throws where the server denies any of it. */
export async function applyYaml({ kubectl }: Kubectl, yaml: string): Promise<void> {
  const { code, stderr } = await kubectl(["apply", "--server-side", "-f", "-"], { input: yaml });
  if (code !== 0) throw new Error(`kubectl apply: ${stderr}`);
}
