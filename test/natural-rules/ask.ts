import fc from "fast-check";
import type { Policy } from "holdfast";
import { servedKinds } from "../../compiler/language/served/served-kinds.ts";
import type { RecordShape } from "../../compiler/api/shape.ts";
import { Disagreement, ask } from "../../compiler/simulator/testing/ask.ts";
import type { PolicyAnswer } from "../../compiler/simulator/testing/answer.ts";
import type { TestedObject } from "../../compiler/simulator/testing/request-description.ts";
import type { TestedPolicy } from "../../compiler/simulator/testing/tested-policy.ts";
import type { KnownKind } from "../../compiler/simulator/testing/resource-of.ts";
import { type Named, namedIn, objectsOf } from "./objects.ts";
import type { NaturalRule } from "./rules.ts";

/** Of so many objects that TypeScript and CEL were asked about. */
export interface Asked {
  readonly denied: number;
  readonly allowed: number;
  /** What both say of the same request, where that differs. */
  readonly differences: readonly string[];
}

interface Parts {
  readonly metadata?: object;
  readonly [field: string]: unknown;
}

/** One rule in both executions. */
export class AskedRule {
  readonly #tested: TestedPolicy;
  readonly #typescript: Policy;
  readonly #rule: NaturalRule;

  constructor(tested: TestedPolicy, typescript: Policy, rule: NaturalRule) {
    this.#tested = tested;
    this.#typescript = typescript;
    this.#rule = rule;
  }

  /** What both say to deleting such an object; throws a `Disagreement`. */
  answerTo({ metadata, ...parts }: Parts): PolicyAnswer {
    const { match } = this.#tested.compiled.ir;
    const [{ group, version = "v1", resource }] = match as readonly [(typeof match)[number]];
    const { kind } = this.#rule;
    const served = servedKinds.find((one) => one.group === group && one.resource === resource);
    const kinds: readonly KnownKind[] = served === undefined ? [{ group, kind, resource, isNamespaced: true }] : [];
    const namespace = served?.isNamespaced === false ? {} : { namespace: "shop" };
    const object = {
      ...parts,
      apiVersion: group === "" ? version : `${group}/${version}`,
      kind,
      metadata: { name: "x", uid: "6f2b3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f", ...namespace, ...metadata },
    } as TestedObject;
    return ask([{ tested: this.#tested, typescript: this.#typescript }], { operation: "delete", object }, kinds).answer;
  }

  /** The same for so many, each of which has some parts of the one that is denied. */
  askAbout(size: number, seed: number): Asked {
    const { says: _, ...denied } = this.#rule.denied;
    const objects = objectsLike(denied, this.#tested.compiled.ir.objectShape, namedIn(this.#rule.text));
    const differences: string[] = [];
    let [ofDenied, ofAllowed] = [0, 0];
    for (const object of fc.sample(objects, { seed, numRuns: size })) {
      try {
        if (this.answerTo(object).some(({ action }) => action === "deny")) ofDenied += 1;
        else ofAllowed += 1;
      } catch (error) {
        if (!(error instanceof Disagreement)) throw error;
        differences.push(`${error.message}\n${JSON.stringify(object)}`);
      }
    }
    return { denied: ofDenied, allowed: ofAllowed, differences };
  }
}

function objectsLike(denied: Parts, shape: RecordShape, named: Named): fc.Arbitrary<Parts> {
  const own = Object.entries(denied);
  const kept = fc.array(fc.boolean(), { minLength: own.length, maxLength: own.length });
  return fc.tuple(objectsOf(shape, named), metadataOf(named), kept).map(([parts, metadata, isKept]) => ({
    ...parts,
    metadata,
    ...Object.fromEntries(own.filter((_, at) => isKept[at] === true)),
  }));
}

/** What the API server makes sure of, whatever the kind. */
export function metadataOf(named: Named): fc.Arbitrary<object> {
  const texts = fc.constantFrom(...named.texts, "x", "");
  const marks = fc.dictionary(texts, texts, { maxKeys: 4 });
  const owner = fc.record({
    apiVersion: fc.constantFrom("v1", "apps/v1", "db.example.com/v1"),
    kind: texts,
    name: texts,
    uid: texts,
    controller: fc.boolean(),
  });
  return fc.record(
    {
      creationTimestamp: fc.constantFrom("2026-01-01T00:00:00Z", "2026-12-01T00:00:00Z"),
      labels: marks,
      annotations: marks,
      finalizers: fc.array(texts, { maxLength: 3 }),
      ownerReferences: fc.array(owner, { maxLength: 3 }),
    },
    { requiredKeys: ["creationTimestamp"] },
  );
}
