/**
 * Kinds whose objects are protected by a field, and by a label; the same once more with definitions that nobody guards.
 */
export const kinds = {
  guarded: { fields: "fields.example.com", labels: "labels.example.com" },
  open: { fields: "fields.open.example.com", labels: "labels.open.example.com" },
} as const;

export type Side = keyof typeof kinds;

/** Both policies of one side. */
export function policiesText(side: Side): string {
  const { fields, labels } = kinds[side];
  const guards = side === "open" ? `guards: { definitions: { off: "it is to be seen what happens without it" } },` : "";
  return `
import { type KubernetesObject, deletionPolicy, released } from "holdfast";

interface Database extends KubernetesObject {
  readonly spec?: {
    readonly keep?: boolean;
    readonly disks?: readonly { readonly keep?: boolean }[];
    readonly flags?: Readonly<Record<string, string>>;
    readonly loose?: { readonly keep?: boolean };
  };
}

const byField = deletionPolicy<Database>({
  name: "${side}-fields",
  match: [{ group: "${fields}", version: "v1", resource: "*" }],
  overrides: [released()],
  ${guards}
  rules: {
    byField: {
      denyWhen: ({ oldObject: { spec } }) =>
        spec?.keep === true ||
        spec?.disks?.some((disk) => disk.keep === true) === true ||
        spec?.flags?.["keep"] === "yes" ||
        spec?.loose?.keep === true,
      message: "a field keeps it",
    },
  },
});

const byLabel = deletionPolicy({
  name: "${side}-labels",
  match: [{ group: "${labels}", resource: "*" }],
  overrides: [released()],
  ${guards}
  rules: {
    byLabel: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "a label keeps it" },
  },
});

export default [byField, byLabel];
`;
}
