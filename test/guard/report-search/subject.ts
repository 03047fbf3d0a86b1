import type { ApiRequest, ApiResponse } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import type { Marks } from "../namespace-rules.ts";
import { type Target, collectionPath } from "../matrix/targets.ts";
import { withoutAdded } from "../updates.ts";
import { type AttackedRule, hasField } from "./attacked-rules.ts";

/** What the rules may read of an object, and of its Namespace. */
export interface State {
  readonly own: Marks;
  readonly isLocked: boolean;
  readonly ofNamespace: Marks;
  /** In the place of what every object of the kind has. */
  readonly spec?: unknown;
}

/** Who deletes, and how. */
export interface Circumstance {
  readonly as: string;
  readonly propagationPolicy?: "Orphan";
}

export const circumstances: readonly Circumstance[] = [
  { as: "a" },
  { as: "b" },
  { as: "a", propagationPolicy: "Orphan" },
  { as: "b", propagationPolicy: "Orphan" },
];

/** Masters: nothing but admission stops them. */
export const by = ({ as }: Circumstance): Pick<ApiRequest, "as" | "groups"> => ({ as, groups: ["system:masters"] });

export interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** Objects of one rule on the server. Every delete is a dry run, so that admission decides and the object stays. */
export class Subject {
  readonly #server: ControlPlane;
  readonly rule: AttackedRule;
  readonly #prefix: string;
  readonly #answers = new Map<string, Promise<boolean>>();
  #count = 0;

  constructor(server: ControlPlane, rule: AttackedRule, prefix: string) {
    this.#server = server;
    this.rule = rule;
    this.#prefix = prefix;
  }

  request(request: ApiRequest): Promise<ApiResponse> {
    return this.#server.request(request);
  }

  /** As an admin, with the words of a command. */
  kubectl(words: readonly string[]): ReturnType<ControlPlane["kubectl"]> {
    return this.#server.kubectl(words);
  }

  /** A Namespace of its own, and the object in it. */
  async create({ own, isLocked, ofNamespace, spec }: State, more: object = {}): Promise<Place> {
    this.#count += 1;
    const { target } = this.rule;
    const name = `${this.#prefix}-${target.resource.slice(0, 12)}-${this.#count}`;
    const place = { namespace: name, name };
    if (target.isNamespaced) {
      // Its annotations from the beginning: guards of other rules may deny that they change.
      await this.#sent({ method: "POST", path: "/api/v1/namespaces", body: { metadata: { name, ...ofNamespace } } });
      // Pods need it.
      const path = `/api/v1/namespaces/${name}/serviceaccounts`;
      await this.#sent({ method: "POST", path, body: { metadata: { name: "default" } } });
    }
    const apiVersion = target.group === "" ? target.version : `${target.group}/${target.version}`;
    const fields = spec === undefined ? fieldsOf(target, isLocked) : { spec };
    const body = { apiVersion, kind: target.kind, metadata: { ...own, ...more, name }, ...fields };
    await this.#sent({ method: "POST", path: collectionPath(target, name), body });
    return place;
  }

  deletion({ namespace, name }: Place, circumstance: Circumstance, target: Target = this.rule.target): ApiRequest {
    const { propagationPolicy } = circumstance;
    const body = { ...(propagationPolicy !== undefined && { propagationPolicy }) };
    return { method: "DELETE", path: `${collectionPath(target, namespace)}/${name}?dryRun=All`, body, ...by(circumstance) };
  }

  /** An object that was like this from the beginning. */
  passes(state: State, circumstance: Circumstance): Promise<boolean> {
    const key = JSON.stringify([state, circumstance]);
    const known = this.#answers.get(key) ?? this.#passes(state, circumstance);
    this.#answers.set(key, known);
    return known;
  }

  async #passes(state: State, circumstance: Circumstance): Promise<boolean> {
    const place = await this.create(state);
    const { status, text } = await this.#server.request(this.deletion(place, circumstance));
    if (status !== 200 && status !== 403 && status !== 422) throw new Error(text);
    return status === 200;
  }

  /**
   * A delete that was denied is not denied any more: not because something was put on that confirms it, which is meant
   * (docs/adr/0036), but also without what was put on.
   */
  async isUnmarked(denied: readonly Circumstance[], before: State, after: State): Promise<boolean> {
    const own = withoutAdded(before.own, after.own).map((marks): State => ({ ...after, own: clean(marks) }));
    const all = own.flatMap((state) =>
      withoutAdded(before.ofNamespace, after.ofNamespace).map((marks): State => ({ ...state, ofNamespace: clean(marks) })),
    );
    for (const circumstance of denied) {
      const passed = await Promise.all(all.map((state) => this.passes(state, circumstance)));
      if (passed.every((one) => one)) return true;
    }
    return false;
  }

  async #sent(request: ApiRequest): Promise<void> {
    const { status, text } = await this.#server.request(request);
    if (status >= 300) throw new Error(`${request.method} ${request.path} was denied: ${text}`);
  }
}

export const patched = (path: string, body: object): ApiRequest => mergePatch(path, body);

/** An absent map and an empty one are the same object to the API server. */
export function clean({
  labels = {},
  annotations = {},
}: {
  readonly labels?: Marks["labels"] | undefined;
  readonly annotations?: Marks["annotations"] | undefined;
}): Marks {
  return {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

export function fieldsOf(target: Target, isLocked: boolean): Readonly<Record<string, unknown>> {
  return hasField(target) ? { spec: { size: 1, ...(isLocked && { locked: true }) } } : target.fields;
}
