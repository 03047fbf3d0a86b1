import { fallback } from "holdfast";

/** The webhook and the controller, for the policies beside this file. */
export default fallback({
  image: "registry.example.com/holdfast/fallback:0.1.0",
  usages: {
    crossplane: true,
    of: [
      { group: "", resource: "*" },
      { group: "apps", resource: "*" },
    ],
  },
});
