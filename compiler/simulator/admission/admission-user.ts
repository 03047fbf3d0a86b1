import type { UserInfo } from "../../api/admission-review.ts";

const serviceAccount = /^system:serviceaccount:(?<namespace>[^:]+):[^:]+$/;

/** The user as authentication leaves it: a service account is in the groups of its kind, and everyone is authenticated. */
export function userInfo(username = "alice", groups: readonly string[] = []): UserInfo {
  const namespace = serviceAccount.exec(username)?.groups?.["namespace"];
  const implied = namespace === undefined ? [] : ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  return { username, groups: [...new Set([...groups, ...implied, "system:authenticated"])] };
}
