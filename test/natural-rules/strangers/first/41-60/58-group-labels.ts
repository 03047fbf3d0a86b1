import { deletionPolicy } from "holdfast";
import type { Ingress } from "holdfast/kinds";

/** group → what its members may delete */
const scopes: Record<string, { env: string[]; max?: number }> = {
  developers: { env: ["dev", "preview"] },
  leads: { env: ["dev", "preview", "stage"], max: 5 },
  sre: { env: ["dev", "preview", "stage", "prod"], max: 100 },
};

const backends = (i: Ingress): string[] =>
  i.spec?.rules?.flatMap((r) => r.http?.paths.map((p) => p.backend.service?.name ?? "resource") ?? []) ?? [];

export default deletionPolicy<Ingress>({
  name: "scoped-ingress-deletes",
  match: [{ group: "networking.k8s.io", resource: "ingresses" }],
  rules: {
    scope: {
      denyWhen: ({ oldObject, request, namespaceObject }) => {
        const env = namespaceObject?.metadata.labels?.["env"] ?? "prod";
        const allowed = (request.userInfo.groups ?? [])
          .map((g) => scopes[g])
          .filter((s) => s !== undefined)
          .some((s) => s.env.includes(env) && backends(oldObject).length <= (s.max ?? 1));
        return !allowed;
      },
      message: ({ oldObject, request }) =>
        `None of your groups (${request.userInfo.groups?.join(", ") || "none"}) may delete an ingress with ${backends(oldObject).length} backends`,
    },
  },
});
