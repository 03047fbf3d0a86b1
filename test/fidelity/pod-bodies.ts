import fc from "fast-check";
import type { Body } from "../language/language-case.ts";
import type { ObjectLabel } from "./objects.ts";
import { key, odd, oddKey, word } from "./values.ts";

/** As the API server writes a Pod: what is empty or false is not there, and nothing has another type than declared. */
function podOf(
  text: fc.Arbitrary<string>,
  names: fc.Arbitrary<string>,
  requiredKeys: readonly "nodeName"[] = [],
): fc.Arbitrary<Body> {
  const there = text.filter((one) => one !== "");
  const container = fc.record(
    {
      name: fc.constantFrom("a", "b"),
      image: there,
      args: fc.array(text, { minLength: 1, maxLength: 3 }),
      ports: fc.array(fc.record({ containerPort: fc.constantFrom(1, 80, 8080), protocol: fc.constant("TCP") }), {
        minLength: 1,
        maxLength: 2,
      }),
    },
    { requiredKeys: ["name"] },
  );
  const spec = fc.record(
    {
      containers: fc.array(container, { minLength: 1, maxLength: 3 }),
      nodeName: there,
      serviceAccountName: there,
      activeDeadlineSeconds: fc.constantFrom(1, 2, 9_007_199_254_740_991),
      priority: fc.constantFrom(-3, 0, 1, 2),
      hostNetwork: fc.constant(true),
      hostPID: fc.constant(true),
      nodeSelector: fc.dictionary(names, text, { minKeys: 1, maxKeys: 3 }),
    },
    { requiredKeys: ["containers", ...requiredKeys] },
  );
  const condition = fc.record({ type: fc.constantFrom("Ready", "Initialized"), status: fc.constantFrom("True", "False") });
  const status = fc.record(
    {
      phase: fc.constantFrom("Running", "Pending"),
      reason: there,
      message: there,
      conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
  const marks = fc.dictionary(key, word, { minKeys: 1, maxKeys: 3 });
  const metadata = fc.record(
    { annotations: marks, labels: fc.dictionary(key, fc.constantFrom("a", "true"), { minKeys: 1 }) },
    { requiredKeys: [] },
  );
  return fc.record({ metadata, spec, status });
}

const complete = podOf(word, key, ["nodeName"]);
const sparse = podOf(word, key);
const hostile = podOf(odd, oddKey);

/** A Pod cannot be malformed, nor large enough for a limit. */
export const podBodies: Readonly<Record<ObjectLabel, fc.Arbitrary<Body>>> = {
  complete,
  sparse,
  malformed: hostile,
  edge: sparse,
  hostile,
  huge: complete,
};
