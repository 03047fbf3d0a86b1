import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { resourceParts } from "../simulator/testing/authorizer-of.ts";
import type { Permission } from "../simulator/testing/request-description.ts";
import { type RequestServer, ClusterError } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { CreatedObjects } from "./created-objects.ts";
import { until } from "./until.ts";

/** Someone who may do something on a resource, as RBAC is told. */
export interface Right {
  readonly user: string;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Everywhere if undefined. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Instead of all of these, where the right is about none of the resources. */
  readonly path: string | undefined;
}

const rbac = "rbac.authorization.k8s.io";
const root = `/apis/${rbac}/v1`;

/** Gives rights by roles of this run, and returns when the server goes by them. */
export async function grant(
  rights: readonly Right[],
  name: string,
  created: CreatedObjects,
  client: RequestServer,
): Promise<void> {
  for (const [at, right] of rights.entries()) {
    const metadata = { name: `${name}-${at}` };
    await created.require(`${root}/clusterroles`, { metadata, rules: [ruleOf(right)] });
    const where = right.namespace === undefined ? "clusterrolebindings" : `namespaces/${right.namespace}/rolebindings`;
    const roleRef = { apiGroup: rbac, kind: "ClusterRole", name: metadata.name };
    const subjects = [{ apiGroup: rbac, kind: "User", name: right.user }];
    await created.require(`${root}/${where}`, { metadata, roleRef, subjects });
  }
  await waitFor(rights, true, client);
}

/** Returns when the server goes by the rights, or no longer does. */
export async function waitFor(rights: readonly Right[], isAllowed: boolean, client: RequestServer): Promise<void> {
  for (const right of rights) {
    const isSo = await until(async () => (await isAllowedTo(right, client)) === isAllowed);
    if (!isSo) throw new ClusterError(`the roles of ${right.user} do not take effect`, "the cluster has to authorize by RBAC");
  }
}

/** The right that a permission of a test stands for. */
export function rightOf({ verb, resource, namespace, name, user }: Permission, asker: string): Right {
  const own = { user: user ?? asker, verb, namespace, name };
  if (resource.startsWith("/")) return { ...own, ...noResource, namespace: undefined, path: resource };
  return { ...own, ...resourceParts(resource), path: undefined };
}

const noResource = { group: "", resource: "", subresource: "" };

/** The rights that nobody has given before. */
export async function missingOf(rights: readonly Right[], client: RequestServer): Promise<readonly Right[]> {
  const missing: Right[] = [];
  for (const right of rights) if (!(await isAllowedTo(right, client))) missing.push(right);
  return missing;
}

export function rightTo(verb: string, { group, resource }: ServedResource, user: string, subresource: string | undefined): Right {
  return { user, verb, group, resource, subresource: subresource ?? "", namespace: undefined, name: undefined, path: undefined };
}

function ruleOf({ verb, group, resource, subresource, name, path }: Right): object {
  if (path !== undefined) return { verbs: [verb], nonResourceURLs: [path] };
  const resources = [subresource === "" ? resource : `${resource}/${subresource}`];
  return { verbs: [verb], apiGroups: [group], resources, ...(name !== undefined && { resourceNames: [name] }) };
}

async function isAllowedTo({ user, path: url, ...resourceAttributes }: Right, client: RequestServer): Promise<boolean> {
  const asked =
    url === undefined ? { resourceAttributes } : { nonResourceAttributes: { path: url, verb: resourceAttributes.verb } };
  const spec = { user, groups: ["system:authenticated"], ...asked };
  const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  const { body } = await client.request({ method: "POST", path, body: { spec } });
  const status: unknown = body["status"];
  return typeof status === "object" && status !== null && "allowed" in status && status.allowed === true;
}
