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
  const { operation = "DELETE", user = "admin", isCollection, permissions } = request;
  if (permissions === undefined) return;
  const name = objectName(title);
  const verb = isCollection === true ? "deletecollection" : operation.toLowerCase();
  const own = { verb, resource: `things.${group}`, namespace, ...(isNamed(request) && { name }) };
  await grantTo(server, `${prefix}-${name}`, user, [own, ...permissions.map((one) => permissionIn(namespace, one))]);
}

/** Where the path of the request names the object: RBAC knows no other name. */
function isNamed({ operation, isCollection }: Request): boolean {
  return operation !== "CREATE" && isCollection !== true;
}
