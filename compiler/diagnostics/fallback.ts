/** The declaration of the webhook and the controller: what the catalogue says of it. */
export const fallbackDiagnostics = {
  "no-fallback": {
    message: "{what} needs a webhook, and nothing says which one answers it",
    help: 'declare it in a file beside the policies: `import { fallback } from "holdfast"; export default fallback({ image: "registry.example.com/holdfast@sha256:..." });`',
  },
  "two-fallbacks": {
    message: "there is another fallback, in `{other}`",
    help: "keep one of them: one webhook and one controller serve all policies of a cluster",
  },
  "fallback-among-policies": {
    message: "a fallback stands among policies",
    help: "give it a file of its own: `export default fallback({...})`",
  },
  "fallback-image": {
    message: "`{image}` is not an image",
    help: "write its name and digest, without a scheme: `registry.example.com/holdfast@sha256:` and 64 hexadecimal digits",
  },
  "fallback-namespace": {
    message: "`{namespace}` cannot be the namespace of the fallback: {problem}",
    help: "give it a namespace of its own, such as `holdfast-system`: lower-case letters, digits and `-`, at most 63 characters",
  },
  "fallback-key": {
    message: "a fallback has no key `{key}`",
    help: "leave it out; known here: {known}",
  },
  "fallback-value": {
    message: "`{key}` cannot be this: {problem}",
    help: "write constants as the types of `FallbackDefinition` in `holdfast` describe them",
  },
  "fallback-resource": {
    message: "`{text}` is not a resource that rights can be given to",
    help: 'name it as RBAC does: `{ group: "apps", resource: "deployments" }`, `""` for core, no patterns, no subresources; `*` alone stands for every group or resource',
  },
  "unkept-mark": {
    message:
      "`{key}` has `{kind}` marked, and no rule of operation `{operation}` on {where} asks about `{asked}`: a mark keeps nothing by itself",
    help: "copy `{copy}` of Holdfast beside the fallback, and name in its `match` what is named here",
  },
  "unguarded-replay": {
    message:
      "`usages.replay` lets the controller delete what is asked for on the object itself, and no rule about updates of `{kind}` and its subresources asks who may write `{attempt}`",
    help: "copy `policies/fallback/usage-attempts.ts` of Holdfast beside the fallback, and match each kind with `/*`",
  },
  "unguarded-records": {
    message:
      "`usages` lets the controller delete a Usage whose user is gone, and no rule about updates of `{kind}` and its subresources asks who may write its note `{record}`",
    help: "copy `policies/fallback/usage-records.ts` of Holdfast beside the fallback",
  },
  "unprotected-mark": {
    message:
      "`unprotected.{list}` has `{mark}`, and {change} rule `{rule}` of policy `{policy}` protects nothing: the controller would open what it is to take back",
    help: "`restores` takes what protects, with a value that does; `removes` takes what opens by being there",
  },
  "rules-too-large": {
    message: "the rules that ask the cluster become {size} KiB, more than the {limit} KiB that a ConfigMap holds",
    help: "write fewer constants into them, or give a part of them a fallback and a cluster of their own",
  },
  "configuration-too-long": {
    message: "the webhook configuration would have {count} {what}, more than the {limit} that are compared when it changes",
    help: "match kinds of one group together, name fewer groups, or join rules that ask about the same objects into one",
  },
  "webhook-name": {
    message: "the webhook that rule `{rule}` needs cannot be called `{name}`: {problem}",
    help: "give the rule another name, or its policy",
  },
  "static-asks": {
    message: "rule `{rule}` needs the webhook, which is registered in the API, where it can be removed",
    help: "with `--static`, leave this policy in the API, where `--static --protection-only` protects it and the webhook configuration",
  },
} as const;
