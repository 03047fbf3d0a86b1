import { deletionPolicy } from "holdfast";
import type { Namespace } from "holdfast/kinds";

const TICKET = /^(CHG|INC)-\d{4,8}$/;

export default deletionPolicy<Namespace>({
  name: "change-ticket",
  match: [{ group: "", resource: "namespaces" }],
  rules: {
    ticket: {
      denyWhen: ({ oldObject }) => {
        const { annotations = {}, labels = {} } = oldObject.metadata;
        const env = labels["env"] ?? labels["environment"] ?? "none";
        if (!["prod", "production", "stage"].includes(env.toLowerCase())) return false;
        const ticket = annotations["acme.io/change"]?.trim().toUpperCase() ?? "";
        return !TICKET.test(ticket);
      },
      message: ({ oldObject }) => {
        const given = oldObject.metadata.annotations?.["acme.io/change"];
        return given ? `"${given}" is not a change ticket` : `Annotate ${oldObject.metadata.name} with acme.io/change=CHG-1234 first`;
      },
    },
  },
});
