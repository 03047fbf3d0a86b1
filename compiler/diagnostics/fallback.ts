/** Diagnostics about the declaration of the webhook and the controller. */
export const fallbackDiagnostics = {
  "no-fallback": {
    message: "{what} needs a webhook, and no file declares one",
    help: 'declare it in a file beside the policies: `import { fallback } from "holdfast"; export default fallback({ image: "registry.example.com/holdfast@sha256:..." });`',
  },
  "two-fallbacks": {
    message: "another file declares a fallback too: `{other}`",
    help: "keep one of them: one webhook and one controller serve all policies of a cluster",
  },
  "fallback-among-policies": {
    message: "the fallback is declared in a file with policies",
    help: "give it a file of its own: `export default fallback({...})`",
  },
  "fallback-image": {
    message: "`{image}` is not an image reference",
    help: "write its name and digest, without a scheme: `registry.example.com/holdfast@sha256:` and 64 hexadecimal digits",
  },
  "fallback-namespace": {
    message: "`{namespace}` cannot be the namespace of the fallback: {problem}",
    help: "give it a namespace of its own, such as `holdfast-system`: lower-case letters, digits and `-`, at most 63 characters",
  },
  "fallback-key": {
    message: "the fallback has no property `{key}`",
    help: "remove it; known properties: {known}",
  },
  "fallback-value": {
    message: "`{key}` cannot have this value: {problem}",
    help: "write constants of the types that `FallbackDefinition` in `holdfast` declares",
  },
  "fallback-resource": {
    message: "`{text}` is not a resource that RBAC can grant",
    help: 'name it as RBAC does: `{ group: "apps", resource: "deployments" }`, `""` for core, no patterns, no subresources; `*` alone stands for every group or resource',
  },
  "unkept-mark": {
    message:
      "`{key}` names `{kind}`, but no rule with the operation `{operation}` on {where} queries `{asked}`, so its mark would protect nothing",
    help: "copy Holdfast's `{copy}` beside the fallback, and match the same resources in it",
  },
  "unguarded-replay": {
    message:
      "`usages.replay` lets the controller delete objects with the annotation `{attempt}`, but no rule about updates of `{kind}` and its subresources limits who may write it",
    help: "copy Holdfast's `policies/fallback/usage-attempts.ts` beside the fallback, and match each kind with `/*`",
  },
  "unguarded-records": {
    message:
      "`usages` lets the controller delete a Usage whose user no longer exists, but no rule about updates of `{kind}` and its subresources limits who may write its annotation `{record}`",
    help: "copy Holdfast's `policies/fallback/usage-records.ts` beside the fallback",
  },
  "unprotected-mark": {
    message:
      "`unprotected.{list}` has `{mark}`, but {change} rule `{rule}` of policy `{policy}` protects nothing, so the controller would remove protection instead of restoring it",
    help: "`restores` takes marks that protect, with a value that protects; `removes` takes marks whose presence allows a delete",
  },
  "rules-too-large": {
    message: "the rules that query the cluster have {size} KiB, more than the {limit} KiB that a ConfigMap holds",
    help: "use fewer constants in them, or move some of them to a cluster and fallback of their own",
  },
  "configuration-too-long": {
    message: "the webhook configuration would have {count} {what}, more than the {limit} that can be compared when it changes",
    help: "match kinds of one group together, name fewer groups, or join rules that query the same objects into one",
  },
  "webhook-name": {
    message: "the webhook that rule `{rule}` needs cannot be called `{name}`: {problem}",
    help: "rename the rule or its policy",
  },
  "static-asks": {
    message: "rule `{rule}` needs the webhook, and anyone who may edit webhook configurations can remove it",
    help: "with `--static`, leave this policy in the API, where `--static --protection-only` protects it and the webhook configuration",
  },
} as const;
