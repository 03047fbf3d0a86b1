import type { ApiRequest, RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { Permissions, PolicyRule } from "../../compiler/api/resource.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created } from "../control-plane/requests.ts";
import { rbac } from "../control-plane/collections.ts";

/** A real API server, asked as that user. `sent` sees every request. */
export function asUser(server: ControlPlane, user: string, sent: (request: ApiRequest) => void = () => undefined): RequestServer {
  return {
    url: server.url,
    request: async (request) => {
      sent(request);
      const { method, path, body, contentType } = request;
      const typed = contentType === undefined ? {} : { contentType };
      const answer = await server.request({ method, path, ...(body !== undefined && { body }), ...typed, as: user });
      return { status: answer.status, body: answer.body, retryAfterSeconds: undefined };
    },
    close: () => Promise.resolve(),
  };
}

/** Exactly these rights for that user. */
export async function grant(
  server: ControlPlane,
  { user, namespace, permissions }: { readonly user: string; readonly namespace: string; readonly permissions: Permissions },
): Promise<void> {
  const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }];
  const give = async (where: string, kind: "Role" | "ClusterRole", rules: readonly PolicyRule[]): Promise<void> => {
    const metadata = { name: user };
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind, name: user };
    await created(server, `${rbac}${where}/${kind.toLowerCase()}s`, { metadata, rules });
    await created(server, `${rbac}${where}/${kind.toLowerCase()}bindings`, { metadata, roleRef, subjects });
  };
  await give(`/namespaces/${namespace}`, "Role", permissions.role);
  await give("", "ClusterRole", permissions.clusterRole);
}
