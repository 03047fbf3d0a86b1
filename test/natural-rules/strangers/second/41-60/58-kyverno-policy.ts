import { type KubernetesObject, deletionPolicy } from "holdfast";

interface ClusterPolicy extends KubernetesObject {
  spec: {
    validationFailureAction?: string;
    rules: {
      name: string;
      validate?: { failureAction?: "Audit" | "Enforce"; message?: string };
      mutate?: unknown;
      generate?: unknown;
      verifyImages?: unknown[];
    }[];
  };
}

function enforcedRules({ spec }: ClusterPolicy): string[] {
  const global = spec.validationFailureAction?.toLowerCase() ?? "audit";
  const result: string[] = [];
  for (const rule of spec.rules) {
    if (rule.verifyImages && rule.verifyImages.length > 0) {
      result.push(`${rule.name} (image verification)`);
    } else if (rule.validate) {
      const action = rule.validate.failureAction?.toLowerCase() ?? global;
      if (action === "enforce") result.push(rule.name);
    }
  }
  return result;
}

export default deletionPolicy<ClusterPolicy>({
  name: "kyverno-enforced",
  match: [{ group: "kyverno.io", resource: "clusterpolicies" }],
  rules: {
    enforced: {
      denyWhen: ({ oldObject, request }) => {
        const groups = new Set(request.userInfo.groups);
        if (groups.has("system:masters") || groups.has("security")) return false;
        return enforcedRules(oldObject).length > 0;
      },
      message: ({ oldObject, request }) => {
        const title = oldObject.metadata.annotations?.["policies.kyverno.io/title"] ?? oldObject.metadata.name;
        const severity = (oldObject.metadata.annotations?.["policies.kyverno.io/severity"] ?? "medium").toUpperCase();
        return `[${severity}] "${title}" enforces ${enforcedRules(oldObject).join(", ")}. ${request.userInfo.username} is in none of: security, system:masters`;
      },
    },
  },
});
