import { type KubernetesObject, deletionPolicy } from "holdfast";

interface HTTPRoute extends KubernetesObject {
  spec: {
    hostnames?: string[];
    parentRefs?: { name: string; namespace?: string; sectionName?: string }[];
    rules?: { backendRefs?: { name: string; port?: number; weight?: number }[] }[];
  };
  status?: {
    parents?: { parentRef: { name: string }; conditions?: { type: string; status: string; reason?: string }[] }[];
  };
}

const acceptedBy = (route: HTTPRoute): string[] => {
  const names: string[] = [];
  route.status?.parents?.forEach((p) => {
    const accepted = p.conditions?.find((c) => c.type === "Accepted");
    if (accepted?.status === "True") {
      names.push(p.parentRef.name);
    }
  });
  return names;
};

export default deletionPolicy<HTTPRoute>({
  name: "http-routes",
  match: [{ group: "gateway.networking.k8s.io", resource: "httproutes" }],
  rules: {
    live: {
      denyWhen: ({ oldObject, namespaceObject }) =>
        ["prod", "production", "live"].includes(namespaceObject?.metadata.labels?.["environment"] ?? "") && acceptedBy(oldObject).length > 0,
      message: ({ oldObject }) => {
        const backends = oldObject.spec.rules
          ?.flatMap((r) => r.backendRefs ?? [])
          .filter((b) => b.weight !== 0)
          .map((b) => (b.port ? `${b.name}:${b.port}` : b.name));
        return `HTTPRoute ${oldObject.metadata.name} is accepted by ${acceptedBy(oldObject).join(" + ")} and sends ${oldObject.spec.hostnames?.join(", ") ?? "every host"} to ${Array.from(new Set(backends ?? [])).join(", ")}`;
      },
    },
  },
});
