import type { ApiRequest } from "../../control-plane/api-client.ts";
import { type Attack, type Victim, deletion, merge, denialBy, victimPath } from "./attack.ts";
import { isCustom, mark } from "./targets.ts";

export const withoutMark = { metadata: { labels: { [mark]: null } } };

/** As `~1` and `~0` stand in a JSON pointer. */
const pointer = `/metadata/labels/${mark.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/**
 * Controllers may have changed a built-in kind since; of a custom one the API server wants to know which state is
 * replaced.
 */
function replaced({ object, target }: Victim): object {
  const { labels: _labels, resourceVersion, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(isCustom(target) && { resourceVersion }) } };
}

const unmarking = { threat: "T3", isPossible: (): boolean => true, denial: denialBy("protect", "releaseGuard") } as const;

/** T3: the mark goes by an update of the object. */
export const unmarkings: readonly Attack[] = [
  {
    ...unmarking,
    title: "label removed (merge patch)",
    steps: (victim) => [merge(victim, withoutMark), deletion(victim)],
  },
  {
    ...unmarking,
    title: "label overwritten",
    steps: (victim) => [merge(victim, { metadata: { labels: { [mark]: "false" } } }), deletion(victim)],
  },
  {
    ...unmarking,
    title: "label removed (JSON patch)",
    steps: (victim) => [
      {
        method: "PATCH",
        path: victimPath(victim),
        contentType: "application/json-patch+json",
        body: [{ op: "remove", path: pointer }],
      },
      deletion(victim),
    ],
  },
  {
    ...unmarking,
    title: "object replaced without the label (PUT)",
    steps: (victim) => [{ method: "PUT", path: victimPath(victim), body: replaced(victim) }, deletion(victim)],
  },
  {
    ...unmarking,
    title: "label taken over and dropped (server-side apply, forced)",
    steps: (victim) => [applied(victim, { [mark]: "false" }), applied(victim, {}), deletion(victim)],
  },
];

function applied(victim: Victim, labels: Readonly<Record<string, string>>): ApiRequest {
  const { apiVersion, kind } = victim.object;
  return {
    method: "PATCH",
    path: `${victimPath(victim)}?fieldManager=attacker&force=true`,
    contentType: "application/apply-patch+yaml",
    body: { apiVersion, kind, metadata: { name: victim.name, labels } },
  };
}

const release = ({ object }: Victim): object => ({ "holdfast.dev/release": object.metadata.uid });

/** T4: what lets the object be deleted, by whoever may write no more than its status. */
const releaseThroughStatus: Attack = {
  threat: "T4",
  title: "released through /status",
  isPossible: (target) => target.subresources.includes("status") && !isCustom(target),
  steps: (victim) => [merge(victim, { metadata: { annotations: release(victim) } }, "status"), deletion(victim)],
  // More than one policy denies it, and API servers ask them in any order.
  denial: "denied request: overrideGuard: ",
};

/** A Binding writes its annotations onto the Pod. */
const releaseByBinding: Attack = {
  threat: "T4",
  title: "released by a Binding",
  isPossible: ({ kind }) => kind === "Pod",
  steps: (victim) => [
    {
      method: "POST",
      path: victimPath(victim, "binding"),
      body: {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name: victim.name, annotations: release(victim) },
        target: { kind: "Node", name: "nowhere" },
      },
    },
    deletion(victim),
  ],
  // The policy of what is inherited denies it, too, and API servers ask policies in any order.
  denial: "-guard-bindings' denied request: bindingGuard: ",
};

/** T4: the same through a subresource, where nobody looks. */
export const unmarkingsThroughSubresources: readonly Attack[] = [
  ...throughSubresources(),
  releaseThroughStatus,
  releaseByBinding,
];

function throughSubresources(): readonly Attack[] {
  return ["status", "finalize"].flatMap((subresource): readonly Attack[] => [
    {
      threat: subresource === "status" ? "T4" : "T12",
      title: `label removed through /${subresource}`,
      // Labels of a Deployment stay through /status, its annotations go; custom kinds keep both.
      isPossible: (target) => target.subresources.includes(subresource) && !isCustom(target) && target.kind !== "Deployment",
      steps: (victim) => [
        subresource === "status"
          ? merge(victim, withoutMark, subresource)
          : { method: "PUT", path: victimPath(victim, subresource), body: replaced(victim) },
        deletion(victim),
      ],
      denial: unmarking.denial,
    },
  ]);
}
