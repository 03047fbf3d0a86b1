import { deletionPolicy } from "holdfast";

const PREFIXES = ["prod-", "live-"];

/** Secrets of production are deleted by nobody but the secrets operator. */
export default deletionPolicy({
  name: "name-pattern",
  match: [{ group: "", resource: "secrets" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    production: {
      denyWhen: ({ oldObject, request }) => {
        const { name } = oldObject.metadata;
        const isProduction = PREFIXES.some((prefix) => name.startsWith(prefix)) && !name.endsWith("-copy");
        return isProduction && request.userInfo.username !== "system:serviceaccount:ops:secrets-operator";
      },
      message: ({ oldObject }) => `Secret ${oldObject.metadata.name} belongs to production`,
    },
  },
});
