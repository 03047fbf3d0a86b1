import type { Family } from "../language-case.ts";

const requests = {
  plain: { stored: {} },
  "this very object": { stored: {}, isForUid: true },
  "by a team": { stored: {}, user: "alice", extra: { team: ["blue", "red"], floor: ["2"] } },
  "in the background": { stored: {}, options: { propagationPolicy: "Background", gracePeriodSeconds: 5 } },
} as const;

const all = Object.keys(requests);
const without = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

/** What the API server shows of a request and of the Namespace, besides what every rule reads. */
export const requestFields: Family = {
  title: "fields of the request and of the Namespace",
  requests,
  cases: [
    {
      title: "a delete of this very object",
      rule: `({ oldObject, request }) => request.options?.preconditions?.uid === oldObject.metadata.uid`,
      denies: ["this very object"],
    },
    {
      title: "a delete of whatever has the name",
      rule: `({ request }) => request.options?.preconditions === undefined`,
      cel: "request.?options.?preconditions.hasValue()",
      denies: without("this very object"),
    },
    {
      title: "which options they are",
      rule: `({ request }) => request.options?.kind === "DeleteOptions" && request.options.apiVersion === "meta.k8s.io/v1" && request.options.dryRun?.includes("All") === true && request.options.fieldManager === undefined && request.options.fieldValidation === undefined`,
      denies: all,
    },
    {
      title: "how soon",
      rule: `({ request }) => (request.options?.gracePeriodSeconds ?? 30) < 10`,
      denies: ["in the background"],
    },
    {
      title: "what else is known of the user",
      rule: `({ request }) => request.userInfo.extra?.["team"]?.includes("red") === true && request.userInfo.extra["team"]?.[0] === "blue" && request.userInfo.extra["floor"]?.length === 1`,
      denies: ["by a team"],
    },
    {
      title: "keys of what is known of the user",
      rule: `({ request }) => Object.entries(request.userInfo.extra ?? {}).some(([key, values]) => key.startsWith("fl") && values.join() === "2")`,
      denies: ["by a team"],
    },
    {
      title: "nothing else is known of the user",
      rule: `({ request }) => request.userInfo.extra === undefined || !("team" in request.userInfo.extra)`,
      denies: without("by a team"),
    },
    {
      title: "no subresource was asked for",
      rule: `({ request }) => request.requestSubResource === undefined && request.subResource === undefined`,
      denies: all,
    },
    {
      title: "the state of the Namespace",
      rule: `({ namespaceObject }) => namespaceObject?.status?.phase === "Active" && namespaceObject.spec?.finalizers?.includes("kubernetes") === true && namespaceObject.metadata.deletionGracePeriodSeconds === undefined`,
      denies: all,
    },
    {
      title: "conditions of the Namespace",
      rule: `({ namespaceObject }) => (namespaceObject?.status?.conditions ?? []).every((condition) => condition.type === "NamespaceContentRemaining" && condition.status === "True" && condition.reason !== condition.message)`,
      denies: all,
    },
    {
      title: "the identity of the Namespace",
      rule: `({ namespaceObject }) => namespaceObject !== undefined && namespaceObject.metadata.uid !== "" && namespaceObject.metadata.resourceVersion !== "" && (namespaceObject.metadata.generation ?? 0) < 1 && namespaceObject.metadata.generateName === undefined`,
      message: '({ namespaceObject }) => `in ${show(namespaceObject?.metadata.uid ?? "")}`',
      denies: all,
    },
  ],
};
