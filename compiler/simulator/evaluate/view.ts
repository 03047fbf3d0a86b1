import { onceFor } from "../../ir/once-for.ts";
import { iterationLimit } from "../../language/limits.ts";
import type { IterationLimits, PolicyIr } from "../../ir/policy.ts";
import type { RecordShape } from "../../api/shape.ts";
import { namespaceShape, objectShape, requestShape } from "../../ir/well-known-shapes.ts";
import { authorizerOf } from "./authorizer.ts";
import { clusterOf } from "./cluster.ts";
import { Lazy, type ValuePlace, decode, lazyGetter } from "./decode.ts";
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
  const roots = { namespaceObject, object, oldObject };
  Lazy.define(roots, "request", { get: getters.request, make: () => withoutEmpty(input.request) });
  const tooLarge = tooLargeToNest(limits, roots, rootsShape(shape));
  const { mostEntries: most = iterationLimit, loopsByPosition } = limits;
  const byPosition = loopsByPosition === undefined ? nowhere : new Set(loopsByPosition.map((path) => path.join("\0")));
  const seen = { authorizer: authorizerOf(input), cluster: clusterOf(input, compiled?.asks ?? []) };
  const add = (root: keyof typeof getters, as: RecordShape): void => {
    const place: ValuePlace = { path: [root], tooLarge, byPosition, most };
    Lazy.define(seen, root, { get: getters[root], make: () => decode(Reflect.get(roots, root), as, true, place) });
  };
  add("request", requestShape);
  add("namespaceObject", namespaceShape);
  add("oldObject", shape);
  add("object", shape);
  return Object.freeze(seen);
}

const getters = {
  request: lazyGetter("request"),
  namespaceObject: lazyGetter("namespaceObject"),
  oldObject: lazyGetter("oldObject"),
  object: lazyGetter("object"),
};

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
