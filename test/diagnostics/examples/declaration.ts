import type { Example } from "../example.ts";

const rule = `{ denyWhen: () => true, message: "no" }`;
const marked = `{
  kept: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "no" },
  keepMark: { operation: "update", denyWhen: ({ oldObject, object }) => oldObject.metadata.labels?.["keep"] !== object.metadata.labels?.["keep"], message: "no" },
}`;

/** The declaration of a policy and its messages. */
export const declarationExamples: readonly Example[] = [
  {
    code: "policy-name",
    why: "Objects in the cluster are named after the policy, some with a suffix. Kubernetes reserves names that end in `.static.k8s.io`.",
    bad: { name: `⟦"Keep_Databases"⟧` },
    good: { name: `"keep-databases"` },
    says: "`Keep_Databases`",
    override: "use lower-case letters, digits, `-` and `.`",
  },
  {
    code: "no-match",
    why: "A policy with an empty `match` would protect nothing. Without `match`, it would match everything.",
    bad: { match: "⟦[]⟧" },
    good: { match: `[{ group: "apps", resource: "deployments" }]` },
    says: "does not say what it matches",
    override: "write `match: [",
  },
  {
    code: "match-group",
    why: "Write the group as in `apiVersion`, without the version. A pattern compares whole labels of the name, so `*` cannot stand for a part of a label.",
    bad: { match: `[{ group: ⟦"*services.k8s.aws"⟧, resource: "*" }]` },
    good: { match: `[{ group: "*.services.k8s.aws", resource: "*" }]` },
    says: "`*services.k8s.aws`",
    override: "where `*` stands for one or more whole labels",
  },
  {
    code: "match-not-served",
    why: "API servers accept a policy for a kind that does not exist, and never evaluate it. Holdfast knows every resource and subresource of the built-in groups. It does not check resources of custom kinds, whose group has a dot.",
    bad: { match: `[{ group: "apps", resource: ⟦"deployment"⟧ }]` },
    good: { match: `[{ group: "apps", resource: "deployments" }]` },
    says: "`deployment`",
    override: 'did you mean `{ group: "apps", resource: "deployments" }`?',
  },
  {
    code: "match-version-not-served",
    why: "The API server never evaluates a policy for a version that it does not serve.",
    bad: { match: `[{ group: "apps", version: ⟦"v2"⟧, resource: "deployments" }]` },
    good: { match: `[{ group: "apps", version: "v1", resource: "deployments" }]` },
    says: "`v2`",
    override: "write the stable version",
  },
  {
    code: "match-resource",
    why: "Policies match the plural in lower case, not the kind.",
    bad: { match: `[{ group: "apps", resource: ⟦"Deployment"⟧ }]` },
    good: { match: `[{ group: "apps", resource: "deployments" }]` },
    says: "`Deployment`",
    override: "write the plural",
  },
  {
    code: "match-version",
    why: "Write only the version here. The group has its own field. A rule that reads only metadata needs no version.",
    bad: { match: `[{ group: "apps", version: ⟦"apps/v1"⟧, resource: "deployments" }]` },
    good: { match: `[{ group: "apps", version: "v1", resource: "deployments" }]` },
    says: "`apps/v1`",
    override: "write a version such as `v1`",
  },
  {
    code: "match-without-version",
    why: "A field outside metadata may exist in only some versions of a kind. The rule is correct only for the version that its types describe. The compiler knows the version of built-in kinds, and of types that `holdfast types` wrote.",
    bad: {
      match: `[⟦{ group: "db.example.com", resource: "databases" }⟧]`,
      rule: "({ oldObject }) => oldObject.spec?.protected === true",
    },
    good: {
      match: `[{ group: "db.example.com", version: "v1", resource: "databases" }]`,
      rule: "({ oldObject }) => oldObject.spec?.protected === true",
    },
    says: "`spec.protected`",
    override: "name the version",
  },
  {
    code: "no-rules",
    why: "A policy without rules does nothing, and the API server rejects a policy without validations.",
    bad: { rules: "⟦{}⟧" },
    good: { rules: `{ keep: ${rule} }` },
    says: "has no rules",
    override: "write `rules: {",
  },
  {
    code: "rule-name",
    why: "Each message begins with the name, so that people can find the rule.",
    bad: { rules: `{ ⟦"keep-it"⟧: ${rule} }` },
    good: { rules: `{ keepIt: ${rule} }` },
    says: "`keep-it`",
    override: "begin with a lower-case letter",
  },
  {
    code: "guard-off-without-reason",
    why: "Turning a guard off opens a bypass. The report shows the reason, so that readers know it was intended.",
    bad: { guards: `{ owners: ⟦{ off: "" }⟧ }` },
    good: { guards: `{ owners: { off: "owners are set by our operator, which we trust" } }` },
    says: "`owners`",
    override: "write the reason in a sentence",
  },
  {
    code: "owners-from-nobody",
    why: "No request has this user name. So the controller would still be denied, and nobody would see why.",
    bad: { guards: `{ owners: ⟦{ allow: ["system:serviceaccount:statefulset-controller"] }⟧ }` },
    good: { guards: `{ owners: { allow: ["system:serviceaccount:kube-system:statefulset-controller"] } }` },
    says: "`system:serviceaccount:statefulset-controller` is not a valid user name",
    override: "kubectl auth whoami",
  },
  {
    code: "no-override-without-reason",
    why: "Without an override, someone will turn off the whole policy in an emergency. The report shows the reason, so that readers know it was intended.",
    bad: { overrides: `⟦{ none: "" }⟧` },
    good: { overrides: `{ none: "the message says which Usage to delete first" }` },
    says: "gives no reason for that",
    override: "leave `overrides` out to get `released()`",
  },
  {
    code: "kept-by-no-rule",
    why: "If no rule protects the mark, anyone can remove it and then delete the object.",
    bad: { guards: `{ release: ⟦{ keptBy: "keepMark" }⟧ }` },
    good: { guards: `{ release: "strict" }` },
    says: "`keepMark` is not a rule of this policy that denies updates",
    override: "the compiler then protects the marks",
  },
  {
    code: "kept-on-the-object-alone",
    why: "Labels and annotations can also be changed through subresources, such as `/status`. A rule that does not match them does not protect a mark.",
    bad: {
      match: `[{ group: "apps", resource: "deployments" }]`,
      rules: marked,
      guards: `{ release: ⟦{ keptBy: "keepMark" }⟧ }`,
    },
    good: {
      match: `[{ group: "apps", resource: "deployments/*" }]`,
      rules: marked,
      guards: `{ release: { keptBy: "keepMark" } }`,
    },
    says: "rule `keepMark` protects the marks, but not against updates through subresources",
    override: "match `deployments/*`",
  },
  {
    code: "identity-alone",
    why: "Anyone who may impersonate the user, or join the group, would get through. A state of the object or its Namespace cannot be faked like that.",
    bad: {
      overrides:
        `[{ name: "controller", when: ({ request }) => request.userInfo.username === "system:serviceaccount:ops:cleaner" }]`.replace(
          /^\[(.*)\]$/,
          "[⟦$1⟧]",
        ),
    },
    good: {
      overrides: `[{ name: "controller", when: ({ request, namespaceObject }) => request.userInfo.username === "system:serviceaccount:ops:cleaner" && namespaceObject?.metadata.deletionTimestamp !== undefined }]`,
    },
    says: "`controller`",
    override: "add a condition on the object or its Namespace",
  },
  {
    code: "override-name",
    why: "Warnings and entries of the audit log begin with the name. It has to show which override was used.",
    bad: { overrides: `[terminating(), ⟦terminating()⟧]` },
    good: { overrides: `[terminating()]` },
    says: "`terminating`",
    override: "give it another name",
  },
  {
    code: "override-iterates",
    why: "Every denial shows how to override it, whatever the object contains. If an iteration hit its limit, the user would see no way forward.",
    bad: {
      overrides: `[{ name: "asked", when: ({ oldObject }) => oldObject.metadata.labels?.["asked"] === "yes", how: ⟦({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).some((key) => key === "team") ? "ask the team" : "ask us"⟧ }]`,
    },
    good: {
      overrides: `[{ name: "asked", when: ({ oldObject }) => oldObject.metadata.labels?.["asked"] === "yes", how: ({ oldObject }) => oldObject.metadata.labels?.["team"] === undefined ? "ask us" : "ask the team" }]`,
    },
    says: "`asked`",
    override: "build the text from names",
  },
  {
    code: "mark-not-read",
    why: "A mark that no rule reads protects nothing, although its author believes that it does.",
    bad: { marks: `[⟦"spec.protect"⟧]`, rule: "({ oldObject }) => oldObject.spec?.protected === true" },
    good: { marks: `["spec.protected"]`, rule: "({ oldObject }) => oldObject.spec?.protected === true" },
    says: "`spec.protect`",
    override: "they read spec.protected",
  },
  {
    code: "enforcement-label",
    why: "The API server rejects a selector with an impossible label. `otherwise` covers Namespaces without the label.",
    bad: { enforcement: `{ label: ⟦"stage of work"⟧, values: { production: "deny" }, otherwise: "audit" }` },
    good: { enforcement: `{ label: "example.com/stage", values: { production: "deny" }, otherwise: "audit" }` },
    says: "`stage of work`",
    override: "`otherwise` covers Namespaces without the label",
  },
  {
    code: "enforcement-without-namespace",
    why: "For a cluster-scoped object, the API server applies every binding. So the strictest stage would apply to all of them.",
    bad: {
      file: `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "nodes",
  match: [{ group: "", resource: "nodes" }],
  enforcement: ⟦{ label: "example.com/stage", values: { production: "deny" }, otherwise: "audit" }⟧,
  rules: { keep: { denyWhen: () => true, message: "kept" } },
});
`,
    },
    good: {
      file: `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "nodes",
  match: [{ group: "", resource: "nodes" }],
  enforcement: "warn",
  rules: { keep: { denyWhen: () => true, message: "kept" } },
});
`,
    },
    says: "nodes",
    override: 'write `enforcement: "warn"`',
  },
  {
    code: "guard-kind",
    why: "The API server looks up objects of this kind whenever a Namespace is deleted. If it did not know the kind, no Namespace could be deleted.",
    bad: {
      guards: `{ namespaces: { kinds: [⟦{ group: "db.example.com", version: "V1", resource: "databases", kind: "Database" }⟧] } }`,
    },
    good: {
      guards: `{ namespaces: { kinds: [{ group: "db.example.com", version: "v1", resource: "databases", kind: "Database" }] } }`,
    },
    says: "`V1` is not an API version",
    override: "as the API server names it",
  },
  {
    code: "message-lines",
    why: "The API server drops a message with a line break, and shows the expression instead.",
    bad: { message: "⟦({ oldObject }) => `${oldObject.metadata.name} is kept.\\nAsk its owner.`⟧" },
    good: { message: "({ oldObject }) => `${oldObject.metadata.name} is kept. Ask its owner.`" },
    says: "rule `example`",
    override: "write it on one line",
  },
  {
    code: "message-too-long",
    why: "The API server drops a message of more than 5 KiB. The compiler adds up the longest possible length of each part.",
    bad: {
      rules: `{ ⟦example: { denyWhen: () => true, message: "no" }⟧ }`,
      top: `const long = "${"because ".repeat(700)}";`,
      overrides: `[{ name: "asked", when: ({ oldObject }) => oldObject.metadata.labels?.["asked"] === "yes", how: long }]`,
    },
    good: {
      rules: `{ example: { denyWhen: () => true, message: "no" } }`,
      top: `const short = "because of the reasons in https://wiki.example.com/databases";`,
      overrides: `[{ name: "asked", when: ({ oldObject }) => oldObject.metadata.labels?.["asked"] === "yes", how: short }]`,
    },
    says: "rule `example`",
    override: "shorten",
  },
  {
    code: "texts-shortened",
    why: "A message may have 5 KiB. Each text from the cluster may have 128 characters of up to four bytes. With many such texts, the compiler shortens each of them.",
    bad: {
      rules:
        '{ ⟦example: { denyWhen: () => true, message: ({ oldObject }) => names.map((name) => oldObject.metadata.annotations?.[name] ?? "none").join(" ") }⟧ }',
      top: `const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];`,
    },
    good: {
      rules:
        '{ example: { denyWhen: () => true, message: ({ oldObject }) => names.map((name) => oldObject.metadata.annotations?.[name] ?? "none").join(" ") } }',
      top: `const names = ["a", "b", "c"];`,
    },
    says: "64 characters",
    override: "show fewer texts",
  },
  {
    code: "message-not-in-cel",
    why: "What a rule denies does not depend on its message. If CEL cannot build the message, the rule has a fixed one, in TypeScript too.",
    bad: { message: '({ oldObject }) => `kept for ${⟦Object.keys(oldObject.metadata.labels ?? {}).join(", ")⟧}`' },
    good: { message: '({ oldObject }) => `kept for ${sorted(Object.keys(oldObject.metadata.labels ?? {})).join(", ")}`' },
    says: "depends on the order of a map",
    override: "sorted(...)",
  },
  {
    code: "message-replaced",
    why: "The API server would drop the message, and the user would see this text without the reason.",
    bad: { rules: "{ ⟦example: { denyWhen: () => true, message: long }⟧ }", top: `const long = "${"because ".repeat(700)}";` },
    good: {
      rules: "{ example: { denyWhen: () => true, message: short } }",
      top: `const short = "because of the reasons in https://wiki.example.com/databases";`,
    },
    says: "`example: the request is denied by this rule`",
    override: "shorten it",
  },
];
