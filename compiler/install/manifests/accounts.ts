import { names } from "../settings.ts";
import type { Contents } from "./contents.ts";
import { controllerRights, controllerRightsInNamespace } from "./controller-rights.ts";
import { type ManifestObject, describedBy } from "./manifest-object.ts";
import type { Process } from "./pod.ts";
import type { PolicyRule } from "../../api/policy-rule.ts";
import { webhookRights } from "./webhook-rights.ts";

/** A service account for each process, with the rights that it needs and no others. */
export function accountObjects(contents: Contents): readonly ManifestObject[] {
  const { fallback, processes } = contents;
  const rights = { webhook: () => webhookRights(fallback, contents), controller: () => controllerRights(fallback) };
  return processes.flatMap((process) => [
    account(contents, process),
    ...clusterWide(contents, process, rights[process]()),
    ...(process === "controller" ? inNamespace(contents, process, controllerRightsInNamespace(fallback)) : []),
  ]);
}

/** Only Pods that ask for a token get one: ours do. */
function account(contents: Contents, process: Process): ManifestObject {
  return {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: describedBy(contents, { name: names[process], wave: "foundation" }),
    automountServiceAccountToken: false,
  };
}

function clusterWide(contents: Contents, process: Process, rules: readonly PolicyRule[]): readonly ManifestObject[] {
  if (rules.length === 0) return [];
  const metadata = describedBy(contents, { name: names[process], wave: "foundation", isClusterScoped: true });
  return [
    { apiVersion: rbac, kind: "ClusterRole", metadata, rules },
    { apiVersion: rbac, kind: "ClusterRoleBinding", metadata, ...grant("ClusterRole", contents, process) },
  ];
}

function inNamespace(contents: Contents, process: Process, rules: readonly PolicyRule[]): readonly ManifestObject[] {
  const metadata = describedBy(contents, { name: names[process], wave: "foundation" });
  return [
    { apiVersion: rbac, kind: "Role", metadata, rules },
    { apiVersion: rbac, kind: "RoleBinding", metadata, ...grant("Role", contents, process) },
  ];
}

const rbac = "rbac.authorization.k8s.io/v1";

function grant(kind: "Role" | "ClusterRole", { fallback }: Contents, process: Process): object {
  return {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: names[process] },
    subjects: [{ kind: "ServiceAccount", name: names[process], namespace: fallback.namespace }],
  };
}
