import { onceFor } from "../../ir/once.ts";
import { iterationLimit } from "../../language/limits.ts";
import type { IterationLimits, PolicyIr } from "../../ir/policy.ts";
import type { RecordShape } from "../../api/shape.ts";
import { namespaceShape, objectShape, requestShape } from "../../ir/well-known-shapes.ts";
import { authorizerOf } from "./authorizer.ts";
import { clusterOf } from "./cluster.ts";
import { decode } from "./decode.ts";
import { tooLargeToNest } from "./nested-iterations.ts";
import type { Input } from "../../api/admission-review.ts";

/** Of what is no rule of a policy. */
export const noLimits: IterationLimits = { nestedIterations: [] };

const nowhere: ReadonlySet<string> = new Set();

/** What a rule sees of a request, by the names of its parameters. */
export function decodeInput(input: Input, compiled: PolicyIr | undefined, limits: IterationLimits): unknown {
  const shape = compiled?.objectShape ?? objectShape;
  const { namespaceObject } = input;
  const { object, oldObject } = input.request;
  const roots = {
    get request() {
      return withoutEmpty(input.request);
    },
    namespaceObject,
    object,
    oldObject,
  };
  const tooLarge = tooLargeToNest(limits, roots, rootsShape(shape));
  const { mostEntries: most = iterationLimit, loopsByPosition } = limits;
  const byPosition = loopsByPosition === undefined ? nowhere : new Set(loopsByPosition.map((path) => path.join("\0")));
  const view = (root: keyof typeof roots, as: RecordShape): (() => unknown) =>
    whenRead(() => decode(roots[root], as, true, { path: [root], tooLarge, byPosition, most }));
  const [ofRequest, ofNamespace] = [view("request", requestShape), view("namespaceObject", namespaceShape)];
  const [ofOldObject, ofObject] = [view("oldObject", shape), view("object", shape)];
  return Object.freeze({
    get request() {
      return ofRequest();
    },
    get namespaceObject() {
      return ofNamespace();
    },
    get oldObject() {
      return ofOldObject();
    },
    get object() {
      return ofObject();
    },
    authorizer: authorizerOf(input),
    cluster: clusterOf(input, compiled?.asks ?? []),
  });
}

/** A rule reads one or two of them, and is asked several times for each review. */
function whenRead(make: () => unknown): () => unknown {
  let made: { readonly value: unknown } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The API server leaves empty text, lists and maps of a request and its user out, so that they are absent in CEL. */
function withoutEmpty({ userInfo, ...request }: Input["request"]): Readonly<Record<string, unknown>> {
  const { subResource, requestSubResource, name, namespace } = request;
  const omitted = filled({ subResource, requestSubResource, name, namespace });
  const { subResource: _, requestSubResource: _1, name: _2, namespace: _3, ...others } = request;
  return { ...others, ...omitted, userInfo: filled({ ...userInfo }) };
}

function filled(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === "") return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

const rootsShape = onceFor((shape: RecordShape): RecordShape => {
  const field = (of: RecordShape) => ({ shape: of, presence: "optional", typedByServer: true }) as const;
  const [object, oldObject] = [field(shape), field(shape)];
  return { kind: "record", fields: { request: field(requestShape), namespaceObject: field(namespaceShape), object, oldObject } };
});
