import type { Permissions } from "../controller/policy-rule.ts";

/** Asks what others may do, which changes nothing, and tells whoever can ask who may do what. */
export const usageAuthorPermissions: Permissions = {
  role: [],
  clusterRole: [{ apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] }],
};
