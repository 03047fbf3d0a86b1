/**
 * Kinds whose objects are protected by what a schema may fill in; the same once more with definitions that nobody
 * guards.
 */
export const groups = { guarded: "defaults.example.com", open: "defaults.open.example.com" } as const;

export type Side = keyof typeof groups;

/** Both sides, with one way to be protected for each value of `spec.by`. */
export function policiesText(side: Side): string {
  const guards = side === "open" ? `guards: { definitions: { off: "it is to be seen what happens without it" } },` : "";
  return `
import { type KubernetesObject, deletionPolicy, released } from "holdfast";

interface Zone {
  readonly keep?: boolean;
}

interface Database extends KubernetesObject {
  readonly spec?: {
    readonly by?: string;
    readonly security?: { readonly protection?: boolean };
    readonly keep?: boolean;
    readonly held?: boolean | null;
    readonly zones?: Readonly<Record<string, Zone>>;
    readonly sets?: { readonly main?: Zone };
    readonly flags?: Readonly<Record<string, string>>;
    readonly template?: { readonly metadata?: { readonly labels?: Readonly<Record<string, string>> } };
  };
}

export default deletionPolicy<Database>({
  name: "${side}-defaults",
  match: [{ group: "${groups[side]}", version: "v1", resource: "*" }],
  marks: ["spec.security.protection"],
  overrides: [released()],
  ${guards}
  rules: {
    byField: {
      denyWhen: ({ oldObject: { spec } }) =>
        (spec?.by === "absence" && spec.security?.protection !== false) ||
        (spec?.by === "value" && spec.keep === true) ||
        (spec?.by === "null" && spec.held !== false) ||
        (spec?.by === "key" && spec.zones?.["main"]?.keep !== false) ||
        (spec?.by === "entry" && spec.sets?.main?.keep !== false) ||
        (spec?.by === "keys" && !Object.keys(spec.flags ?? {}).some((key) => key === "loose")) ||
        (spec?.by === "template" && spec.template?.metadata?.labels?.["keep"] === "yes"),
      message: "a field keeps it",
    },
  },
});
`;
}
