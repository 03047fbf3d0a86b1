import { type KubernetesObject, deletionPolicy } from "holdfast";

interface StatefulSet extends KubernetesObject {
  readonly spec: { readonly replicas: number };
}

/** StatefulSets are scaled down before they are deleted. */
export default deletionPolicy<StatefulSet>({
  name: "replicas",
  match: [{ group: "apps", version: "v1", resource: "statefulsets" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    scaleDownFirst: {
      denyWhen: ({ oldObject }) => (oldObject.spec?.replicas ?? 1) > 0,
      message: ({ oldObject: { metadata } }) =>
        `StatefulSet ${metadata.name} still has replicas; first run: kubectl scale sts/${metadata.name} -n ${metadata.namespace ?? ""} --replicas=0`,
    },
  },
});
