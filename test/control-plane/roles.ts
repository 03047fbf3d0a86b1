import { resourceParts } from "../../compiler/simulator/testing/authorizer-of.ts";
import type { Permission } from "../../compiler/simulator/testing/request-description.ts";
import type { ControlPlane } from "./control-plane.ts";
import { created } from "./requests.ts";

const rbac = "rbac.authorization.k8s.io";

/** Roles for a user, or for whom a permission names: each permission has one of its own. */
export async function grantTo(
  server: ControlPlane,
  name: string,
  asker: string,
  permissions: readonly Permission[],
): Promise<void> {
  for (const [at, permission] of permissions.entries()) {
    const { user = asker, namespace } = permission;
    const metadata = { name: `${name}-${at}` };
    await create(server, "clusterroles", { metadata, rules: [ruleOf(permission)] });
    const where = namespace === undefined ? "clusterrolebindings" : `namespaces/${namespace}/rolebindings`;
    const roleRef = { apiGroup: rbac, kind: "ClusterRole", name: metadata.name };
    await create(server, where, { metadata, roleRef, subjects: [{ apiGroup: rbac, kind: "User", name: user }] });
  }
}

function ruleOf({ verb, resource: text, name }: Permission): object {
  if (text.startsWith("/")) return { verbs: [verb], nonResourceURLs: [text] };
  const { group, resource, subresource } = resourceParts(text);
  const resources = [subresource === "" ? resource : `${resource}/${subresource}`];
  return { verbs: [verb], apiGroups: [group], resources, ...(name !== undefined && { resourceNames: [name] }) };
}

async function create(server: ControlPlane, where: string, body: object): Promise<void> {
  await created(server, `/apis/${rbac}/v1/${where}`, body);
}
