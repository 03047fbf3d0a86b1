import { resourceParts } from "../../compiler/simulator/testing/authorizer-of.ts";
import type { Permission } from "../../compiler/simulator/testing/request-description.ts";
import { rbac } from "./collections.ts";
import type { ControlPlane } from "./control-plane.ts";
import { created } from "./requests.ts";
import { waitUntil } from "./wait-until.ts";

const apiGroup = "rbac.authorization.k8s.io";

export interface Subject {
  readonly kind: "User" | "Group" | "ServiceAccount";
  readonly name: string;
  /** Of a ServiceAccount. */
  readonly namespace?: string;
}

export interface Role {
  readonly name: string;
  /** Undefined: in the whole cluster. */
  readonly namespace?: string;
  readonly rules: readonly object[];
  readonly subjects: readonly Subject[];
}

/** A role, and a binding of the same name. */
export async function createRole(server: ControlPlane, { name, namespace, rules, subjects }: Role): Promise<void> {
  const kind = namespace === undefined ? "ClusterRole" : "Role";
  const where = collectionOf(kind, namespace);
  await created(server, where, { metadata: { name }, rules });
  await created(server, bindingsOf(where), bindingOf(name, { kind, name }, subjects));
}

/** Binds a ClusterRole that is there: to the whole cluster, or to what is in a Namespace. */
export async function bindClusterRole(
  server: ControlPlane,
  { name, role, namespace, subjects }: Omit<Role, "rules"> & { readonly role: string },
): Promise<void> {
  const where = collectionOf(namespace === undefined ? "ClusterRole" : "Role", namespace);
  await created(server, bindingsOf(where), bindingOf(name, { kind: "ClusterRole", name: role }, subjects));
}

function collectionOf(kind: "ClusterRole" | "Role", namespace: string | undefined): string {
  return `${rbac}${namespace === undefined ? "" : `/namespaces/${namespace}`}/${kind.toLowerCase()}s`;
}

const bindingsOf = (roles: string): string => roles.replace(/s$/, "bindings");

function bindingOf(name: string, role: { readonly kind: string; readonly name: string }, subjects: readonly Subject[]): object {
  const named = subjects.map((subject) => (subject.kind === "ServiceAccount" ? subject : { ...subject, apiGroup }));
  return { metadata: { name }, roleRef: { ...role, apiGroup }, subjects: named };
}

/** Roles for a user, or for whom a permission names: each permission has one of its own. */
export async function grantTo(
  server: ControlPlane,
  prefix: string,
  asker: string,
  permissions: readonly Permission[],
): Promise<void> {
  for (const [at, permission] of permissions.entries()) {
    const { user = asker, namespace } = permission;
    const name = `${prefix}-${at}`;
    await created(server, `${rbac}/clusterroles`, { metadata: { name }, rules: [ruleOf(permission)] });
    const subjects = [{ kind: "User", name: user }] as const;
    await bindClusterRole(server, { name, role: name, subjects, ...(namespace !== undefined && { namespace }) });
  }
}

function ruleOf({ verb, resource: text, name }: Permission): object {
  if (text.startsWith("/")) return { verbs: [verb], nonResourceURLs: [text] };
  const { group, resource, subresource } = resourceParts(text);
  const resources = [subresource === "" ? resource : `${resource}/${subresource}`];
  return { verbs: [verb], apiGroups: [group], resources, ...(name !== undefined && { resourceNames: [name] }) };
}

/** Returns when RBAC goes by what was granted: `attributes` as in a SubjectAccessReview. */
export async function untilMay(server: ControlPlane, user: string, attributes: object): Promise<void> {
  const body = { spec: { user, resourceAttributes: attributes } };
  await waitUntil(`${user} has its rights`, async () => {
    const review = await created(server, "/apis/authorization.k8s.io/v1/subjectaccessreviews", body);
    return (review["status"] as { readonly allowed: boolean }).allowed;
  });
}
