import fc from "fast-check";
import type { Body, Request } from "../language/language-case.ts";
import { bodies } from "./bodies.ts";
import { podBodies } from "./pod-bodies.ts";
import type { RuleKind } from "./rule-kind.ts";
import { key } from "./values.ts";

/** What is odd about an object. */
export type ObjectLabel = "complete" | "sparse" | "malformed" | "edge" | "hostile" | "huge";

export const objectLabels: readonly ObjectLabel[] = ["complete", "sparse", "malformed", "edge", "hostile", "huge"];

export interface GeneratedRequest {
  readonly label: ObjectLabel;
  readonly request: Request;
}

const label: fc.Arbitrary<ObjectLabel> = fc.oneof(
  { weight: 24, arbitrary: fc.constant("complete" as const) },
  { weight: 18, arbitrary: fc.constant("sparse" as const) },
  { weight: 24, arbitrary: fc.constant("malformed" as const) },
  { weight: 14, arbitrary: fc.constant("edge" as const) },
  { weight: 14, arbitrary: fc.constant("hostile" as const) },
  { weight: 6, arbitrary: fc.constant("huge" as const) },
);

const circumstances = fc.record(
  {
    namespace: fc.record({ labels: fc.dictionary(key, fc.constantFrom("a", "true"), { minKeys: 1 }) }),
    groups: fc.constantFrom(["x/a"], ["a"]),
    // One without a name is nobody in particular: a request of the API server to itself.
    user: fc.constantFrom("a", "x/a", "true", ""),
    // Without permissions a request is one of a cluster's master.
    permissions: fc.constant([]),
  },
  { requiredKeys: [] },
);

const options = fc.record(
  { propagationPolicy: fc.constantFrom("Orphan", "Background"), gracePeriodSeconds: fc.constantFrom(0, 1) },
  { requiredKeys: [] },
);

/** Requests that a rule of this kind is about. */
export function requestsFor(kind: RuleKind): fc.Arbitrary<GeneratedRequest> {
  const about = kind.about === undefined ? {} : { about: kind.about };
  const bodyOf = (of: ObjectLabel): fc.Arbitrary<Body> => (kind.builtIn === undefined ? bodies[of] : podBodies[of]);
  return label.chain((of) => requestOf(bodyOf(of), kind).map((request) => ({ label: of, request: { ...request, ...about } })));
}

function requestOf(body: fc.Arbitrary<Body>, { operation, isCollection }: Partial<RuleKind>): fc.Arbitrary<Request> {
  const about = circumstances;
  if (operation === "create-or-update")
    return fc.oneof(requestOf(body, { operation: "create" }), requestOf(body, { operation: "update" }));
  if (operation === "create")
    return fc.tuple(body, about).map(([written, rest]): Request => ({ operation: "CREATE", written, ...rest }));
  if (operation === "update")
    return fc.tuple(body, body, fc.boolean(), about).map(([stored, other, isSame, rest]): Request => ({
      operation: "UPDATE",
      stored,
      written: isSame ? stored : other,
      ...rest,
    }));
  return fc.tuple(body, options, about).map(([stored, sent, rest]): Request => ({
    stored,
    options: sent,
    ...(isCollection === true && { isCollection }),
    ...rest,
  }));
}
