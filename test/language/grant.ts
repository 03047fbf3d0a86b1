import type { ControlPlane } from "../control-plane/control-plane.ts";
import { grantTo } from "../control-plane/roles.ts";
import type { Request } from "./language-case.ts";
import { group, objectName, permissionIn } from "./requests.ts";

interface Granted {
  readonly prefix: string;
  readonly title: string;
  readonly request: Request;
  readonly namespace: string;
}

/** Roles for a user who may do just what a request says, and make the request. */
export async function grant(server: ControlPlane, { prefix, title, request, namespace }: Granted): Promise<void> {
  const { operation = "DELETE", user = "admin", permissions } = request;
  if (permissions === undefined) return;
  const name = objectName(title);
  const own = { verb: operation.toLowerCase(), resource: `things.${group}`, namespace, name };
  await grantTo(server, `${prefix}-${name}`, user, [own, ...permissions.map((one) => permissionIn(namespace, one))]);
}
