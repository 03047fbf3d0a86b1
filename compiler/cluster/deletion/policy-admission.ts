import {
  AdmissionEvaluator,
  CelCompileError,
  NotEvaluatedHere,
  type UntypedObject,
  deleteOf,
  readAdmissionPolicies,
  readAskedWebhooks,
} from "../../simulator/admission/index.ts";
import { type JsonObject, fieldsOf, metadataOf, objectsOf } from "../../api/json.ts";
import type { Admission, DeleteRequest, Deleter } from "./cascade.ts";
import { isNamespace } from "./cluster-object.ts";
import type { Live, World } from "./world.ts";

/** Who denies a delete, in the words that the user would be shown. */
export interface PolicyDenial {
  readonly policy: string;
  readonly message: string;
}

/** A policy or webhook of the cluster that is not evaluated here: it may deny. */
export interface NotEvaluated {
  readonly policy: string;
  readonly why: string;
}

export interface PolicyAdmissionOptions {
  /** ValidatingAdmissionPolicies and bindings, as objects of JSON. */
  readonly documents: readonly unknown[];
  /** ValidatingWebhookConfigurations: what they do with a review, nobody here can know. */
  readonly webhooks: readonly unknown[];
  /** The minor version of Kubernetes, as `1.30`. */
  readonly kube: string;
  /** Who deletes what is named. */
  readonly user: string;
  readonly groups: readonly string[];
  /** RFC 3339 text, of objects whose deletion begins meanwhile. */
  readonly now: string;
}

/** Asks ValidatingAdmissionPolicies, evaluated here, about each delete. */
export class PolicyAdmission implements Admission<readonly PolicyDenial[]> {
  readonly #options: PolicyAdmissionOptions;
  readonly #policies: readonly NamedPolicy[];
  readonly #webhooks: readonly NamedPolicy[];
  readonly #notEvaluated = new Map<string, NotEvaluated>();

  constructor(options: PolicyAdmissionOptions) {
    this.#options = options;
    this.#policies = namedPolicies(options.documents).flatMap(({ name, documents }) => {
      const evaluator = this.#evaluatedHere(name, () => evaluatorOf(documents, options.kube));
      return evaluator === undefined ? [] : [{ name, evaluator }];
    });
    this.#webhooks = options.webhooks.flatMap(webhooksOf).flatMap((webhook) => {
      const name = `webhook ${String(webhook["name"])}`;
      const evaluator = this.#evaluatedHere(name, () => matcherOf(webhook, options.kube));
      return evaluator === undefined ? [] : [{ name, evaluator }];
    });
  }

  /** Policies and webhooks that would be asked, and were not. */
  get notEvaluated(): readonly NotEvaluated[] {
    return [...this.#notEvaluated.values()];
  }

  denial(request: DeleteRequest, world: World): readonly PolicyDenial[] | undefined {
    const input = this.#inputOf(request, world);
    const denials = this.#policies.flatMap(({ name, evaluator }) => {
      const answer = this.#evaluatedHere(name, () => evaluator.evaluate(input));
      const denied = answer?.findings.filter(({ action }) => action === "Deny") ?? [];
      return denied.map(({ message }) => ({ policy: name, message }));
    });
    for (const { name, evaluator } of this.#webhooks)
      if (this.#evaluatedHere(name, () => evaluator.evaluate(input))?.denial !== undefined)
        this.#notEvaluated.set(name, { policy: name, why: "it is not asked" });
    return denials.length === 0 ? undefined : denials;
  }

  #inputOf({ object, by, propagationPolicy, isCollection }: DeleteRequest, world: World) {
    const { group, version, resource } = object.of;
    const live = world.get(object.uid);
    const namespace = live && world.namespaceOf(live);
    const input = deleteOf(live === undefined ? object.stored : this.#now(live), {
      resource: { group, version, resource },
      collection: isCollection,
      options: { propagationPolicy },
      ...(namespace !== undefined && { namespaceObject: this.#now(namespace) }),
      ...this.#userOf(by),
    });
    const inside = isNamespace(object.of) ? object.name : object.namespace;
    return { ...input, ...(inside !== undefined && { contents: this.#contents(inside, world) }) };
  }

  #userOf(by: Deleter): { readonly as: string; readonly groups: readonly string[] } {
    const { user, groups } = this.#options;
    return by === "user" ? { as: user, groups } : { as: `system:serviceaccount:kube-system:${by}`, groups: [] };
  }

  #contents(namespace: string, world: World): readonly UntypedObject[] {
    return world.contentsOf(namespace).map((live) => this.#now(live));
  }

  /** As it is stored by then. */
  #now({ object, isDeleting, finalizers }: Live): UntypedObject {
    const { stored } = object;
    if (isDeleting === object.isDeleting) return stored;
    const ofMetadata = isNamespace(object.of) ? undefined : { finalizers: [...finalizers] };
    return { ...stored, metadata: { ...stored.metadata, deletionTimestamp: this.#options.now, ...ofMetadata } };
  }

  #evaluatedHere<T>(policy: string, evaluate: () => T): T | undefined {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof NotEvaluatedHere || error instanceof CelCompileError || error instanceof TypeError)) throw error;
      this.#notEvaluated.set(policy, { policy, why: error.message });
      return undefined;
    }
  }
}

interface NamedPolicy {
  readonly name: string;
  readonly evaluator: AdmissionEvaluator;
}

function evaluatorOf(documents: readonly unknown[], kube: string): AdmissionEvaluator {
  return new AdmissionEvaluator(readAdmissionPolicies(documents.map(asWritten)), { kube });
}

function webhooksOf(configuration: unknown): readonly JsonObject[] {
  return objectsOf(fieldsOf(configuration)["webhooks"]);
}

/** Denies whatever the webhook would be asked about. */
function matcherOf(webhook: JsonObject, kube: string): AdmissionEvaluator {
  return new AdmissionEvaluator(readAskedWebhooks({ webhooks: [{ ...webhook, name: String(webhook["name"]) } as never] }), {
    kube,
  });
}

/** Without its status, which says nothing to admission. */
function asWritten(document: unknown): unknown {
  const { apiVersion, kind, metadata, spec } = fieldsOf(document);
  return { apiVersion, kind, metadata, spec };
}

interface Documents {
  readonly name: string;
  readonly documents: readonly unknown[];
}

/** Each policy with its bindings: one that is not evaluated here says nothing of the others. */
function namedPolicies(documents: readonly unknown[]): readonly Documents[] {
  const policies = documents.filter((one) => kindOf(one) === "ValidatingAdmissionPolicy");
  const bindings = documents.filter((one) => kindOf(one) === "ValidatingAdmissionPolicyBinding");
  return policies.map((policy) => {
    const name = nameOf(policy);
    return { name, documents: [policy, ...bindings.filter((binding) => policyNameOf(binding) === name)] };
  });
}

const kindOf = (document: unknown): unknown => fieldsOf(document)["kind"];

const nameOf = (document: unknown): string => String(metadataOf(document)["name"]);

const policyNameOf = (document: unknown): unknown => fieldsOf(fieldsOf(document)["spec"])["policyName"];
