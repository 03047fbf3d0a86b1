import type { CustomResource } from "../../control-plane/crds.ts";
import { bodies } from "../../fidelity/bodies.ts";
import { generateRules } from "../../fidelity/generate.ts";
import { compileRules, fileOf } from "../../fidelity/rule-files.ts";
import { objectType, ruleText } from "../../fidelity/rule-text.ts";
import type { GeneratedRule } from "../../fidelity/write-rule.ts";
import { interfaceOf } from "../../language/case-files.ts";
import { type Target, databases } from "../matrix/targets.ts";
import type { AttackedRule } from "./attacked-rules.ts";

/** Two kinds, so that two policies are in force at a time: neither says anything of the other one's objects. */
const kinds = ["Ware", "Good"];

export const wares: readonly CustomResource[] = kinds.map((kind) => ({ ...databases, kind, plural: `${kind.toLowerCase()}s` }));

const targets: readonly Target[] = wares.map(({ group, kind, plural: resource }) => {
  const own = { kind, group, version: "v1", resource, isNamespaced: true, subresources: ["status"], otherVersion: "v1beta1" };
  return { ...own, fields: { spec: {} } };
});

/**
 * So many are made for each that is attacked: some the compiler denies, some are about the request, others read no
 * marks.
 */
const made = 60;

/** What rules import the type of their objects from. */
export const modules = { "thing.ts": `import type { KubernetesObject } from "holdfast";\nexport ${interfaceOf(objectType)}\n` };

/**
 * Rules of the fidelity search that deny deletes by what is stored; who asks, and how, would have to be repeated in
 * each attack.
 */
export async function generateFidelityRules(seed: number): Promise<readonly AttackedRule[]> {
  const candidates = generateRules({ seed, kube: 30 }, 0, made)
    .filter(isAttacked)
    .slice(0, kinds.length * 2);
  const compiled = await compileRules(candidates, { kube: 30, prefix: "candidate" });
  const accepted = compiled.filter((one) => "one" in one).map(({ rule }) => rule);
  return accepted.slice(0, kinds.length).flatMap((rule, at) => {
    const target = targets[at];
    return target === undefined ? [] : [attackedBy(rule, target)];
  });
}

function isAttacked(rule: GeneratedRule): boolean {
  const { operation, action, about, isTyped } = rule.kind;
  const text = ruleText(rule);
  const body = text.slice(text.indexOf("=>"));
  return (
    operation === undefined &&
    action === undefined &&
    about === undefined &&
    isTyped &&
    !/\b(request|authorizer)\b/.test(body) &&
    /\b(labels|annotations)\b/.test(body)
  );
}

function attackedBy(rule: GeneratedRule, target: Target): AttackedRule {
  const policy = `attacked-${target.resource}`;
  const file = fileOf(rule, policy)
    .replace(`group: "language.example.com"`, `group: "${target.group}"`)
    .replace(`resource: "things"`, `resource: "${target.resource}"`)
    .replace(/^ {2}overrides: .*\n/m, "");
  return { target, policy, condition: ruleText(rule), guards: "", file, bodies: bodies.complete };
}
