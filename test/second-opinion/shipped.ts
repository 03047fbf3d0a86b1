import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { AdmissionPolicy } from "../../compiler/simulator/admission/index.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { generateRequests } from "../fidelity/generate.ts";
import { ruleKinds } from "../fidelity/rule-kind.ts";
import { root } from "../house/source-files.ts";
import type { Body } from "../language/language-case.ts";
import { inputOf } from "../language/requests.ts";

/** Every policy that this repository ships. */
export function shippedPolicies(): readonly AdmissionPolicy[] {
  const directories = ["generated", "generated/presets"].map((name) => join(root, name));
  const files = directories.flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml")
      .map((name) => join(directory, name)),
  );
  return documentsOf(...files.map((file) => readFileSync(file, "utf8"))).policies;
}

/**
 * Requests about objects that carry what the policy reads: keys and values are taken from the texts of its expressions.
 */
export function requestsFor({ variables, validations }: AdmissionPolicy, seed: number): readonly Input[] {
  const expressions = [...variables, ...validations].map(({ expression }) => expression).join("\n");
  const texts = [...new Set([...expressions.matchAll(/'([^'\\\n]{1,80})'/g)].map(([, text = ""]) => text)), "", "true"];
  const marks = fc.dictionary(fc.constantFrom(...texts), fc.constantFrom(...texts), { maxKeys: 4 });
  const [{ ...kind }, update] = [ruleKinds[0], ruleKinds[2]];
  const requests = [...generateRequests(seed, 1, kind).slice(0, 15), ...generateRequests(seed, 2, update).slice(0, 15)];
  const marked = fc.sample(fc.tuple(marks, marks), { seed, numRuns: requests.length });
  return requests.map(({ request }, at) => {
    const [labels, annotations] = marked[at] ?? [{}, {}];
    const metadata = { ...request.stored?.metadata, labels, annotations };
    const stored = withoutLists({ ...request.stored, metadata }, expressions);
    const written = request.written === undefined ? {} : { written: withoutLists(request.written, expressions) };
    return inputOf({ ...request, stored, ...written }, "shipped");
  });
}

/**
 * Where a policy reads a record of a built-in kind the API server stores no list, on which `.?` fails in cel-go alone.
 */
function withoutLists({ spec, ...body }: Body, expressions: string): Body {
  const kept = Object.entries(spec ?? {}).filter(
    ([name, value]) => !Array.isArray(value) || !expressions.includes(`.?${name}.?`),
  );
  return { ...body, spec: Object.fromEntries(kept) };
}
