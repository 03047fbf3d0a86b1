import { mark, targets } from "./targets.ts";

/** The policy that is attacked, as its author writes it. `guards` is what stands behind `guards:`. */
export function policyText(guards: string): string {
  const match = targets.map(({ group, resource }) => `    { group: "${group}", resource: "${resource}" },`).join("\n");
  return `import { type WayOut, deletionPolicy, released, terminating } from "holdfast";

const COLLECTOR = "system:serviceaccount:kube-system:generic-garbage-collector";

/** What belongs to another object goes with it. */
const collected: WayOut = {
  name: "collected",
  when: ({ oldObject, request }) =>
    request.userInfo.username === COLLECTOR && (oldObject.metadata.ownerReferences ?? []).length > 0,
};

/** Refuses to delete what is labelled. */
export default deletionPolicy({
  name: "protect",
  match: [
${match}
  ],
  waysOut: [terminating(), released(), collected],
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

/** Every guard that is on by itself, switched off. */
export const noGuards = `{
    release: { off: "the attack is to be seen" },
    owners: { off: "the attack is to be seen" },
    namespaces: { off: "the attack is to be seen" },
    definitions: { off: "the attack is to be seen" },
    evictions: { off: "the attack is to be seen" },
  }`;

const kinds = targets.filter(({ group, isNamespaced }) => isNamespaced && group === "guards.example.com");

/** On by themselves; the custom kinds are named, so that the API server can look into Namespaces for them. */
export const allGuards = `{
    namespaces: {
      kinds: [
${kinds.map(({ group, version, resource, kind }) => `        { group: "${group}", version: "${version}", resource: "${resource}", kind: "${kind}" },`).join("\n")}
      ],
    },
  }`;
