import { deletionPolicy } from "holdfast";

/** `tier` on the Deployment, or else on its Namespace: gold is protected. */
export default deletionPolicy({
  name: "namespace-inheritance",
  match: [{ group: "apps", resource: "deployments" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    gold: {
      denyWhen: ({ oldObject, namespaceObject }) => {
        const tier = oldObject.metadata.labels?.["tier"] ?? namespaceObject?.metadata.labels?.["tier"] ?? "none";
        return tier === "gold";
      },
      message: ({ oldObject, namespaceObject }) => {
        const own = oldObject.metadata.labels?.["tier"];
        const place = own === undefined ? `Namespace ${namespaceObject?.metadata.name ?? "?"}` : "itself";
        return `Deployment ${oldObject.metadata.name} is of tier gold, by a label on ${place}`;
      },
    },
  },
});
