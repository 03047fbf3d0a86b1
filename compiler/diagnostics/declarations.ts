/** Diagnostics about the declaration of a policy. */
export const declarations = {
  "policy-name": {
    message: "`{name}` is not a valid policy name",
    help: "use lower-case letters, digits, `-` and `.`; begin and end with a letter or digit; at most 150 characters; not ending in `.static.k8s.io`; as a literal in the policy",
  },
  "same-policy-name": {
    message: "the name `{name}` is already used by another policy ({other})",
    help: "give each policy a unique name; objects in the cluster are named after it",
  },
  "static-name": {
    message: "`{name}` cannot be the name of a policy that API servers load from a file",
    help: "choose another name, also for the file: with `--static`, Holdfast uses `holdfast-protection` itself",
  },
  "static-parameters": {
    message:
      "the guard `{guard}` of `{policy}` looks up other objects, which policies that API servers load from files cannot do",
    help: 'with `--static`, turn that guard off with a reason, `guards: { namespaces: { off: "..." } }`, or leave the policies in the API, where `--static --protection-only` protects them',
  },
  "no-match": {
    message: "this policy does not say what it matches",
    help: 'write `match: [{ group: "apps", resource: "deployments" }]`',
  },
  "match-group": {
    message: "`{group}` is not an API group or a pattern for one",
    help: 'write a group such as `apps`, `""` for core, or `*.example.com`, where `*` stands for one or more whole labels at the beginning',
  },
  "match-resource": {
    message: "`{resource}` is not a resource",
    help: "write the plural: `deployments`, `deployments/scale`, `namespaces/*`, `*` or `*/*`",
  },
  "match-version": {
    message: "`{version}` is not an API version",
    help: "write a version such as `v1` or `v1beta1`",
  },
  "match-not-served": {
    message: "no API server serves `{resource}` in {group}, so this entry would protect nothing",
    help: "{help}",
  },
  "match-version-not-served": {
    message: "no supported Kubernetes serves version `{version}` of `{name}`, so this entry would protect nothing",
    help: "write the stable version, such as `v1`",
  },
  "match-without-version": {
    severity: "warning",
    message:
      "this entry names no version, and the policy reads `{field}`: a delete through another served version may not show it",
    help: 'name the version that the rule\'s types describe: `{ group, version: "v1", resource }`',
  },
  "no-rules": {
    message: "this policy has no rules",
    help: "write `rules: { name: { denyWhen: ..., message: ... } }`",
  },
  "identity-alone": {
    message: "the override `{name}` depends on the name of a user or group alone",
    help: "add a condition on the object or its Namespace, such as `namespaceObject?.metadata.deletionTimestamp !== undefined`, because anyone who may impersonate that user would get through; or check RBAC with `permitted(verb)`",
  },
  "override-name": {
    message: "`{name}` is already the name of another override or rule of this policy",
    help: 'give it another name: `{ ...released(), name: "releasedByOps" }`; warnings and the audit log show the name',
  },
  "override-iterates": {
    message: "`how` of the override `{name}` iterates over a stored list or map, which may have any size",
    help: "build the text from names, single annotations and constants",
  },
  "mark-not-read": {
    message: "no rule that denies deletes reads `{field}`, so it is not a mark",
    help: "name a field as the rules read it{fields}; labels, annotations, finalizers and owners are marks without being named",
  },
  "enforcement-label": {
    message: "`{text}` is not a valid key or value of a label",
    help: 'write `{ label: "example.com/stage", values: { production: "deny" }, otherwise: "audit" }`; `otherwise` covers Namespaces without the label',
  },
  "enforcement-without-namespace": {
    message: "{resource} are not in a Namespace, so no label of a Namespace can decide",
    help: 'write `enforcement: "warn"` (or `deny`, `audit`) for all of them, in a policy of their own',
  },
  "guard-kind": {
    message: "a Namespace cannot be searched for `{text}`: {problem}",
    help: 'write a kind that the policy matches, as the API server names it: `{ group: "db.example.com", version: "v1", resource: "databases", kind: "Database" }`',
  },
  "guard-off-without-reason": {
    message: "the guard `{guard}` is turned off without a reason",
    help: 'write the reason in a sentence, for the report: `{ off: "owners are set by our operator, which we trust" }`',
  },
  "owners-from-nobody": {
    message: "`{user}` is not a valid user name for setting owners",
    help: 'write it as in `kubectl auth whoami`: `{ allow: ["system:serviceaccount:kube-system:statefulset-controller"] }`',
  },
  "no-override-without-reason": {
    message: "the policy has no override, and gives no reason for that",
    help: 'leave `overrides` out to get `released()`, or write the reason in a sentence, for the report: `{ none: "the message says which Usage to delete first" }`',
  },
  "kept-by-no-rule": {
    message: "`{name}` is not a rule of this policy that denies updates, so it protects no marks",
    help: 'name a rule with `operation: "update"` and `denyWhen`, or leave `release` out: the compiler then protects the marks',
  },
  "kept-on-the-object-alone": {
    message: "rule `{name}` protects the marks, but not against updates through subresources, which can remove them too",
    help: "match `{resource}`: the object itself and all its subresources",
  },
  "rule-name": {
    message: "`{name}` is not a valid rule name",
    help: "begin with a lower-case letter, and use only letters and digits; each message begins with the name",
  },
  "message-lines": {
    message: "the message of rule `{rule}` has a line break or another control character",
    help: "write it on one line, with spaces for tabs; the API server drops a message with line breaks",
  },
  "message-too-long": {
    message: "the message of rule `{rule}` may have {size} bytes, more than the {limit} that the API server shows",
    help: "shorten `reason` and the texts of the overrides; names and namespaces count with 253 and 63 characters each",
  },
  "texts-shortened": {
    severity: "warning",
    message: "the message of rule `{rule}` shows at most {limit} characters of each text from the cluster, instead of {most}",
    help: "show fewer texts, or shorten the text around them",
  },
  "message-not-in-cel": {
    severity: "warning",
    message: "{why}, so the message of rule `{rule}` says `{fixed}` instead",
    help: "{help}",
  },
  "message-replaced": {
    severity: "warning",
    message: "the message of rule `{rule}` {why}, and says `{fixed}` instead",
    help: "shorten it, or iterate over less in it; names and namespaces count with 253 and 63 characters each",
  },
} as const;
