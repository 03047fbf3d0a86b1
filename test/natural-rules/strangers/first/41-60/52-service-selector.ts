import { deletionPolicy } from "holdfast";
import type { Service } from "holdfast/kinds";

interface Requirement { key: string; operator: "In" | "NotIn" | "Exists" | "DoesNotExist"; values?: string[] }

const requirements: Requirement[] = [
  { key: "tier", operator: "In", values: ["frontend", "api"] },
  { key: "ephemeral", operator: "DoesNotExist" },
  { key: "env", operator: "NotIn", values: ["dev", "preview"] },
];

function satisfied(labels: Record<string, string>, { key, operator, values = [] }: Requirement): boolean {
  const value = labels[key];
  switch (operator) {
    case "In": return value !== undefined && values.includes(value);
    case "NotIn": return value === undefined || !values.includes(value);
    case "Exists": return value !== undefined;
    case "DoesNotExist": return value === undefined;
  }
}

export default deletionPolicy<Service>({
  name: "tier-services",
  match: [{ group: "", resource: "services" }],
  rules: {
    selected: {
      denyWhen: ({ oldObject }) => requirements.every((r) => satisfied(oldObject.metadata.labels ?? {}, r)),
      message: ({ oldObject }) => `Service ${oldObject.metadata.name} exposes ports ${oldObject.spec?.ports?.map((p) => `${p.name ?? "-"}:${p.port}`).join(",") ?? "none"}`,
    },
  },
});
