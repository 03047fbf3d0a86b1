import type { ApiRequest } from "../../control-plane/api-client.ts";
import { type Attack, type Victim, victimPath } from "./attack.ts";
import { type Target, mark } from "./targets.ts";

const merge = (victim: Victim, body: object, subresource?: string): ApiRequest => ({
  method: "PATCH",
  path: victimPath(victim, subresource),
  contentType: "application/merge-patch+json",
  body,
});

const deletion = (victim: Victim): ApiRequest => ({ method: "DELETE", path: victimPath(victim) });

const withoutMark = { metadata: { labels: { [mark]: null } } };

/** As `~1` and `~0` stand in a JSON pointer. */
const pointer = `/metadata/labels/${mark.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Controllers may have changed a built-in kind since; of a custom one the API server wants to know which state is replaced. */
function replaced({ object, target }: Victim): object {
  const { labels: _labels, resourceVersion, ...metadata } = object.metadata;
  const isCustom = target.group === "guards.example.com";
  return { ...object, metadata: { ...metadata, ...(isCustom && { resourceVersion }) } };
}

/** A Relic is there for attacks on its definition. */
const always = ({ kind }: Target): boolean => kind !== "Relic";

/** T3: the mark goes by an update of the object. */
export const unmarkings: readonly Attack[] = [
  {
    threat: "T3",
    title: "label removed (merge patch)",
    isPossible: always,
    steps: (victim) => [merge(victim, withoutMark), deletion(victim)],
  },
  {
    threat: "T3",
    title: "label overwritten",
    isPossible: always,
    steps: (victim) => [merge(victim, { metadata: { labels: { [mark]: "false" } } }), deletion(victim)],
  },
  {
    threat: "T3",
    title: "label removed (JSON patch)",
    isPossible: always,
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
    threat: "T3",
    title: "object replaced without the label (PUT)",
    isPossible: always,
    steps: (victim) => [{ method: "PUT", path: victimPath(victim), body: replaced(victim) }, deletion(victim)],
  },
  {
    threat: "T3",
    title: "label taken over and dropped (server-side apply, forced)",
    isPossible: always,
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

/** T4: the same through a subresource, where nobody looks. */
export const unmarkingsThroughSubresources: readonly Attack[] = ["status", "finalize"].flatMap(
  (subresource): readonly Attack[] => [
    {
      threat: subresource === "status" ? "T4" : "T12",
      title: `label removed through /${subresource}`,
      // Labels of a Deployment stay through /status, its annotations go; custom kinds keep both.
      isPossible: ({ subresources, group, kind }) =>
        subresources.includes(subresource) && group !== "guards.example.com" && kind !== "Deployment",
      steps: (victim) => [
        subresource === "status"
          ? merge(victim, withoutMark, subresource)
          : { method: "PUT", path: victimPath(victim, subresource), body: replaced(victim) },
        deletion(victim),
      ],
    },
  ],
);

export { deletion, merge };
