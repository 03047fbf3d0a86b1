import { deletionPolicy } from "holdfast";

/** What a Tenant owns goes with the Tenant, and not before. */
export default deletionPolicy({
  name: "owner",
  match: [{ group: "", resource: "serviceaccounts" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    ofTenant: {
      denyWhen: ({ oldObject }) =>
        (oldObject.metadata.ownerReferences ?? []).some(
          (owner) => owner.kind === "Tenant" && owner.apiVersion.startsWith("tenants.example.com/") && owner.controller === true,
        ),
      message: "belongs to a Tenant; delete the Tenant",
    },
  },
});
