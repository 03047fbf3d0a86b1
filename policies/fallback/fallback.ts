import { fallback } from "holdfast";
import { USED } from "./used-objects.ts";

/**
 * The webhook and the controller, for the policies beside this file: what may be used is listed in `used-objects.ts`, and what may be a
 * provider in `critical-services.ts`, too.
 */
export default fallback({
  image: "registry.example.com/holdfast/fallback:0.1.0",
  usages: {
    of: USED,
    by: [
      { group: "", resource: "pods" },
      { group: "apps", resource: "deployments" },
      { group: "apps", resource: "statefulsets" },
    ],
  },
  criticalServices: {
    providers: [{ group: "apps", resource: "deployments" }],
    criteria: [{ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" }],
  },
});
