import { onceFor } from "../../ir/once-for.ts";
import { iterationLimit } from "../../language/limits.ts";
import type { IterationLimits, PolicyIr } from "../../ir/policy.ts";
import type { RecordShape } from "../../api/shape.ts";
import { namespaceShape, objectShape, requestShape } from "../../ir/well-known-shapes.ts";
import { authorizerOf } from "./authorizer.ts";
import { type AskedCluster, clusterOf } from "./cluster.ts";
import { Lazy, type ValuePlace, decode, lazyGetter } from "./decode.ts";
import { tooLargeToNest } from "./nested-iterations.ts";
import type { Input } from "../../api/admission-review.ts";

/** Of what is no rule of a policy. */
export const noLimits: IterationLimits = { nestedIterations: [] };

const nowhere: ReadonlySet<string> = new Set();

/**
 * What rules see of one request, by the names of their parameters. Rules of the same limits share what is decoded. What
 * a rule asks the cluster is counted from the moment that it gets its view.
 */
export class SeenRequest {
  readonly #input: Input;
  readonly #compiled: PolicyIr | undefined;
  readonly #cluster: AskedCluster;
  readonly #views = new Map<IterationLimits | number, unknown>();

  constructor(input: Input, compiled: PolicyIr | undefined) {
    this.#input = input;
    this.#compiled = compiled;
    this.#cluster = clusterOf(input, compiled?.asks ?? []);
  }

  viewFor(limits: IterationLimits): unknown {
    this.#cluster.restart();
    const key = isPlain(limits) ? (limits.mostEntries ?? iterationLimit) : limits;
    const view = this.#views.get(key) ?? this.#viewWithin(limits);
    this.#views.set(key, view);
    return view;
  }

  #viewWithin(limits: IterationLimits): object {
    const shape = this.#compiled?.objectShape ?? objectShape;
    const { mostEntries: most = iterationLimit, loopsByPosition } = limits;
    const roots = rootsOf(this.#input);
    const source: Source = {
      input: this.#input,
      roots,
      shape,
      cluster: this.#cluster.cluster,
      tooLarge: tooLargeToNest(limits, roots, rootsShape(shape)),
      byPosition: loopsByPosition === undefined ? nowhere : new Set(loopsByPosition.map((path) => path.join("\0"))),
      most,
    };
    const view = {};
    for (const [name, getter] of getters) Lazy.define(view, name, { getter, source });
    return Object.freeze(view);
  }
}

/** No list or map has limits of its own. */
const isPlain = ({ nestedIterations, loopsByPosition }: IterationLimits): boolean =>
  nestedIterations.length === 0 && loopsByPosition === undefined;

/** What a rule sees of a request that no other is asked about. */
export function decodeInput(input: Input, compiled: PolicyIr | undefined, limits: IterationLimits): unknown {
  return new SeenRequest(input, compiled).viewFor(limits);
}

interface Source extends Omit<ValuePlace, "path"> {
  readonly input: Input;
  readonly roots: Roots;
  readonly shape: RecordShape;
  readonly cluster: AskedCluster["cluster"];
}

type Roots = Readonly<Record<"namespaceObject" | "object" | "oldObject" | "request", unknown>>;

function rootsOf(input: Input): Roots {
  const { namespaceObject } = input;
  const { object, oldObject } = input.request;
  const roots = { namespaceObject, object, oldObject };
  Lazy.define(roots, "request", { getter: requestAsSent, source: input });
  return roots as Roots;
}

const requestAsSent = lazyGetter("request", ({ request }: Input) => withoutEmpty(request));

const decoded = (root: keyof Roots, shapeOf: (source: Source) => RecordShape): PropertyDescriptor =>
  lazyGetter(root, (source: Source) => {
    const { roots, tooLarge, byPosition, most } = source;
    return decode(roots[root], shapeOf(source), true, { path: [root], tooLarge, byPosition, most });
  });

const getters: readonly (readonly [string, PropertyDescriptor])[] = [
  ["authorizer", lazyGetter("authorizer", ({ input }: Source) => authorizerOf(input))],
  ["cluster", lazyGetter("cluster", ({ cluster }: Source) => cluster)],
  ["request", decoded("request", () => requestShape)],
  ["namespaceObject", decoded("namespaceObject", () => namespaceShape)],
  ["oldObject", decoded("oldObject", ({ shape }) => shape)],
  ["object", decoded("object", ({ shape }) => shape)],
];

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
