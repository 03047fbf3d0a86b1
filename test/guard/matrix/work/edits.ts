import type { ApiRequest } from "../../../control-plane/api-client.ts";
import { applyCustomResourceDefinition } from "../../../control-plane/crds.ts";
import { type Victim, merge, victimPath } from "../attack.ts";
import { relics } from "../targets.ts";
import { type Work, accepted, eventually, isAny, isOneOf, keep, podsIn } from "./place.ts";

/** Where each kind holds something that people change, and what they change it to. */
const changes: Readonly<{ [kind: string]: readonly [pointer: string, value: unknown] }> = {
  ConfigMap: ["/data/a", "2"],
  Service: ["/spec/ports/0/port", 81],
  Pod: ["/spec/containers/0/image", "example.com/other"],
  HorizontalPodAutoscaler: ["/spec/maxReplicas", 5],
  Database: ["/spec/size", 2],
  Vault: ["/spec/size", 2],
  Node: ["/spec/unschedulable", true],
  PersistentVolume: ["/spec/capacity/storage", "2Gi"],
};

/** Edits of the protected object itself. */
export const edits: readonly Work[] = [
  {
    title: "its content is edited",
    isDoneOn: isOneOf(...Object.keys(changes)),
    run: async (place) => {
      const object = await keep(place);
      const [path, value] = changes[object.target.kind] ?? [];
      await accepted(place, patched(object, { op: "add", path, value }));
      return `${path} is ${JSON.stringify(value)}`;
    },
  },
  {
    title: "other labels and annotations are written",
    isDoneOn: isAny,
    run: async (place) => {
      const object = await keep(place);
      const others = { "example.com/other": "x" };
      await accepted(place, merge(object, { metadata: { labels: others, annotations: others } }));
      await accepted(place, merge(object, { metadata: { labels: { "example.com/other": null }, annotations: null } }));
      return "written, and removed again";
    },
  },
  {
    title: "it is applied again as it is (server-side apply)",
    isDoneOn: isAny,
    run: async (place) => {
      const { target, object, ...rest } = await keep(place);
      const { apiVersion, kind, metadata } = object;
      await accepted(place, {
        method: "PATCH",
        path: `${victimPath({ target, object, ...rest })}?fieldManager=gitops&force=true`,
        contentType: "application/apply-patch+yaml",
        body: { apiVersion, kind, metadata: { name: metadata.name, labels: metadata.labels }, ...target.fields },
      });
      return "applied";
    },
  },
  {
    title: "its status is written",
    isDoneOn: (target) => isAny(target) && target.subresources.includes("status"),
    run: async (place) => {
      const object = await keep(place);
      const { body } = await accepted(place, merge(object, { status: statusOf(object) }, "status"));
      if (!JSON.stringify(body["status"]).includes("Made by a controller")) throw new Error("the status is another one");
      return "written";
    },
  },
  {
    title: "it is scaled",
    isDoneOn: isOneOf("Deployment", "StatefulSet"),
    run: async (place) => {
      await accepted(place, merge(await keep(place), { spec: { replicas: 5 } }));
      await eventually("there are 5 Pods", async () => (await podsIn(place)).length === 5);
      return "5 Pods";
    },
  },
  {
    title: "it is scaled to zero through /scale",
    isDoneOn: isOneOf("Deployment", "StatefulSet"),
    run: async (place) => {
      const object = await keep(place);
      await eventually("there are 2 Pods", async () => (await podsIn(place)).length === 2);
      await accepted(place, merge(object, { spec: { replicas: 0 } }, "scale"));
      await eventually("there are no Pods", async () => (await podsIn(place)).length === 0);
      return "no Pods";
    },
  },
  {
    title: "its rollout is restarted",
    isDoneOn: isOneOf("Deployment", "StatefulSet"),
    run: async (place) => {
      const object = await keep(place);
      await eventually("there are 2 Pods", async () => (await podsIn(place)).length === 2);
      const annotations = { "kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z" };
      await accepted(place, merge(object, { spec: { template: { metadata: { annotations } } } }));
      await eventually("there is a new Pod", async () => (await podsIn(place)).some((pod) => pod.annotations !== undefined));
      return "a Pod of the new template";
    },
  },
  {
    title: "its definition gets another version",
    isDoneOn: isOneOf("Relic"),
    run: async (place) => {
      await keep(place);
      await applyCustomResourceDefinition(place.server, { ...relics, versions: [...relics.versions, { name: "v2" }] });
      return "served";
    },
  },
];

const patched = (object: Victim, ...body: readonly object[]): ApiRequest => ({
  method: "PATCH",
  path: victimPath(object),
  contentType: "application/json-patch+json",
  body,
});

/** As its controller would: a volume has no conditions. */
function statusOf({ target }: Victim): object {
  const message = "Made by a controller";
  if (target.kind === "PersistentVolume") return { message };
  return {
    conditions: [{ type: "Ready", status: "True", reason: "Made", message, lastTransitionTime: "2026-01-01T00:00:00Z" }],
  };
}
