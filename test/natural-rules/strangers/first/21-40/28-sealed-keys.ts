import { deletionPolicy } from "holdfast";
import type { Secret } from "holdfast/kinds";

type Selector = Record<string, string[]>;

const selector: Selector = {
  "sealedsecrets.bitnami.com/sealed-secrets-key": ["active", "compromised"],
};

function matches(labels: Record<string, string> | undefined, sel: Selector): boolean {
  for (const [key, allowed] of Object.entries(sel)) {
    const value = labels?.[key];
    if (value === undefined || !allowed.includes(value)) {
      return false;
    }
  }
  return true;
}

export default deletionPolicy<Secret>({
  name: "sealed-secrets-keys",
  match: [{ group: "", resource: "secrets" }],
  rules: {
    key: {
      denyWhen: ({ oldObject }) => matches(oldObject.metadata.labels, selector),
      message: ({ oldObject }) => `${oldObject.metadata.name} is a Sealed Secrets key (${Object.keys(oldObject.data ?? {}).length} entries)`,
    },
  },
});
