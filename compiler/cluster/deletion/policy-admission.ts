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
import type { Admission, DeleteRequest, Deleter } from "./delete-request.ts";
import { isSecret } from "./controllers/built-in-controllers.ts";
import { type ObjectKind, isNamespace } from "./cluster-object.ts";
import { matchedKinds, paramKindOf, readsMoreThanMetadata } from "./matched-kinds.ts";
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

/** What a policy says of a delete that does not please it. */
export interface PolicyFinding extends PolicyDenial {
  readonly action: "Deny" | "Warn" | "Audit";
  /** What it cannot evaluate it lets through. */
  readonly failurePolicy: FailurePolicy;
}

/** A webhook that would be asked about a delete. */
export interface AskedWebhook {
  readonly webhook: string;
  /** `Ignore`: while it is down, nothing is denied. */
  readonly failurePolicy: FailurePolicy;
}

type FailurePolicy = "Fail" | "Ignore";

/** What everybody says of one delete who has a say in it. */
export interface DeleteAnswer {
  readonly findings: readonly PolicyFinding[];
  readonly asked: readonly AskedWebhook[];
  /** Policies and webhooks about such an object of which nobody here knows what they say. */
  readonly notEvaluated: readonly NotEvaluated[];
}

export interface PolicyAdmissionOptions {
  /** ValidatingAdmissionPolicies and bindings, as objects of JSON. */
  readonly documents: readonly unknown[];
  /** Configurations of webhooks, of both kinds: what these do with a review, nobody here can know. */
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
  readonly #policies: readonly EvaluatedPolicy[];
  readonly #webhooks: readonly (AskedWebhook & { readonly evaluator: AdmissionEvaluator })[];
  /** Those that could not be read at all, with the kinds that they are about. */
  readonly #unread: (NotEvaluated & Pick<NamedPolicy, "isAbout">)[] = [];
  readonly #notEvaluated = new Map<string, NotEvaluated>();

  constructor(options: PolicyAdmissionOptions) {
    this.#options = options;
    this.#policies = namedPolicies(options.documents).flatMap(({ documents, ...policy }) => {
      const evaluator = this.#readHere(policy, () => evaluatorOf(documents, options.kube));
      return evaluator === undefined ? [] : [{ ...policy, evaluator }];
    });
    this.#webhooks = options.webhooks.flatMap(webhooksOf).flatMap((webhook) => {
      const name = `webhook ${String(webhook["name"])}`;
      const isAbout = matchedKinds({ spec: { matchConstraints: { resourceRules: webhook["rules"] } } });
      const evaluator = this.#readHere({ name, isAbout }, () => matcherOf(webhook, options.kube));
      return evaluator === undefined ? [] : [{ webhook: name, failurePolicy: failurePolicyOf(webhook), evaluator }];
    });
  }

  /** Policies and webhooks that would be asked, and were not. */
  get notEvaluated(): readonly NotEvaluated[] {
    return [...this.#notEvaluated.values()];
  }

  /** Whether a policy about such objects looks up what is in their Namespace. */
  looksUp(of: ObjectKind): boolean {
    return this.#policies.some(({ paramKind, isAbout }) => paramKind !== undefined && isAbout(of));
  }

  denial(request: DeleteRequest, world: World): readonly PolicyDenial[] | undefined {
    const denials = this.answer(request, world).findings.filter(({ action }) => action === "Deny");
    return denials.length === 0 ? undefined : denials.map(({ policy, message }) => ({ policy, message }));
  }

  /** What denies it, what only says something, and what might. */
  answer(request: DeleteRequest, world: World): DeleteAnswer {
    const input = this.#inputOf(request, world);
    const { of } = request.object;
    const notEvaluated: NotEvaluated[] = this.#unread.filter(({ isAbout }) => isAbout(of));
    const findings = this.#policies.flatMap((policy) => {
      const evaluate = () => policy.evaluator.evaluate({ ...input, ...this.#lookedUp(policy, request, world) });
      const answer = this.#evaluatedHere(policy.name, evaluate, notEvaluated);
      this.#noteSecrets(policy, request, notEvaluated);
      const { name, failurePolicy } = policy;
      return answer?.findings.map(({ action, message }) => ({ policy: name, message, action, failurePolicy })) ?? [];
    });
    const asked = this.#webhooks.filter(
      ({ webhook, evaluator }) =>
        this.#evaluatedHere(webhook, () => evaluator.evaluate(input), notEvaluated)?.denial !== undefined,
    );
    for (const { webhook } of asked) this.#notEvaluated.set(webhook, { policy: webhook, why: "it is not asked" });
    return { findings, asked: asked.map(({ webhook, failurePolicy }) => ({ webhook, failurePolicy })), notEvaluated };
  }

  #inputOf({ object, by, propagationPolicy, isCollection }: DeleteRequest, world: World) {
    const { group, version, resource } = object.of;
    const live = world.get(object.uid);
    const namespace = live && world.namespaceOf(live);
    return deleteOf(live === undefined ? object.stored : this.#now(live), {
      resource: { group, version, resource },
      collection: isCollection,
      options: { propagationPolicy },
      ...(namespace !== undefined && { namespaceObject: this.#now(namespace) }),
      ...this.#userOf(by),
    });
  }

  /** Nobody else needs it, and to put it together for each object of a Namespace would take the square of their number. */
  #lookedUp(policy: EvaluatedPolicy, { object }: DeleteRequest, world: World): { readonly contents?: readonly UntypedObject[] } {
    const namespace = isNamespace(object.of) ? object.name : object.namespace;
    if (policy.paramKind === undefined || namespace === undefined || !policy.isAbout(object.of)) return {};
    return { contents: world.contentsOf(namespace).map((live) => this.#now(live)) };
  }

  /** What a Secret holds is not read, so that a rule that reads it may say something else to the API server. */
  #noteSecrets(
    { name, isAbout, paramKind, readsMore }: EvaluatedPolicy,
    { object }: DeleteRequest,
    notEvaluated: NotEvaluated[],
  ): void {
    const isOfSecret = (readsMore.oldObject && isSecret(object.of)) || (readsMore.params && paramKind === "v1 Secret");
    if (isOfSecret && isAbout(object.of))
      this.#note({ policy: name, why: "it may read what Secrets hold, which is not read here" }, notEvaluated);
  }

  #userOf(by: Deleter): { readonly as: string; readonly groups: readonly string[] } {
    const { user, groups } = this.#options;
    if (by === "user") return { as: user, groups };
    // Where its chart installs it; another Namespace may have been chosen.
    const namespace = by === "crossplane" ? "crossplane-system" : "kube-system";
    return { as: `system:serviceaccount:${namespace}:${by}`, groups: [] };
  }

  /** As it is stored by then. */
  #now({ object, isDeleting, finalizers }: Live): UntypedObject {
    const { stored } = object;
    if (isDeleting === object.isDeleting) return stored;
    const ofMetadata = isNamespace(object.of) ? undefined : { finalizers: [...finalizers] };
    return { ...stored, metadata: { ...stored.metadata, deletionTimestamp: this.#options.now, ...ofMetadata } };
  }

  #readHere<T>({ name, isAbout }: Pick<NamedPolicy, "name" | "isAbout">, read: () => T): T | undefined {
    const problems: NotEvaluated[] = [];
    const result = this.#evaluatedHere(name, read, problems);
    this.#unread.push(...problems.map((problem) => ({ ...problem, isAbout })));
    return result;
  }

  #evaluatedHere<T>(policy: string, evaluate: () => T, problems: NotEvaluated[]): T | undefined {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof NotEvaluatedHere || error instanceof CelCompileError || error instanceof TypeError)) throw error;
      this.#note({ policy, why: error.message }, problems);
      return undefined;
    }
  }

  #note(one: NotEvaluated, problems: NotEvaluated[]): void {
    problems.push(one);
    this.#notEvaluated.set(one.policy, one);
  }
}

interface NamedPolicy {
  readonly name: string;
  readonly isAbout: (kind: ObjectKind) => boolean;
  readonly paramKind: string | undefined;
  /** Than the metadata of objects. */
  readonly readsMore: { readonly oldObject: boolean; readonly params: boolean };
  readonly failurePolicy: FailurePolicy;
}

interface EvaluatedPolicy extends NamedPolicy {
  readonly evaluator: AdmissionEvaluator;
}

function evaluatorOf(documents: readonly unknown[], kube: string): AdmissionEvaluator {
  return new AdmissionEvaluator(readAdmissionPolicies(documents.map(asWritten)), { kube });
}

function webhooksOf(configuration: unknown): readonly JsonObject[] {
  return objectsOf(fieldsOf(configuration)["webhooks"]);
}

/** What a manifest may leave out, and every API server adds. */
const defaultsOfWebhooks = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} };

/** Denies whatever the webhook would be asked about. */
function matcherOf(webhook: JsonObject, kube: string): AdmissionEvaluator {
  const asStored = { ...defaultsOfWebhooks, ...webhook, name: String(webhook["name"]) };
  return new AdmissionEvaluator(readAskedWebhooks({ webhooks: [asStored as never] }), { kube });
}

/** Without its status, which says nothing to admission. */
function asWritten(document: unknown): unknown {
  const { apiVersion, kind, metadata, spec } = fieldsOf(document);
  return { apiVersion, kind, metadata, spec };
}

/** Each policy with its bindings: one that is not evaluated here says nothing of the others. */
function namedPolicies(documents: readonly unknown[]): readonly (NamedPolicy & { readonly documents: readonly unknown[] })[] {
  const policies = documents.filter((one) => kindOf(one) === "ValidatingAdmissionPolicy");
  const bindings = documents.filter((one) => kindOf(one) === "ValidatingAdmissionPolicyBinding");
  return policies.map((policy) => {
    const name = nameOf(policy);
    return {
      name,
      isAbout: matchedKinds(policy),
      paramKind: paramKindOf(policy),
      readsMore: { oldObject: readsMoreThanMetadata(policy, "oldObject"), params: readsMoreThanMetadata(policy, "params") },
      failurePolicy: failurePolicyOf(fieldsOf(fieldsOf(policy)["spec"])),
      documents: [policy, ...bindings.filter((binding) => policyNameOf(binding) === name)],
    };
  });
}

/** Fail where nothing is said. */
function failurePolicyOf({ failurePolicy }: JsonObject): FailurePolicy {
  return failurePolicy === "Ignore" ? "Ignore" : "Fail";
}

const kindOf = (document: unknown): unknown => fieldsOf(document)["kind"];

const nameOf = (document: unknown): string => String(metadataOf(document)["name"]);

const policyNameOf = (document: unknown): unknown => fieldsOf(fieldsOf(document)["spec"])["policyName"];
