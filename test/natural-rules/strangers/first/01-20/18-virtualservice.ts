import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Destination { host: string; subset?: string }
interface VirtualService extends KubernetesObject {
  spec?: { hosts?: string[]; gateways?: string[]; http?: { route?: { destination: Destination; weight?: number }[] }[] };
}

export default deletionPolicy<VirtualService>({
  name: "virtual-services",
  match: [{ group: "networking.istio.io", version: "v1beta1", resource: "virtualservices" }],
  rules: {
    canary: {
      denyWhen: ({ oldObject }) =>
        (oldObject.spec?.http ?? [])
          .flatMap((h) => h.route ?? [])
          .some((r) => r.weight !== undefined && r.weight > 0 && r.weight < 100),
      message: ({ oldObject }) => {
        const split = (oldObject.spec?.http ?? [])
          .flatMap((h) => h.route ?? [])
          .map((r) => `${r.destination.host}${r.destination.subset ? "/" + r.destination.subset : ""}=${r.weight ?? 100}%`);
        return `A canary is under way: ${split.join(" ")}`;
      },
    },
    publicHosts: {
      denyWhen: ({ oldObject, request }) =>
        !!oldObject.spec?.gateways?.some((g) => g !== "mesh") &&
        !!oldObject.spec.hosts?.some((h) => h.endsWith(".acme.com")) &&
        !request.userInfo.groups?.includes("edge-team"),
      message: ({ oldObject }) => `Public hosts ${oldObject.spec?.hosts?.join(", ")} belong to the edge team`,
    },
  },
});
