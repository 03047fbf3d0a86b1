import { deletionPolicy } from "holdfast";

/** prod-shop-1, stage-db-12 */
const NUMBERED = /^(prod|stage)-[a-z]+-[0-9]+$/u;
const TICKET = /\bOPS-\d+\b/u;

/** Numbered configuration of production and staging goes only with a ticket. */
export default deletionPolicy({
  name: "regular-expression",
  match: [{ group: "", resource: "configmaps" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    ticket: {
      denyWhen: ({ oldObject }) => {
        const reason = oldObject.metadata.annotations?.["example.com/reason"] ?? "";
        return NUMBERED.test(oldObject.metadata.name) && !TICKET.test(reason);
      },
      message: ({ oldObject: { metadata } }) =>
        `${metadata.name} needs a ticket; run: kubectl annotate cm ${metadata.name} example.com/reason=OPS-<number>`,
    },
  },
});
