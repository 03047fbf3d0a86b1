import { resourceParts } from "../../compiler/testing/permission-parts.ts";
import type { Permission } from "../../compiler/testing/request-description.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import type { Request } from "./language-case.ts";
import { group, objectName, permissionIn } from "./requests.ts";

const rbac = "rbac.authorization.k8s.io";

interface Granted {
  readonly prefix: string;
  readonly title: string;
  readonly request: Request;
  readonly namespace: string;
}

/** Roles for a user who may do just what a request says: each permission has one of its own. */
export async function grant(server: ControlPlane, { prefix, title, request, namespace }: Granted): Promise<void> {
  const { operation = "DELETE", user = "admin", permissions } = request;
  if (permissions === undefined) return;
  const name = objectName(title);
  const own = { verb: operation.toLowerCase(), resource: `things.${group}`, namespace, name };
  for (const [at, permission] of [own, ...permissions].entries()) {
    const metadata = { name: `${prefix}-${name}-${at}` };
    const granted: Permission = { user, ...permissionIn(namespace, permission) };
    await create(server, "clusterroles", { metadata, rules: [ruleOf(granted)] });
    const where = granted.namespace === undefined ? "clusterrolebindings" : `namespaces/${granted.namespace}/rolebindings`;
    const roleRef = { apiGroup: rbac, kind: "ClusterRole", name: metadata.name };
    await create(server, where, { metadata, roleRef, subjects: [{ apiGroup: rbac, kind: "User", name: granted.user }] });
  }
}

function ruleOf({ verb, resource: text, name }: Permission): object {
  if (text.startsWith("/")) return { verbs: [verb], nonResourceURLs: [text] };
  const { group: apiGroup, resource, subresource } = resourceParts(text);
  const resources = [subresource === "" ? resource : `${resource}/${subresource}`];
  return { verbs: [verb], apiGroups: [apiGroup], resources, ...(name !== undefined && { resourceNames: [name] }) };
}

async function create(server: ControlPlane, where: string, body: object): Promise<void> {
  const { status, text } = await server.request({ method: "POST", path: `/apis/${rbac}/v1/${where}`, body });
  if (status !== 201) throw new Error(`${where}: ${text}`);
}
