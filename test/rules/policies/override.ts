import { type KubernetesObject, type OnDelete, deletionPolicy } from "holdfast";

type Input = OnDelete<KubernetesObject>;

const mayOverride = ({ authorizer, oldObject }: Input): boolean =>
  authorizer
    .group("networking.k8s.io")
    .resource("networkpolicies")
    .namespace(oldObject.metadata.namespace ?? "")
    .name(oldObject.metadata.name)
    .check("override")
    .allowed();

/**
 * Only who may `override` a NetworkPolicy deletes it: a verb of our own, given in a Role beside `delete`.
 * Administrators have every verb, so that nothing is kept from them; whoever is to stop and think needs a mark on the
 * object.
 */
export default deletionPolicy({
  name: "override",
  match: [{ group: "networking.k8s.io", resource: "networkpolicies" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    overriders: {
      denyWhen: (input) => !mayOverride(input),
      message: ({ oldObject: { metadata } }) =>
        `NetworkPolicy ${metadata.name} is deleted by those who may override it: kubectl create role override -n ${metadata.namespace ?? ""} --verb=override --resource=networkpolicies.networking.k8s.io --resource-name=${metadata.name}`,
    },
  },
});
