import { fallback } from "holdfast";

/**
 * The webhook and the controller, for the policies beside this file: what may be used stands in `usages.ts`, too, and what may be a
 * provider in `critical-services.ts`.
 */
export default fallback({
  image: "registry.example.com/holdfast/fallback:0.1.0",
  usages: {
    of: [
      { group: "", resource: "configmaps" },
      { group: "", resource: "persistentvolumeclaims" },
      { group: "", resource: "secrets" },
      { group: "apps", resource: "deployments" },
      { group: "apps", resource: "statefulsets" },
    ],
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
