import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Route extends KubernetesObject {
  spec: {
    host?: string;
    path?: string;
    to: { kind: string; name: string; weight?: number };
    tls?: { termination: "edge" | "passthrough" | "reencrypt" };
  };
  status?: { ingress?: { routerName?: string; host?: string; conditions?: { type: string; status: string }[] }[] };
}

export default deletionPolicy<Route>({
  name: "openshift-vanity-routes",
  match: [{ group: "route.openshift.io", resource: "routes" }],
  rules: {
    // routes with a generated host (*.apps.*) can be made again, the vanity ones have DNS and firewall tickets behind them
    vanity: {
      denyWhen: ({ oldObject }) => !!oldObject.spec.host && !/\.apps\.[a-z0-9-]+\./.test(oldObject.spec.host),
      message: ({ oldObject: { metadata, spec, status } }) =>
        `Route ${metadata.name}: ${spec.tls ? "https" : "http"}://${spec.host}${spec.path ?? "/"} -> ${spec.to.name} is a vanity host on router ${status?.ingress?.map((i) => i.routerName ?? "default").join(", ") || "none"}; needs a ticket (${metadata.annotations?.["itsm/ticket"] ?? "none given"})`,
    },
  },
});
