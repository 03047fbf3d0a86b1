/** Policies over ConfigMaps, each with a mark of its own. */

interface Parts {
  /** Of the metadata: where the mark is. */
  readonly mark?: "labels" | "annotations";
  /** What else the policy says, as in `enforcement: "warn"`. */
  readonly more?: string;
  readonly resource?: string;
}

/** The policy of the README, under another name, and over a label of its own. */
export function keepText(name: string, { mark = "labels", more = "", resource = "configmaps" }: Parts = {}): string {
  return `import { deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "${name}",
  match: [{ group: "", resource: "${resource}" }],
  overrides: [released()],
  ${more}
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => (oldObject.metadata.${mark}?.["example.com/${name}"] ?? "no") !== "no",
      message: "it is kept",
    },
  },
});
`;
}

/** `keep-000`, `keep-001`, ... */
export const manyNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `keep-${String(at).padStart(3, "0")}`);

/** A file for each. */
export const filesOf = (names: readonly string[], parts: Parts = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [`policies/${name}.ts`, keepText(name, parts)]));
