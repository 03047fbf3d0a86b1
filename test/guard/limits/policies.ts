import { yamlOf } from "../../fixtures/compile-files.ts";

/** Each protects ConfigMaps by a label of its own, so that all are in force together. */
const policies: Readonly<{ [threat: string]: string }> = {
  t11: `overrides: [released()], guards: { namespaces: { off: "it is to be seen what happens without it" } },`,
  t15: `overrides: [permitted("delete-protected")],`,
  t16: "",
  t18: "",
  t22: "",
};

export const markOf = (threat: string): string => `limits.example.com/${threat}`;

/** How the policy for a threat says no. */
export const denialOf = (threat: string): string => `'${threat}' with binding '${threat}' denied request: keep: `;

export function policyYaml(): string {
  return yamlOfAll(Object.entries(policies).map(([threat, more]) => policyText(threat, more)));
}

/** One that is applied when it is to be seen how long that takes. */
export function yamlOfLatePolicy(name: string): string {
  return yamlOfAll([policyText(name, "")]);
}

function yamlOfAll(texts: readonly string[]): string {
  return yamlOf(`import { deletionPolicy, permitted, released } from "holdfast";\n\nexport default [${texts.join(",\n")}];\n`);
}

function policyText(name: string, more: string, match = `{ group: "", resource: "configmaps" }`): string {
  return `deletionPolicy({
  name: "${name}",
  match: [${match}],
  ${more}
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${markOf(name)}"] === "true",
      message: ({ oldObject }) => \`\${oldObject.metadata.name} is kept\`,
    },
  },
})`;
}
