import type { LabelSelector } from "../language/matches-labels.ts";

/** As the API server takes it in the query of a list: `keep in (yes),team`; empty selects everything. */
export function selectorText({ matchExpressions = [] }: LabelSelector): string {
  return matchExpressions
    .map(({ key, operator, values = [] }) => {
      if (operator === "Exists") return key;
      if (operator === "DoesNotExist") return `!${key}`;
      return `${key} ${operator === "In" ? "in" : "notin"} (${values.join(",")})`;
    })
    .join(",");
}
