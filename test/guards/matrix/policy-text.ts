import { builtInKinds } from "../../../compiler/kinds/built-in-kinds.ts";
import { hold, mark, targets } from "./targets.ts";

/** The policy that is attacked, as its author writes it. `guards` is what stands behind `guards:`. */
export function policyText(guards: string): string {
  const match = targets.map(({ group, resource }) => `    { group: "${group}", resource: "${resource}" },`).join("\n");
  return `import { type WayOut, confirmedByName, deletionPolicy, released, terminating } from "holdfast";

const COLLECTOR = "system:serviceaccount:kube-system:generic-garbage-collector";
const NAMESPACES = "system:serviceaccount:kube-system:namespace-controller";

/** What belongs to another object goes with it. */
const collected: WayOut = {
  name: "collected",
  when: ({ oldObject, request }) =>
    request.userInfo.username === COLLECTOR && (oldObject.metadata.ownerReferences ?? []).length > 0,
};

/** What is in a Namespace goes with it. */
const cascaded: WayOut = {
  name: "cascaded",
  when: ({ namespaceObject, request }) =>
    request.userInfo.username === NAMESPACES && namespaceObject?.metadata.deletionTimestamp !== undefined,
};

/** Refuses to delete what is labelled. */
export default deletionPolicy({
  name: "protect",
  match: [
${match}
  ],
  waysOut: [terminating(), released(), confirmedByName(), collected, cascaded],
  guards: ${guards},
  rules: {
    protect: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${mark}"] === "true",
      message: ({ oldObject: { kind, metadata } }) => \`\${kind} \${metadata.name} is protected by its label\`,
    },
  },
});
`;
}

/** Every guard that is on by itself, switched off; no finalizers are kept. */
export const noGuards = `{
    release: { off: "the attack is to be seen" },
    owners: { off: "the attack is to be seen" },
    namespaces: { off: "the attack is to be seen" },
    definitions: { off: "the attack is to be seen" },
    evictions: { off: "the attack is to be seen" },
  }`;

const unknownKinds = targets.filter(
  (target) => target.isNamespaced && !builtInKinds.some(({ group, kind }) => group === target.group && kind === target.kind),
);

/** On by themselves, but for the finalizers; kinds that the compiler does not know are named, so that the API server can look into Namespaces for them. */
export const allGuards = `{
    finalizers: { keep: ["${hold}"] },
    namespaces: {
      kinds: [
${unknownKinds.map(({ group, version, resource, kind }) => `        { group: "${group}", version: "${version}", resource: "${resource}", kind: "${kind}" },`).join("\n")}
      ],
    },
  }`;
