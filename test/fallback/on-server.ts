import type { ApiRequest, RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { Permissions } from "../../compiler/api/resource.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { createRole } from "../control-plane/roles.ts";

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
  const own = { name: user, subjects: [{ kind: "User", name: user }] } as const;
  await createRole(server, { ...own, namespace, rules: permissions.role });
  await createRole(server, { ...own, rules: permissions.clusterRole });
}
