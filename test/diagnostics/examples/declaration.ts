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
    why: "The name becomes the name of objects in the cluster, with an ending for some rules; Kubernetes keeps `.static.k8s.io` for itself.",
    bad: { name: `⟦"Keep_Databases"⟧` },
    good: { name: `"keep-databases"` },
    says: "`Keep_Databases`",
    override: "use lower-case letters, digits, `-` and `.`",
  },
  {
    code: "no-match",
    why: "A policy that matches nothing protects nothing, and one without `match` would match everything.",
    bad: { match: "⟦[]⟧" },
    good: { match: `[{ group: "apps", resource: "deployments" }]` },
    says: "does not say what it matches",
    override: "write `match: [",
  },
  {
    code: "match-group",
    why: "A group is written as in `apiVersion`, without the version. A pattern becomes CEL that compares whole labels, so `*` cannot stand for a part of one.",
    bad: { match: `[{ group: ⟦"*services.k8s.aws"⟧, resource: "*" }]` },
    good: { match: `[{ group: "*.services.k8s.aws", resource: "*" }]` },
    says: "`*services.k8s.aws`",
    override: "where `*` stands for one or more whole labels",
  },
  {
    code: "match-not-served",
    why: "API servers accept a policy over a kind that nobody serves, and never evaluate it. Holdfast knows every resource and subresource of the groups that kube-apiserver serves itself. The group of a custom kind has a dot, and its resources and subresources are not checked.",
    bad: { match: `[{ group: "apps", resource: ⟦"deployment"⟧ }]` },
    good: { match: `[{ group: "apps", resource: "deployments" }]` },
    says: "`deployment`",
    override: 'did you mean `{ group: "apps", resource: "deployments" }`?',
  },
  {
    code: "match-version-not-served",
    why: "A policy over a version that nobody serves is never evaluated.",
    bad: { match: `[{ group: "apps", version: ⟦"v2"⟧, resource: "deployments" }]` },
    good: { match: `[{ group: "apps", version: "v1", resource: "deployments" }]` },
    says: "`v2`",
    override: "write the stable version",
  },
  {
    code: "match-resource",
    why: "Policies match the plural that the API server knows, never the kind.",
    bad: { match: `[{ group: "apps", resource: ⟦"Deployment"⟧ }]` },
    good: { match: `[{ group: "apps", resource: "deployments" }]` },
    says: "`Deployment`",
    override: "write the plural",
  },
  {
    code: "match-version",
    why: "A version stands alone here, without its group. A rule that reads only metadata needs none.",
    bad: { match: `[{ group: "apps", version: ⟦"apps/v1"⟧, resource: "deployments" }]` },
    good: { match: `[{ group: "apps", version: "v1", resource: "deployments" }]` },
    says: "`apps/v1`",
    override: "write a version such as `v1`",
  },
  {
    code: "match-without-version",
    why: "Outside metadata a field may exist in one version of a kind and not in another. The rule is right only for the version that its types describe. Of Kubernetes' own kinds the compiler knows the version, and of types that `holdfast types` has written.",
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
    why: "Without a rule there is nothing to decide, and the API server takes no policy without validations.",
    bad: { rules: "⟦{}⟧" },
    good: { rules: `{ keep: ${rule} }` },
    says: "has no rules",
    override: "write `rules: {",
  },
  {
    code: "rule-name",
    why: "The name stands before every message, so that people can find the rule that rejected them.",
    bad: { rules: `{ ⟦"keep-it"⟧: ${rule} }` },
    good: { rules: `{ keepIt: ${rule} }` },
    says: "`keep-it`",
    override: "begin with a lower-case letter",
  },
  {
    code: "guard-off-without-reason",
    why: "A guard that is off is a way around the rule. Whoever reads the report has to know that somebody meant it, and why.",
    bad: { guards: `{ owners: ⟦{ off: "" }⟧ }` },
    good: { guards: `{ owners: { off: "owners are set by our operator, which we trust" } }` },
    says: "`owners`",
    override: "say why in a sentence",
  },
  {
    code: "owners-from-nobody",
    why: "No request comes from a user of that name, so the controller would still be denied, for no reason that anybody sees.",
    bad: { guards: `{ owners: ⟦{ allow: ["system:serviceaccount:statefulset-controller"] }⟧ }` },
    good: { guards: `{ owners: { allow: ["system:serviceaccount:kube-system:statefulset-controller"] } }` },
    says: "`system:serviceaccount:statefulset-controller` is not the name of a user",
    override: "kubectl auth whoami",
  },
  {
    code: "no-override-without-reason",
    why: "A rule that nobody can get past will be switched off one night, with all that it protects. Whoever reads the report has to know that somebody meant it.",
    bad: { overrides: `⟦{ none: "" }⟧` },
    good: { overrides: `{ none: "the message says which Usage to delete first" }` },
    says: "does not say why",
    override: "leave `overrides` out for a release mark",
  },
  {
    code: "kept-by-no-rule",
    why: "A mark that nobody keeps is no protection: take it off, then delete.",
    bad: { guards: `{ release: ⟦{ keptBy: "keepMark" }⟧ }` },
    good: { guards: `{ release: "strict" }` },
    says: "`keepMark` is no rule of this policy that denies updates",
    override: "the compiler then keeps the marks",
  },
  {
    code: "kept-on-the-object-alone",
    why: "Labels and annotations can be changed through subresources, too, such as `/status`: a rule that is not asked about those keeps no mark.",
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
    says: "rule `keepMark` keeps the marks",
    override: "match `deployments/*`",
  },
  {
    code: "identity-alone",
    why: "Whoever may impersonate the user, or gets into the group, iterates over through. A state of the object or its Namespace cannot be put on.",
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
    override: "let a state go with it",
  },
  {
    code: "override-name",
    why: "A warning and an entry of the audit log begin with the name: it has to say which way was taken.",
    bad: { overrides: `[terminating(), ⟦terminating()⟧]` },
    good: { overrides: `[terminating()]` },
    says: "`terminating`",
    override: "give it a name of its own",
  },
  {
    code: "override-iterates",
    why: "Every denial says how to go on, whatever the object holds; an iteration over too much would leave the person with nothing.",
    bad: {
      overrides: `[{ name: "asked", when: ({ oldObject }) => oldObject.metadata.labels?.["asked"] === "yes", how: ⟦({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).some((key) => key === "team") ? "ask the team" : "ask us"⟧ }]`,
    },
    good: {
      overrides: `[{ name: "asked", when: ({ oldObject }) => oldObject.metadata.labels?.["asked"] === "yes", how: ({ oldObject }) => oldObject.metadata.labels?.["team"] === undefined ? "ask us" : "ask the team" }]`,
    },
    says: "`asked`",
    override: "say it with names",
  },
  {
    code: "mark-not-read",
    why: "A mark that no rule reads guards nothing, and whoever wrote it thinks that it does.",
    bad: { marks: `[⟦"spec.protect"⟧]`, rule: "({ oldObject }) => oldObject.spec?.protected === true" },
    good: { marks: `["spec.protected"]`, rule: "({ oldObject }) => oldObject.spec?.protected === true" },
    says: "`spec.protect`",
    override: "they read spec.protected",
  },
  {
    code: "enforcement-label",
    why: "The API server takes no selector that asks for what no label can be. A Namespace without the label has no value, and is meant by `otherwise`.",
    bad: { enforcement: `{ label: ⟦"stage of work"⟧, values: { production: "deny" }, otherwise: "audit" }` },
    good: { enforcement: `{ label: "example.com/stage", values: { production: "deny" }, otherwise: "audit" }` },
    says: "`stage of work`",
    override: "without the label are meant by `otherwise`",
  },
  {
    code: "enforcement-without-namespace",
    why: "The API server applies every binding to an object that is in no Namespace, so the strictest would win everywhere.",
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
    why: "The API server looks up objects of this kind whenever a Namespace is deleted. A kind that it does not know would keep every Namespace from being deleted.",
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
    why: "The API server drops a message with a line break and answers with the text of the expression instead.",
    bad: { message: "⟦({ oldObject }) => `${oldObject.metadata.name} is kept.\\nAsk its owner.`⟧" },
    good: { message: "({ oldObject }) => `${oldObject.metadata.name} is kept. Ask its owner.`" },
    says: "rule `example`",
    override: "put it on one line",
  },
  {
    code: "message-too-long",
    why: "The API server drops a message of more than 5 KiB. The compiler adds up the longest that every part can be.",
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
    why: "A message has 5 KiB. Each text from the cluster may have 128 characters of up to four bytes; where there are many of them, the compiler leaves less room to each.",
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
    override: "show fewer of them",
  },
  {
    code: "message-not-in-cel",
    why: "What a rule denies does not depend on what it says. Where CEL has no way to say it, a fixed text stands there, in every execution.",
    bad: { message: '({ oldObject }) => `kept for ${⟦Object.keys(oldObject.metadata.labels ?? {}).join(", ")⟧}`' },
    good: { message: '({ oldObject }) => `kept for ${sorted(Object.keys(oldObject.metadata.labels ?? {})).join(", ")}`' },
    says: "depends on the order of a map",
    override: "sorted(...)",
  },
  {
    code: "message-replaced",
    why: "The API server would drop the message, and the client would read nothing but this text.",
    bad: { rules: "{ ⟦example: { denyWhen: () => true, message: long }⟧ }", top: `const long = "${"because ".repeat(700)}";` },
    good: {
      rules: "{ example: { denyWhen: () => true, message: short } }",
      top: `const short = "because of the reasons in https://wiki.example.com/databases";`,
    },
    says: "`example: the request is denied by this rule`",
    override: "shorten it",
  },
];
