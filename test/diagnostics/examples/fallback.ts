import type { Tree } from "../../fixtures/tree.ts";
import type { FileExample } from "./files.ts";

const digest = "0123456789abcdef".repeat(4);
const image = `image: "registry.example.com/holdfast@sha256:${digest}"`;
const usages = 'usages: { of: [{ group: "apps", resource: "deployments" }] },';
const replayed = usages.replace(" },", ", replay: true },");
const guarding = (groups: number): string => {
  const objects = Array.from({ length: groups }, (_, at) => `{ group: "g${at}.example.com", resource: "things" }`);
  return `appcat: { composites: [{ group: "example.com", resource: "composites" }], objects: [${objects.join(", ")}] },`;
};
const unprotected = (marks: string): string => `unprotected: { of: [{ group: "", resource: "configmaps" }], ${marks} },`;
const keeping = `import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  rules: {
    keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["example.com/keep"] === "true", message: "it is kept" },
  },
});
`;
const shortImage = 'image: "registry.example.com/holdfast@sha256:..."';

const declaration = (properties: string, before = ""): string => `import { fallback } from "holdfast";
${before}
export default fallback({
  ${properties}
});
`;

const asking = (condition = "cluster.exists(pods)", resources = `{ group: "", version: "v1", resource: "pods" }`): string =>
  `import { deletionPolicy, resource } from "holdfast";
const pods = resource(${resources});
export default deletionPolicy({
  name: "used",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    used: { denyWhen: ({ cluster }) => ${condition}, message: "it is used" },
  },
});
`;

/** A rule that asks about Usages, and others beside it. */
const usagePolicy = (others: string): string =>
  asking(
    'oldObject.metadata.labels?.["holdfast.dev/in-use"] === "true" && cluster.exists(pods)',
    `{ group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" }`,
  )
    .replace("({ cluster })", "({ oldObject, cluster })")
    .replace("  rules: {", `  rules: {${others}`);

const attempts = `
    asked: {
      operation: "update",
      denyWhen: ({ object, authorizer }) =>
        object.metadata.annotations?.["holdfast.dev/delete-when-unused"] !== undefined &&
        !authorizer.requestResource.check("delete").allowed(),
      message: "only who may delete it may ask",
    },`;

/** A rule about the note of who uses, on what has this name. */
const records = (resource = "*/*"): string => `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "records",
  match: [{ group: "protection.holdfast.dev", resource: "${resource}" }],
  rules: {
    noted: {
      operation: "update",
      denyWhen: ({ object, authorizer }) =>
        object.metadata.annotations?.["holdfast.dev/used-by"] === "me" && !authorizer.requestResource.check("delete").allowed(),
      message: "only who may delete it may say so",
    },
  },
});
`;

const policies = (tree: Tree): FileExample["bad"] => ({ tree, paths: ["policies"] });
const good = policies({ "policies/fallback.ts": declaration(image), "policies/used.ts": asking() });

interface Wrong {
  readonly code: FileExample["code"];
  readonly why: string;
  /** What is wrong among the properties, and how it is put right. */
  readonly bad: string;
  readonly good: string;
  /** Of the mistake, in the line of the properties unless told. */
  readonly column: number;
  readonly line?: number;
  readonly says: string;
  readonly override: string;
  readonly before?: string;
}

/** A declaration in which one property is wrong: it stands in the fifth line, behind the image. */
function wrong({ code, why, column, line: told, says, override, before, ...texts }: Wrong): FileExample {
  const file = (text: string): string => declaration(text.includes("image:") ? text : `${image},\n  ${text}`, before);
  const tree = (text: string): FileExample["bad"] =>
    policies({ "policies/fallback.ts": file(text), "policies/used.ts": asking() });
  const line = told ?? (texts.bad.includes("image:") ? 4 : 5);
  const shown = (text: string): string =>
    `export default fallback({\n  ${text.includes("image:") ? text : `${shortImage},\n  ${text}`},\n});`;
  return {
    code,
    why,
    bad: tree(texts.bad),
    good: tree(texts.good),
    shown: [shown(texts.bad), shown(texts.good)].map((text) => (before === undefined ? text : `${before}\n${text}`)) as [
      string,
      string,
    ],
    places: [`policies/fallback.ts:${line}:${column}`],
    says,
    override,
  };
}

const answered = (condition: string): string => `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "used",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    used: { answeredBy: "webhook", denyWhen: ({ oldObject }) => ${condition}, message: "it is used" },
  },
});
`;

const large = asking(
  "cluster.exists(pods, { index: { by: big } })",
  `{ group: "", version: "v1", resource: "pods", indices: { by: ({ metadata }) => metadata.labels?.[big] } }`,
).replace("const pods", `const big = "${"x".repeat(1_100_000)}";\nconst pods`);

const longName = `used${"ByWhatIsThere".repeat(15)}`;

/** What is said of the declaration of the fallback, and where there is none. */
export const fallbackExamples: readonly FileExample[] = [
  {
    code: "no-fallback",
    why: "Rules that CEL cannot express need a webhook. One file among the policies declares its image and settings. `holdfast compile` then writes the manifests into `fallback/`.",
    bad: policies({ "policies/used.ts": asking() }),
    good,
    shown: [
      "// policies/used.ts\ndenyWhen: ({ cluster }) => cluster.exists(pods),",
      `// policies/fallback.ts\n${declaration(shortImage).replace("\n\n", "\n")}`,
    ],
    places: ["policies/used.ts:7:5"],
    says: "rule `used` needs a webhook",
    override: "export default fallback({",
  },
  {
    code: "reads-whole",
    why: "A guard protects the labels and annotations that a rule reads by name. It cannot protect all of them, because controllers write others every day.",
    bad: policies({
      "policies/used.ts": answered("JSON.stringify(oldObject.metadata.labels).includes('keep')"),
      "policies/fallback.ts": declaration(image),
    }),
    good: policies({
      "policies/used.ts": answered("JSON.stringify(oldObject.metadata.labels?.['keep'] ?? '').length > 5"),
      "policies/fallback.ts": declaration(image),
    }),
    shown: [
      'answeredBy: "webhook",\ndenyWhen: ({ oldObject }) => JSON.stringify(oldObject.metadata.labels).includes("keep"),',
      'answeredBy: "webhook",\ndenyWhen: ({ oldObject }) => JSON.stringify(oldObject.metadata.labels?.["keep"] ?? "").length > 5,',
    ],
    places: ["policies/used.ts:6:65"],
    says: "reads labels of the object",
    override: "read a constant key",
  },
  {
    code: "two-fallbacks",
    why: "Both would be installed under the same names.",
    bad: policies({ "policies/a.ts": declaration(image), "policies/b.ts": declaration(image), "policies/used.ts": asking() }),
    good,
    shown: ["policies/a.ts\npolicies/b.ts (each exports a fallback)", "policies/fallback.ts"],
    places: ["policies/b.ts:3:16"],
    says: "`policies/a.ts`",
    override: "keep one of them",
  },
  {
    code: "fallback-among-policies",
    why: "A policy file becomes one YAML file. The fallback becomes a directory.",
    bad: policies({
      "policies/used.ts": asking()
        .replace("import { deletionPolicy", "import { deletionPolicy, fallback")
        .replace("export default deletionPolicy", `export default [fallback({ ${image} }), deletionPolicy`)
        .replace("\n});\n", "\n})];\n"),
    }),
    good,
    shown: ["export default [fallback({ ... }), deletionPolicy({ ... })];", "export default fallback({ ... });"],
    places: ["policies/used.ts:3:17"],
    says: "the fallback is declared in a file with policies",
    override: "a file of its own",
  },
  wrong({
    code: "fallback-image",
    why: "Nodes could not pull this image. Then every request that the webhook decides would be denied.",
    bad: 'image: "https://registry.example.com/holdfast"',
    good: image,
    column: 10,
    says: "`https://registry.example.com/holdfast`",
    override: "without a scheme",
  }),
  wrong({
    code: "fallback-namespace",
    why: "NetworkPolicies close this Namespace, and the webhook is never asked about objects in it. So nothing else should run there.",
    bad: 'namespace: "kube-system"',
    good: 'namespace: "holdfast-system"',
    column: 14,
    says: "what else runs there would lose its network",
    override: "a namespace of its own",
  }),
  wrong({
    code: "fallback-key",
    why: "TypeScript reports an unknown key, except if it comes from a spread. Holdfast would ignore it.",
    before: 'const more = { imagePullSecrets: ["registry"] };',
    bad: "...more",
    good: "replicas: more.imagePullSecrets.length",
    line: 3,
    column: 25,
    says: "`imagePullSecrets`",
    override: "known properties: image, namespace",
  }),
  wrong({
    code: "fallback-value",
    why: "The API server would reject the manifest, or accept it with another meaning.",
    bad: "replicas: 0",
    good: "replicas: 3",
    column: 13,
    says: "`replicas` cannot have this value: it takes a whole number from 1 to 100",
    override: "FallbackDefinition",
  }),
  wrong({
    code: "fallback-resource",
    why: "RBAC has no patterns. It would take this as the name of a group, and the webhook could read nothing.",
    bad: 'appcat: { composites: [{ group: "*.example.com", resource: "databases" }] }',
    good: 'appcat: { composites: [{ group: "db.example.com", resource: "databases" }] }',
    column: 26,
    says: '{"group":"*.example.com","resource":"databases"}',
    override: "no patterns",
  }),
  {
    code: "unkept-mark",
    why: "The controller labels objects that are used or critical, but a rule of a policy has to deny their deletes. Without it, a Usage would be `Ready` and protect nothing.",
    bad: policies({ "policies/fallback.ts": declaration(`${image},\n  ${usages}`), "policies/used.ts": asking() }),
    good: policies({
      "policies/fallback.ts": declaration(`${image},\n  ${usages}`),
      "policies/usages.ts": usagePolicy(""),
      "policies/records.ts": records(),
    }),
    shown: [
      'usages: { of: [{ group: "apps", resource: "deployments" }] },',
      '// policies/usages.ts, a copy\nmatch: [{ group: "apps", resource: "deployments" }],',
    ],
    places: ["policies/fallback.ts:3:16"],
    says: "`usages.of` names `deployments.apps`",
    override: "`policies/fallback/usages.ts`",
  },
  {
    code: "unguarded-replay",
    why: "The controller deletes objects with this annotation, and many people may be able to write annotations. Without a rule, they could delete with the controller's rights.",
    bad: policies({ "policies/fallback.ts": declaration(`${image},\n  ${replayed}`), "policies/usages.ts": usagePolicy("") }),
    good: policies({
      "policies/fallback.ts": declaration(`${image},\n  ${replayed}`),
      "policies/usages.ts": usagePolicy(attempts).replace('"deployments"', '"deployments/*"'),
      "policies/records.ts": records(),
    }),
    shown: [
      'usages: { of: [{ group: "apps", resource: "deployments" }], replay: true },',
      '// policies/usage-attempts.ts, a copy\nmatch: [{ group: "apps", resource: "deployments/*" }],',
    ],
    places: ["policies/fallback.ts:3:16"],
    says: "no rule about updates of `deployments.apps` and its subresources limits",
    override: "`policies/fallback/usage-attempts.ts`",
  },
  {
    code: "unguarded-records",
    why: "The controller deletes a Usage after its user, and records that user in an annotation. Without a rule, anyone who may change the annotation could delete with the controller's rights.",
    bad: policies({ "policies/fallback.ts": declaration(`${image},\n  ${usages}`), "policies/usages.ts": usagePolicy("") }),
    good: policies({
      "policies/fallback.ts": declaration(`${image},\n  ${usages}`),
      "policies/usages.ts": usagePolicy(""),
      "policies/records.ts": records(),
    }),
    shown: [
      'usages: { of: [{ group: "apps", resource: "deployments" }] },',
      '// policies/usage-records.ts, a copy\nmatch: [{ group: "protection.holdfast.dev", resource: "usages/*" }],',
    ],
    places: ["policies/fallback.ts:3:16"],
    says: "no rule about updates of `usages.protection.holdfast.dev` and its subresources limits",
    override: "`policies/fallback/usage-records.ts`",
  },
  {
    code: "unprotected-mark",
    why: "The controller changes these marks if the record of `holdfast unprotect` says so. Anyone who may update the object may have written that record.",
    bad: policies({
      "policies/fallback.ts": declaration(`${image},\n  ${unprotected('removes: { labels: ["example.com/keep"] }')}`),
      "policies/keep.ts": keeping,
    }),
    good: policies({
      "policies/fallback.ts": declaration(`${image},\n  ${unprotected('restores: { labels: { "example.com/keep": "true" } }')}`),
      "policies/keep.ts": keeping,
    }),
    shown: ['removes: { labels: ["example.com/keep"] },', 'restores: { labels: { "example.com/keep": "true" } },'],
    places: ["policies/fallback.ts:3:16"],
    says: "but without it rule `keep` of policy `keep` protects nothing",
    override: "`restores` takes marks that protect",
  },
  {
    code: "rules-too-large",
    why: "A ConfigMap carries the rules to the webhook, so that a changed rule needs no new image.",
    bad: policies({ "policies/fallback.ts": declaration(image), "policies/used.ts": large }),
    good,
    shown: ["a constant of a megabyte in a rule that asks", "what the rule needs of it"],
    places: ["policies/fallback.ts:3:16"],
    says: "more than the 1024 KiB that a ConfigMap holds",
    override: "use fewer constants",
  },
  {
    code: "webhook-name",
    why: "Each rule that queries has a webhook named after the rule and its policy. The API server allows 253 characters, and no name twice in one configuration.",
    bad: policies({ "policies/fallback.ts": declaration(image), "policies/used.ts": asking().replace("used:", `${longName}:`) }),
    good,
    shown: [`rules: { ${longName.slice(0, 40)}...: { ... } },`, "rules: { used: { ... } },"],
    places: ["policies/used.ts:7:5"],
    says: "it has 277 characters, of at most 253",
    override: "rename the rule",
  },
  {
    code: "configuration-too-long",
    why: "The policy `holdfast-webhooks` denies changes that weaken the webhook configuration, so it compares the old and the new one. A configuration that is too long to compare would be denied, and the controller could not renew the certificate.",
    bad: policies({ "policies/used.ts": asking(), "policies/fallback.ts": declaration(`${image},\n  ${guarding(30)}`) }),
    good: policies({ "policies/used.ts": asking(), "policies/fallback.ts": declaration(`${image},\n  ${guarding(29)}`) }),
    shown: ["an `objects` of 30 groups", "an `objects` of 29"],
    places: ["policies/fallback.ts:3:16"],
    says: "more than the 30 that can be compared when it changes",
    override: "name fewer groups",
  },
];
