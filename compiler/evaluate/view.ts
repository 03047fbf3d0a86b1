import type { NestedWalk, PolicyIr } from "../ir/policy.ts";
import type { RecordShape } from "../ir/shape.ts";
import { namespaceShape, objectShape, requestShape } from "../ir/well-known-shapes.ts";
import { authorizerOf } from "./authorizer.ts";
import { clusterOf } from "./cluster.ts";
import { decode } from "./decode.ts";
import { tooLargeToNest } from "./nested-walks.ts";
import type { Input } from "./request.ts";

/** What a rule sees of a request, by the names of its parameters. */
export function decodeInput(input: Input, compiled: PolicyIr | undefined, nestedWalks: readonly NestedWalk[]): unknown {
  const shape = compiled?.objectShape ?? objectShape;
  const { request, namespaceObject } = input;
  const { object, oldObject } = request;
  const roots = { request, namespaceObject, object, oldObject };
  const tooLarge = tooLargeToNest(nestedWalks, roots, rootsShape(shape));
  const view = (root: keyof typeof roots, as: RecordShape): unknown => decode(roots[root], as, true, { path: [root], tooLarge });
  return Object.freeze({
    request: view("request", requestShape),
    namespaceObject: view("namespaceObject", namespaceShape),
    oldObject: view("oldObject", shape),
    object: view("object", shape),
    authorizer: authorizerOf(input),
    cluster: clusterOf(input, compiled?.asks ?? []),
  });
}

function rootsShape(shape: RecordShape): RecordShape {
  const field = (of: RecordShape) => ({ shape: of, presence: "optional", typedByServer: true }) as const;
  const [object, oldObject] = [field(shape), field(shape)];
  return { kind: "record", fields: { request: field(requestShape), namespaceObject: field(namespaceShape), object, oldObject } };
}
