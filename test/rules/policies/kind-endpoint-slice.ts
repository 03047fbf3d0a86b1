import { deletionPolicy } from "holdfast";
import type { EndpointSlice } from "holdfast/kinds";

/** Slices with an endpoint that is ready stay; a null is no endpoint. */
export default deletionPolicy<EndpointSlice>({
  name: "kind-endpoint-slice",
  match: [{ group: "discovery.k8s.io", resource: "endpointslices" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    ready: {
      denyWhen: ({ oldObject }) =>
        oldObject.addressType === "IPv4" &&
        oldObject.endpoints?.some(({ addresses, conditions }) => conditions?.ready && addresses?.[0] === "10.1.2.3"),
      message: ({ oldObject }) => `${oldObject.metadata.name} has 10.1.2.3`,
    },
  },
});
