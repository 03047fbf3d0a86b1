import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { grant } from "../on-server.ts";

/** Who may create CriticalServices, and delete these in the Namespace `authored`. */
export const authorsOf =
  (server: () => ControlPlane) =>
  async (user: string, group: string, resources: readonly string[], resourceNames: readonly string[] = []) => {
    const mine = { apiGroups: [group], resources, verbs: ["delete"], ...(resourceNames.length > 0 && { resourceNames }) };
    const clusterRole = [
      { apiGroups: ["protection.holdfast.dev"], resources: ["criticalservices"], verbs: ["create", "patch", "get"] },
    ];
    await grant(server(), { user, namespace: "authored", permissions: { role: [mine], clusterRole } });
    const asked = [
      { verb: "create", group: "protection.holdfast.dev", resource: "criticalservices" },
      ...resources.map((resource) => ({
        verb: "delete",
        group,
        resource,
        namespace: "authored",
        name: resourceNames[0] ?? "main",
      })),
    ];
    for (const resourceAttributes of asked)
      await waitUntil(`${user} may ${resourceAttributes.verb} ${resourceAttributes.resource}`, async () => {
        const review = {
          apiVersion: "authorization.k8s.io/v1",
          kind: "SubjectAccessReview",
          spec: { user, resourceAttributes },
        };
        const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
        const { body } = await server().request({ method: "POST", path, body: review });
        return (body["status"] as { readonly allowed: boolean }).allowed;
      });
  };
