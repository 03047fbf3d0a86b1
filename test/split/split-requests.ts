import fc from "fast-check";
import { groupCovers } from "../../compiler/api/coverage.ts";
import type { AdmissionReviewRequest, Input } from "../../compiler/api/admission-review.ts";
import { bodies } from "../fidelity/bodies.ts";
import { type GeneratedRequest, requestsFor } from "../fidelity/objects.ts";
import type { Body } from "../language/language-case.ts";
import { inputOf } from "../language/requests.ts";
import type { VersionedEntry } from "./querying-rule.ts";

/** What is deleted, and through which version of it. */
interface Through {
  readonly group: string;
  readonly resource: string;
  readonly version: string;
  /** A version that is not matched has none of the object's fields. */
  readonly isPruned: boolean;
}

const deletes = requestsFor({ name: "delete", roots: ["oldObject"], isTyped: true, weight: 1 });

/** Objects of which short rules say something. */
const marked: fc.Arbitrary<GeneratedRequest> = fc
  .tuple(deletes, fc.constantFrom("a", "true"), fc.boolean())
  .map(([{ label, request }, a, on]) => {
    const { metadata, spec, ...others } = request.stored ?? {};
    const labels = { ...metadata?.labels, a };
    const marks = { ...(typeof spec === "object" ? spec : {}), on };
    return { label, request: { ...request, stored: { ...others, metadata: { ...metadata, labels }, spec: marks } } };
  });

const many = Array.from({ length: 2001 }, (_, at) => `a${at}`);

/** More than an iteration may be over, in a Namespace with a mark: rare among what other searches send. */
const large: fc.Arbitrary<GeneratedRequest> = fc
  .tuple(bodies["complete"], fc.constantFrom("names", "annotations"), fc.constantFrom("a", "true"))
  .map(([body, what, a]) => ({ label: "huge", request: { stored: enlarged(body, what), namespace: { labels: { a } } } }));

function enlarged({ metadata, spec }: Body, what: string): Body {
  if (what === "names") return { metadata: metadata ?? {}, spec: { ...(spec as object), names: many } };
  return { metadata: { ...metadata, annotations: Object.fromEntries(many.map((key) => [key, "a"])) }, spec };
}

/** Deletes of whatever the policy matches, as the webhook would be told of them. */
export function splitRequests(match: readonly VersionedEntry[]): fc.Arbitrary<Input> {
  const request = fc.oneof({ weight: 3, arbitrary: deletes }, { weight: 2, arbitrary: marked }, { weight: 1, arbitrary: large });
  const through = fc.record({
    kind: fc.constantFrom(...match),
    version: fc.oneof({ weight: 2, arbitrary: fc.constant("v1") }, fc.constantFrom("v2", "v3")),
    isPruned: fc.boolean(),
  });
  return fc
    .noBias(fc.tuple(request, through))
    .map(([sent, { kind, ...rest }]) =>
      inputThrough(match, inputOf(sent.request, "split"), { ...rest, group: groupOf(kind), resource: kind.resource }),
    );
}

function groupOf({ group }: VersionedEntry): string {
  return group.replace("*", "language");
}

/**
 * Under `matchPolicy: Equivalent` the request is shown in the version that is matched: its own, where that is one of
 * those.
 */
function inputThrough(match: readonly VersionedEntry[], input: Input, { group, resource, version, isPruned }: Through): Input {
  const entries = match.filter((entry) => groupCovers(entry.group, group) && entry.resource === resource);
  const meant = entries.some((entry) => entry.version === version) ? version : (entries[0]?.version ?? version);
  const kind = { group, version: meant, kind: "Thing" };
  const { spec, ...others } = input.request.oldObject as Readonly<Record<string, unknown>>;
  const oldObject = { ...others, ...(isPruned && meant !== version ? {} : { spec }), apiVersion: `${group}/${meant}` };
  const request: AdmissionReviewRequest = {
    ...input.request,
    kind,
    resource: { group, version: meant, resource },
    requestKind: { ...kind, version },
    requestResource: { group, version, resource },
    oldObject,
  };
  return { ...input, request };
}
