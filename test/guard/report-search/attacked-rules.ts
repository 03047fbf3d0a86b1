import fc from "fast-check";
import type { Body } from "../../language/language-case.ts";
import { conditions, functionsOfRules } from "../namespace-rules.ts";
import { type Target, databases, hold, targets, vaults } from "../matrix/targets.ts";

/** A generated policy about one kind; with `enforced`, the API server gets another one than the report is about. */
export interface AttackedRule {
  readonly target: Target;
  readonly policy: string;
  readonly condition: string;
  /** What stands behind `guards:`. */
  readonly guards: string;
  readonly enforced?: { readonly guards?: string; readonly overrides?: string };
  /** What stands behind `overrides:`; left out where undefined, so that the release mark is the override. */
  readonly overrides?: string;
  /** The whole policy, where it is not made of the parts above. */
  readonly file?: string;
  /** Objects among which one is protected: with marks of the Namespace search, unless told. */
  readonly bodies?: fc.Arbitrary<Body>;
}

/** A field of it can be a mark. */
export const hasField = ({ kind }: Target): boolean => kind === "Database";

const kinds = [
  "ConfigMap",
  "Pod",
  "Deployment",
  "Service",
  "Database",
  "Vault",
  "PersistentVolume",
  "ValidatingWebhookConfiguration",
] as const;

export const customResources = [databases, vaults];

/** One policy of each of these is in force at a time: none says anything of another one's objects. */
export const attackedTargets: readonly Target[] = kinds.flatMap((kind) => targets.filter((target) => target.kind === kind));

const asked: Readonly<Record<string, string>> = {
  ConfigMap: "freeze: true",
  Deployment: "freeze: true",
  PersistentVolume: "freeze: true",
  Service: `finalizers: { keep: ["${hold}"] }`,
  Vault: `finalizers: { keep: ["${hold}"] }`,
};

export const guardsOf = ({ kind }: Target): string => asked[kind] ?? "";

export const ruleFor = (target: Target, condition: string): AttackedRule => ({
  target,
  policy: `attacked-${target.resource}`,
  condition,
  guards: guardsOf(target),
});

/** One rule for each kind, out of the grammar of the search of marks of Namespaces. */
export function generateRules(seed: number): readonly AttackedRule[] {
  const texts = fc.sample(conditions, { seed, numRuns: attackedTargets.length });
  return attackedTargets.map((target, at) => ruleFor(target, conditionFor(target, texts[at] ?? "")));
}

export function conditionFor(target: Target, text: string): string {
  if (!target.isNamespaced) return text.replaceAll("namespaceObject?.", "oldObject.");
  return hasField(target) ? `(${text} || isLocked(oldObject.spec?.locked))` : text;
}

export function policyText({ target, policy, condition, guards, overrides, file }: AttackedRule): string {
  if (file !== undefined) return file;
  const { group, resource, version } = target;
  const isTyped = hasField(target);
  return `import { type KubernetesObject, deletionPolicy } from "holdfast";
${functionsOfRules}
const isLocked = (locked: boolean | undefined): boolean => locked === true;
interface Locked extends KubernetesObject { readonly spec?: { readonly locked?: boolean } }
export default deletionPolicy${isTyped ? "<Locked>" : ""}({
  name: "${policy}",
  match: [{ group: "${group}", ${isTyped ? `version: "${version}", ` : ""}resource: "${resource}" }],
  ${isTyped ? `marks: ["spec.locked"],` : ""}
  ${overrides === undefined ? "" : `overrides: ${overrides},`}
  guards: { ${guards} },
  rules: { rule: { denyWhen: ({ namespaceObject, oldObject, request }) => ${condition}, message: "no" } },
});
`;
}
