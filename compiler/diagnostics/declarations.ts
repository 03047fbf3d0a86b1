/** The declaration of a policy: what the catalogue says of it. */
export const declarations = {
  "policy-name": {
    message: "`{name}` is not a name for a policy",
    help: "use lower-case letters, digits, `-` and `.`, beginning and ending with a letter or digit, at most 150 characters, not ending in `.static.k8s.io`, written out in the policy",
  },
  "same-policy-name": {
    message: "the name `{name}` is taken by another policy ({other})",
    help: "give each policy its own name; its rules become objects of that name in the cluster",
  },
  "static-name": {
    message: "`{name}` cannot be the name of a policy that API servers read from a file",
    help: "with `--static`, leave `holdfast-protection` to Holdfast, also as the name of a file",
  },
  "static-parameters": {
    message:
      "`{policy}` looks up other objects for its guard `{guard}`, which policies that API servers read from files cannot do",
    help: 'with `--static`, switch that guard off with a reason, `guards: { namespaces: { off: "..." } }`, or leave the policies in the API, where `--static --protection-only` protects them',
  },
  "no-match": {
    message: "this policy does not say what it matches",
    help: 'write `match: [{ group: "apps", resource: "deployments" }]`',
  },
  "match-group": {
    message: "`{group}` is not an API group or a pattern of one",
    help: 'write a group such as `apps`, `""` for core, or `*.example.com`, where `*` stands for one or more whole labels at the beginning',
  },
  "match-resource": {
    message: "`{resource}` is not a resource",
    help: "write the plural as Kubernetes does: `deployments`, `deployments/scale`, `namespaces/*`, `*` or `*/*`",
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
    message: "the override `{name}` is open to a user or group by name alone",
    help: "let a state go with it, such as `namespaceObject?.metadata.deletionTimestamp !== undefined`: whoever may impersonate that user would get through; or ask RBAC with `permitted(verb)`",
  },
  "override-name": {
    message: "`{name}` is the name of another override or rule of this policy",
    help: 'give it a name of its own: `{ ...released(), name: "releasedByOps" }`; the name opens the warning, and stands in the audit log',
  },
  "override-iterates": {
    message: "what the override `{name}` tells people to do iterates over a stored list or map, which may have any size",
    help: "say it with names, single annotations and constants",
  },
  "mark-not-read": {
    message: "no rule that denies deletes reads `{field}`, so it is no mark",
    help: "name a field as the rules read it{fields}; labels, annotations, finalizers and owners need not be named",
  },
  "enforcement-label": {
    message: "`{text}` is not the key or a value of a label",
    help: 'write `{ label: "example.com/stage", values: { production: "deny" }, otherwise: "audit" }`; Namespaces without the label are meant by `otherwise`',
  },
  "enforcement-without-namespace": {
    message: "{resource} are in no Namespace whose label could decide",
    help: 'write `enforcement: "warn"` (or `deny`, `audit`) for all of them, in a policy of their own',
  },
  "guard-kind": {
    message: "`{text}` cannot be looked up in a Namespace: {problem}",
    help: 'write what the policy matches as the API server names it: `{ group: "db.example.com", version: "v1", resource: "databases", kind: "Database" }`',
  },
  "guard-off-without-reason": {
    message: "the guard `{guard}` is switched off without a reason",
    help: 'say why in a sentence, for the report: `{ off: "owners are set by our operator, which we trust" }`',
  },
  "owners-from-nobody": {
    message: "`{user}` is not the name of a user who may set owners",
    help: 'write it as in `kubectl auth whoami`: `{ allow: ["system:serviceaccount:kube-system:statefulset-controller"] }`',
  },
  "no-override-without-reason": {
    message: "the policy has no override, and does not say why",
    help: 'leave `overrides` out for a release mark, or say why in a sentence, for the report: `{ none: "the message says which Usage to delete first" }`',
  },
  "kept-by-no-rule": {
    message: "`{name}` is no rule of this policy that denies updates, so it keeps no marks",
    help: 'name a rule with `operation: "update"` and `denyWhen`, or leave `release` out: the compiler then keeps the marks',
  },
  "kept-on-the-object-alone": {
    message: "rule `{name}` keeps the marks, and is not asked about updates through subresources, which can take them off, too",
    help: "match `{resource}`, which is the object itself and all of its subresources",
  },
  "rule-name": {
    message: "`{name}` is not a name for a rule",
    help: "begin with a lower-case letter and use letters and digits only; the name opens every message",
  },
  "message-lines": {
    message: "the message of rule `{rule}` has a line break or another control character",
    help: "put it on one line, with spaces for tabs; the API server drops such a message",
  },
  "message-too-long": {
    message: "the message of rule `{rule}` may have {size} bytes, more than the {limit} that the API server shows",
    help: "shorten `reason` and what the overrides say; names and namespaces count with 253 and 63 characters each",
  },
  "texts-shortened": {
    severity: "warning",
    message: "the message of rule `{rule}` has room for {limit} characters of each text from the cluster, and not for {most}",
    help: "show fewer of them, or shorten the text around them",
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
