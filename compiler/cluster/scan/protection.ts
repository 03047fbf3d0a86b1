import { textAt } from "../../api/json.ts";
import { markEntries } from "../../api/names.ts";
import { type ClusterObject, isNamespace } from "../deletion/cluster-object.ts";
import type { DeleteAnswer, NotEvaluated, PolicyAdmission, PolicyDenial } from "../deletion/policy-admission.ts";
import { isUsage, isUsedBy } from "../deletion/losses/usages.ts";
import type { Live, World } from "../deletion/world.ts";

/** What stands behind a denial. */
export type Strength =
  /** The API server itself, whatever else is down. */
  | "built in"
  /** A ValidatingAdmissionPolicy, which the API server evaluates. */
  | "native"
  /** The same with `failurePolicy: Ignore`: what cannot be evaluated goes through. */
  | "native, lets errors through"
  /** Holdfast's webhook; while it is down, the delete is denied. */
  | "webhook, fails closed"
  /** Holdfast's webhook with `failurePolicy: Ignore`. */
  | "only while the webhook lives";

/** What becomes of a delete by somebody with no more rights than anybody who has logged in. */
export interface Protection {
  /** `unknown`: nothing that is evaluated here denies it, and something else may. */
  readonly state: "protected" | "unprotected" | "unknown" | "deleting";
  /** Of what is protected. */
  readonly strength: Strength | undefined;
  readonly denials: readonly PolicyDenial[];
  /** Policies that only warn, or note it in the audit log. */
  readonly told: readonly string[];
  /** Policies and webhooks that may deny it: nobody here knows. */
  readonly mayDeny: readonly NotEvaluated[];
}

/** Asks about deletes as they would be answered now. */
export class ProtectionAsker {
  readonly #admission: PolicyAdmission;
  readonly #world: World;
  readonly #hidden: readonly NotEvaluated[];
  readonly #usages: readonly ClusterObject[];
  readonly #known = new Map<string, Protection>();

  /** `hidden`: who has a say in every delete, and may not be read. */
  constructor(admission: PolicyAdmission, world: World, hidden: readonly NotEvaluated[]) {
    this.#admission = admission;
    this.#world = world;
    this.#hidden = hidden;
    this.#usages = [...world.all()].map(({ object }) => object).filter(({ of }) => isUsage(of));
  }

  of(live: Live): Protection {
    const { uid } = live.object;
    const known = this.#known.get(uid);
    if (known !== undefined) return known;
    const protection = this.#ask(live);
    this.#known.set(uid, protection);
    return protection;
  }

  #ask({ object, isDeleting }: Live): Protection {
    if (isDeleting) return { state: "deleting", strength: undefined, denials: [], told: [], mayDeny: [] };
    const request = { object, by: "user", propagationPolicy: "Background", isCollection: false } as const;
    const answer = this.#admission.answer(request, this.#world);
    const { strength, denials } = isImmortal(object) ? immortal : (nativeOf(answer) ?? this.#byWebhook(answer, object));
    const mayDeny = [
      ...this.#hidden,
      ...answer.notEvaluated,
      ...answer.asked.map(({ webhook }) => ({ policy: webhook, why: "it is not asked" })),
    ];
    const denied = new Set(denials.map(({ policy }) => policy));
    const told = answer.findings.filter(({ action, policy }) => action !== "Deny" && !denied.has(policy));
    return {
      state: strength !== undefined ? "protected" : mayDeny.length > 0 ? "unknown" : "unprotected",
      strength,
      denials,
      told: [...new Set(told.map(({ policy }) => policy))],
      mayDeny,
    };
  }

  /** Of the webhooks only ours is known, and only what it says where a Usage names the object. */
  #byWebhook({ asked }: DeleteAnswer, object: ClusterObject): Denied {
    const ours = asked.filter(({ webhook }) => webhook.endsWith(".usages.holdfast.dev"));
    const usage = ours.length === 0 ? undefined : this.#usages.find((one) => hasEntryOf(one, object) && isUsedBy(object, one));
    if (usage === undefined) return { strength: undefined, denials: [] };
    const isClosed = ours.some(({ failurePolicy }) => failurePolicy === "Fail");
    const message = `${usage.of.kind} ${usage.name} names it`;
    return {
      strength: isClosed ? "webhook, fails closed" : "only while the webhook lives",
      denials: ours.map(({ webhook }) => ({ policy: webhook, message })),
    };
  }
}

/**
 * The controller has written it into the object, as it does where the Usage may name it: before that, the webhook lets the
 * object go, and a Usage of another Namespace never gets that far (`policies/fallback/used-objects.ts`).
 */
function hasEntryOf({ uid }: ClusterObject, { stored }: ClusterObject): boolean {
  return textAt(stored.metadata["annotations"], `${markEntries.inUse}${uid}`) !== undefined;
}

type Denied = Pick<Protection, "strength" | "denials">;

/** (kubernetes: plugin/pkg/admission/namespace/lifecycle, NamespaceLifecycle, which is on unless somebody turns it off.) */
const isImmortal = ({ of, name }: ClusterObject): boolean =>
  isNamespace(of) && ["default", "kube-system", "kube-public"].includes(name);

const immortal: Denied = {
  strength: "built in",
  denials: [{ policy: "NamespaceLifecycle", message: "this namespace may not be deleted" }],
};

/** One that is lenient counts for less than one that is not. */
function nativeOf({ findings }: DeleteAnswer): Denied | undefined {
  const denials = findings.filter(({ action }) => action === "Deny");
  if (denials.length === 0) return undefined;
  const isStrict = denials.some(({ failurePolicy }) => failurePolicy === "Fail");
  return {
    strength: isStrict ? "native" : "native, lets errors through",
    denials: denials.map(({ policy, message }) => ({ policy, message })),
  };
}
