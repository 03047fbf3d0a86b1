import { deletionPolicy, show } from "holdfast";

const OPERATORS = ["network-operators", "system:masters"];

/** Services are deleted by network operators; everyone else is told who they are. */
export default deletionPolicy({
  name: "user-group",
  match: [{ group: "", resource: "services" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    operatorsOnly: {
      denyWhen: ({ request }) => !OPERATORS.some((group) => (request.userInfo.groups ?? []).includes(group)),
      message: ({ oldObject, request }) =>
        `${show(request.userInfo.username)} is in none of ${OPERATORS.join(", ")} and may not delete Service ${oldObject.metadata.name}`,
    },
  },
});
