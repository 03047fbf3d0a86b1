import { deletionPolicy } from "holdfast";
import type { EndpointSlice } from "holdfast/kinds";

// We have hand-written EndpointSlices for the on-prem databases. Controller managed ones may go.
const isManual = (s: EndpointSlice) =>
  !s.metadata.labels?.["endpointslice.kubernetes.io/managed-by"]?.endsWith(".k8s.io");

const readyAddresses = (s: EndpointSlice): string[] =>
  (s.endpoints ?? []).filter((e) => e.conditions?.ready ?? true).flatMap((e) => e.addresses);

export default deletionPolicy<EndpointSlice>({
  name: "manual-endpointslices",
  match: [{ group: "discovery.k8s.io", resource: "endpointslices" }],
  rules: {
    manualAndReady: {
      denyWhen: ({ oldObject }) => isManual(oldObject) && readyAddresses(oldObject).length > 0,
      message: ({ oldObject }) => {
        const ports = (oldObject.ports ?? []).map((p) => `${p.port ?? "*"}/${p.protocol ?? "TCP"}`);
        const addrs = readyAddresses(oldObject);
        const shown = addrs.slice(0, 3).join(", ");
        const more = addrs.length > 3 ? ` and ${addrs.length - 3} more` : "";
        return `EndpointSlice ${oldObject.metadata.name} of service ${oldObject.metadata.labels?.["kubernetes.io/service-name"] ?? "<none>"} still routes ${ports.join("+")} to ${shown}${more}`;
      },
    },
  },
});
