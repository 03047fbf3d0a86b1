import { builtInKinds } from "../../../compiler/language/served/built-in-kinds.ts";
import { copiedMark, frozen, inheriting, keyOf, stage, staged } from "./protections.ts";
import { type Target, hold, mark, targets } from "./targets.ts";

/** What stands behind `guards:` of each policy. */
interface GuardTexts {
  readonly protect: string;
  readonly inherited: string;
  readonly staged: string;
  readonly frozen: string;
  readonly copied: string;
  readonly shared: string;
}

/** What controllers copy marks from, what they copy them onto, and claims, which they give owners. */
const copiedKinds = [
  ["", "services"],
  ["", "endpoints"],
  ["", "persistentvolumeclaims"],
  ["discovery.k8s.io", "endpointslices"],
  ["apps", "deployments"],
  ["apps", "replicasets"],
  ["apps", "statefulsets"],
  ["apps", "controllerrevisions"],
].map(([group = "", resource = ""]) => ({ group, resource }));

const matchOf = (matched: readonly Pick<Target, "group" | "resource">[]): string =>
  matched.map(({ group, resource }) => `    { group: "${group}", resource: "${resource}" },`).join("\n");

const contents = targets.filter(({ isNamespaced, only }) => isNamespaced && only === undefined);

const emptied = targets.filter(({ kind }) => ["ConfigMap", "Deployment", "StatefulSet", "PersistentVolume"].includes(kind));

/** The policies that are attacked, as their author writes them. */
export function policyText(guards: GuardTexts): string {
  return `import { type Override, confirmedByName, deletionPolicy, released, terminating } from "holdfast";

const COLLECTOR = "system:serviceaccount:kube-system:generic-garbage-collector";
const NAMESPACES = "system:serviceaccount:kube-system:namespace-controller";

/** What belongs to another object goes with it. */
const collected: Override = {
  name: "collected",
  when: ({ oldObject, request }) =>
    request.userInfo.username === COLLECTOR && (oldObject.metadata.ownerReferences ?? []).length > 0,
};

/** What is in a Namespace goes with it. */
const cascaded: Override = {
  name: "cascaded",
  when: ({ namespaceObject, request }) =>
    request.userInfo.username === NAMESPACES && namespaceObject?.metadata.deletionTimestamp !== undefined,
};

/** Denies deleting what is labelled. */
const protect = deletionPolicy({
  name: "protect",
  match: [
${matchOf(targets)}
  ],
  overrides: [terminating(), released(), confirmedByName(), collected, cascaded],
  guards: ${guards.protect},
  rules: {
    protect: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${mark}"] === "true",
      message: ({ oldObject: { kind, metadata } }) => \`\${kind} \${metadata.name} is protected by its label\`,
    },
  },
});

/** Denies deleting what is in a Namespace that is labelled. */
const inherited = deletionPolicy({
  name: "inherited",
  match: [
${matchOf(contents)}
  ],
  guards: ${guards.inherited},
  rules: {
    inherited: {
      denyWhen: ({ namespaceObject }) => namespaceObject?.metadata.labels?.["${keyOf(inheriting.ofNamespace)}"] === "true",
      message: ({ oldObject: { kind, metadata } }) => \`\${kind} \${metadata.name} is protected by its Namespace\`,
    },
  },
});

/** Denies deleting what is labelled, in Namespaces that are labelled. */
const staged = deletionPolicy({
  name: "staged",
  match: [
${matchOf(contents)}
  ],
  enforcement: { label: "${stage}", values: { production: "deny" }, otherwise: "audit" },
  guards: ${guards.staged},
  rules: {
    staged: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${keyOf(staged.own)}"] === "true",
      message: ({ oldObject: { kind, metadata } }) => \`\${kind} \${metadata.name} is protected by its label\`,
    },
  },
});

/** Denies deleting what is labelled. */
const frozen = deletionPolicy({
  name: "frozen",
  match: [
${matchOf(emptied)}
  ],
  guards: ${guards.frozen},
  rules: {
    frozen: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${keyOf(frozen.own)}"] === "true",
      message: ({ oldObject: { kind, metadata } }) => \`\${kind} \${metadata.name} is protected by its label\`,
    },
  },
});

/** Denies deleting what is marked, and what its controllers make of it with a copy of the mark. */
const copied = deletionPolicy({
  name: "copied",
  match: [
${matchOf(copiedKinds)}
  ],
  overrides: [terminating(), released()],
  guards: ${guards.copied},
  rules: {
    copied: {
      denyWhen: ({ oldObject: { metadata } }) =>
        metadata.labels?.["${copiedMark}"] === "true" || metadata.annotations?.["${copiedMark}"] === "true",
      message: ({ oldObject: { kind, metadata } }) => \`\${kind} \${metadata.name} is protected by its mark\`,
    },
  },
});

/** Denies deleting what is in a Namespace that is marked. */
const shared = deletionPolicy({
  name: "shared",
  match: [
    { group: "", resource: "configmaps" },
    { group: "", resource: "serviceaccounts" },
  ],
  overrides: [terminating(), released()],
  guards: ${guards.shared},
  rules: {
    shared: {
      denyWhen: ({ namespaceObject }) => namespaceObject?.metadata.labels?.["${copiedMark}"] === "true",
      message: ({ oldObject: { kind, metadata } }) => \`\${kind} \${metadata.name} is protected by its Namespace\`,
    },
  },
});

export default [protect, inherited, staged, frozen, copied, shared];
`;
}

/** Every guard that is on by itself, switched off; no finalizers are kept. */
export const noGuards: GuardTexts = allAlike(
  switchedOff("release", "owners", "namespaces", "namespaceLabels", "definitions", "evictions", "webhooks"),
);

function allAlike(text: string): GuardTexts {
  return { protect: text, inherited: text, staged: text, frozen: text, copied: text, shared: text };
}

function switchedOff(...guards: readonly string[]): string {
  return `{\n${guards.map((guard) => `    ${guard}: { off: "it is to be seen what happens without it" },`).join("\n")}\n  }`;
}

/** Of the policies that stand beside `protect`: what that one shows need not be shown again. */
const besideProtect = switchedOff("owners", "namespaces", "definitions", "evictions");

const unknownKinds = targets.filter(
  (target) => target.isNamespaced && !builtInKinds.some(({ group, kind }) => group === target.group && kind === target.kind),
);

/**
 * On by themselves, but for the finalizers; kinds that the compiler does not know are named, so that the API server can
 * look into Namespaces for them.
 */
export const allGuards: GuardTexts = {
  protect: `{
    finalizers: { keep: ["${hold}"] },
    namespaces: {
      kinds: [
${unknownKinds.map(({ group, version, resource, kind }) => `        { group: "${group}", version: "${version}", resource: "${resource}", kind: "${kind}" },`).join("\n")}
      ],
    },
  }`,
  inherited: besideProtect,
  staged: besideProtect,
  frozen: besideProtect.replace("{", "{\n    freeze: true,"),
  copied: `{
    namespaces: { off: "what the policy protect shows need not be shown again" },
    owners: {
      allow: [
        "system:serviceaccount:kube-system:statefulset-controller",
        "system:serviceaccount:kube-system:deployment-controller",
        "system:kube-controller-manager",
      ],
    },
  }`,
  shared: "{}",
};
