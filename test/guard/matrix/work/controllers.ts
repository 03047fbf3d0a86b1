import { type Victim, deletion, merge, victimPath } from "../attack.ts";
import { isBefore } from "../../../control-plane/version-differences.ts";
import { mergePatch } from "../../../control-plane/requests.ts";
import { copiedMark } from "../protections.ts";
import { createObject } from "../victims.ts";
import {
  type Place,
  type Work,
  accepted,
  annotated,
  eventually,
  isGone,
  isOneOf,
  namespacePath,
  podsIn,
  denied,
  untilGone,
} from "./place.ts";

interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly uid: string }[];
  };
}

/** What a controller has made in the place. */
async function made({ server, name }: Pick<Place, "server" | "name">, collection: string): Promise<readonly Stored[]> {
  const [api, resource] = collection.includes("/") ? collection.split(":") : ["api/v1", collection];
  const { body } = await accepted({ server }, { method: "GET", path: `/${api}/namespaces/${name}/${resource}` });
  return (body as unknown as { readonly items: readonly Stored[] }).items;
}

const replicaSets = "apis/apps/v1:replicasets";
const revisions = "apis/apps/v1:controllerrevisions";
const slices = "apis/discovery.k8s.io/v1:endpointslices";

const none = (place: Place, collection: string, what: string) => (): Promise<void> =>
  eventually(`there are no ${what}`, async () => (await made(place, collection)).length === 0);

const copied = { [copiedMark]: "true" };

/** Protected by an annotation, which its controller copies onto what it makes. */
function withCopies(
  { server, target, name }: Place,
  { spec = {}, ...metadata }: { readonly spec?: object } & Record<string, unknown>,
) {
  const own = { ...target, fields: { spec: { ...(target.fields["spec"] as object), ...spec } } };
  return createObject(server, own, { namespace: name, name, annotations: copied, ...metadata });
}

const release = (object: Victim) => annotated(object, "holdfast.dev/release", object.object.metadata.uid);

const newTemplate = (image: string) => ({
  spec: { template: { metadata: { annotations: { image } } } },
});

async function untilRolledOut(place: Place, image: string): Promise<void> {
  await eventually(`there is a Pod of ${image}`, async () =>
    (await podsIn(place)).some((pod) => pod.annotations?.["image"] === image),
  );
}

/** Twice: the first ReplicaSet is an old revision then, which the Deployment controller does not write to any more. */
async function rolledOutTwice(place: Place, spec: object = {}): Promise<Victim> {
  const object = await withCopies(place, { spec });
  await eventually("there are 2 Pods", async () => (await podsIn(place)).length === 2);
  await accepted(place, merge(object, newTemplate("second")));
  await untilRolledOut(place, "second");
  return object;
}

/** Work of Kubernetes' own controllers on what is protected, and on what they make of it. */
export const byControllers: readonly Work[] = [
  {
    title: "it is rolled out; its ReplicaSets carry a copy of its mark",
    isDoneOn: isOneOf("Deployment"),
    run: async (place) => {
      await rolledOutTwice(place);
      const marks = (await made(place, replicaSets)).map(({ metadata }) => metadata.annotations?.[copiedMark]);
      if (marks.length < 2 || marks.some((mark) => mark !== "true")) throw new Error(`the ReplicaSets have ${marks.join(", ")}`);
      return `${marks.length} marked ReplicaSets, Pods of the new template`;
    },
  },
  {
    title: "it is released, its mark is changed, and it is rolled out again",
    isDoneOn: isOneOf("Deployment"),
    run: async (place) => {
      const object = await rolledOutTwice(place);
      await accepted(place, release(object));
      await accepted(place, annotated(object, copiedMark, "false"));
      await eventually("a ReplicaSet has the changed mark", async () =>
        (await made(place, replicaSets)).some(({ metadata }) => metadata.annotations?.[copiedMark] === "false"),
      );
      await accepted(place, merge(object, newTemplate("third")));
      await untilRolledOut(place, "third");
      return "Pods of the new template";
    },
  },
  {
    title: "its old ReplicaSets are deleted (revisionHistoryLimit)",
    isDoneOn: isOneOf("Deployment"),
    run: async (place) => {
      // Without a kubelet no Pod gets ready, and nothing is cleaned up before the rollout is complete: so there are
      // none.
      const object = await withCopies(place, { spec: { revisionHistoryLimit: 0, replicas: 0 } });
      await eventually("there is a ReplicaSet", async () => (await made(place, replicaSets)).length === 1);
      await accepted(place, merge(object, newTemplate("second")));
      await eventually("there is the new one alone", async () => {
        const all = await made(place, replicaSets);
        return all.length === 1 && JSON.stringify(all).includes('"image":"second"');
      });
      return "the old one is gone";
    },
  },
  {
    title: "it is deleted after its release mark, with its ReplicaSets, old and new, and its Pods",
    isDoneOn: isOneOf("Deployment"),
    run: async (place) => {
      const object = await rolledOutTwice(place);
      await accepted(place, release(object));
      await accepted(place, deletion(object));
      await untilGone(object);
      await none(place, replicaSets, "ReplicaSets")();
      await eventually("there are no Pods", async () => (await podsIn(place)).length === 0);
      return "all gone";
    },
  },
  {
    title: "its protected ReplicaSets, orphaned, are adopted by a new Deployment (guards.owners.allow)",
    isDoneOn: isOneOf("Deployment"),
    run: async (place) => {
      const object = await withCopies(place, {});
      await eventually("there is a marked ReplicaSet", async () =>
        (await made(place, replicaSets)).some(({ metadata }) => metadata.annotations?.[copiedMark] === "true"),
      );
      await accepted(place, release(object));
      await accepted(place, { ...deletion(object), body: { propagationPolicy: "Orphan" } });
      await untilGone(object);
      const next = await withCopies(place, {});
      await eventually("the ReplicaSet has the new owner", async () =>
        (await made(place, replicaSets)).some(({ metadata }) =>
          metadata.ownerReferences?.some(({ uid }) => uid === next.object.metadata.uid),
        ),
      );
      return `${(await made(place, replicaSets)).length} ReplicaSet, of the new one`;
    },
  },
  {
    title: "it is scaled by the autoscaler through /scale",
    isDoneOn: isOneOf("Deployment", "StatefulSet"),
    run: async (place) => {
      const object = await withCopies(place, {});
      const [path, as] = [victimPath(object, "scale"), "system:serviceaccount:kube-system:horizontal-pod-autoscaler"];
      const { body } = await accepted(place, { method: "GET", path, as });
      const { name, namespace } = object;
      // Without a resourceVersion: the Deployment controller writes the status meanwhile, and the autoscaler would try
      // again.
      const scale = { ...body, metadata: { name, namespace }, spec: { replicas: 4 } };
      await accepted(place, { method: "PUT", path, as, body: scale });
      await eventually("there are 4 Pods", async () => (await podsIn(place)).length === 4);
      return "4 Pods";
    },
  },
  {
    title:
      "it runs with claims that are protected and go with it (persistentVolumeClaimRetentionPolicy: Delete, guards.owners.allow)",
    isDoneOn: isOneOf("StatefulSet"),
    run: async (place) => {
      const object = await withCopies(place, {
        spec: {
          replicas: 3,
          persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Delete" },
          volumeClaimTemplates: [
            {
              metadata: { name: "data", annotations: copied },
              spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none", resources: { requests: { storage: "1Gi" } } },
            },
          ],
        },
      });
      await eventually("there are 3 Pods, and 3 claims with an owner", async () => {
        const claims = await made(place, "persistentvolumeclaims");
        const owned = claims.filter(({ metadata }) => metadata.ownerReferences?.some(({ kind }) => kind === "StatefulSet"));
        return (await podsIn(place)).length === 3 && owned.length === 3;
      });
      await accepted(place, merge(object, { spec: { replicas: 1 } }));
      await eventually("there is 1 Pod", async () => (await podsIn(place)).length === 1);
      const left = await made(place, "persistentvolumeclaims");
      if (left.length !== 3) throw new Error(`there are ${left.length} claims, though all of them are protected`);
      return "3 Pods, then 1; 3 claims stay";
    },
  },
  {
    title: "it is deleted after its release mark, with its ControllerRevisions, which carry a copy of its mark",
    isDoneOn: isOneOf("StatefulSet"),
    run: async (place) => {
      const object = await withCopies(place, {});
      await eventually("there is a marked ControllerRevision", async () =>
        (await made(place, revisions)).some(({ metadata }) => metadata.annotations?.[copiedMark] === "true"),
      );
      await accepted(place, release(object));
      await accepted(place, deletion(object));
      await untilGone(object);
      await none(place, revisions, "ControllerRevisions")();
      return "all gone";
    },
  },
  {
    title: "it is released and unmarked; its Endpoints and EndpointSlices, which carry a copy of its label, follow",
    isDoneOn: isOneOf("Service"),
    run: async (place) => {
      const object = await withLabelledCopies(place);
      await accepted(place, release(object));
      await accepted(place, merge(object, { metadata: { labels: { [copiedMark]: null } } }));
      await eventually("Endpoints and EndpointSlices are unmarked", async () => {
        const all = [...(await made(place, "endpoints")), ...(await made(place, slices))];
        return all.every(({ metadata }) => metadata.labels?.[copiedMark] === undefined);
      });
      return "both are unmarked";
    },
  },
  {
    title: "it is deleted after its release mark, with its Endpoints and EndpointSlices",
    isDoneOn: isOneOf("Service"),
    run: async (place) => {
      const object = await withLabelledCopies(place);
      await accepted(place, release(object));
      await accepted(place, deletion(object));
      await untilGone(object);
      if (isBefore(place.server, "endpointsSayWhoMadeThem")) await releaseLeftEndpoints(place);
      else await none(place, "endpoints", "Endpoints")();
      await none(place, slices, "EndpointSlices")();
      return "all gone";
    },
  },
  {
    title: "it is deleted when only kube-root-ca.crt and the ServiceAccount default are left in it, which its mark protects",
    isDoneOn: isOneOf("Namespace"),
    run: async (place) => {
      const { server, name } = place;
      const path = namespacePath(place);
      const body = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { [copiedMark]: "true" } } };
      await accepted(place, { method: "POST", path: "/api/v1/namespaces", body });
      await eventually("Kubernetes has made both", async () => {
        const [configMaps, accounts] = [await made(place, "configmaps"), await made(place, "serviceaccounts")];
        return configMaps.length === 1 && accounts.length === 1;
      });
      const own = { method: "POST", path: `${path}/configmaps`, body: { metadata: { name: "own" } } } as const;
      await accepted(place, own);
      await eventually("its own ConfigMap keeps it", async () => {
        const { status, body: answer } = await server.request({ method: "DELETE", path: `${path}?dryRun=All` });
        return status === 403 && String(answer["message"]).includes(`namespaceGuard: Namespace ${name} holds ConfigMap own`);
      });
      const { body: stored } = await accepted(place, { method: "GET", path: `${path}/configmaps/own` });
      const { uid } = stored["metadata"] as { readonly uid: string };
      await denied(place, { method: "DELETE", path: `${path}/configmaps/own` });
      const annotations = { "holdfast.dev/release": uid };
      await accepted(place, mergePatch(`${path}/configmaps/own`, { metadata: { annotations } }));
      await accepted(place, { method: "DELETE", path: `${path}/configmaps/own` });
      await eventually("the delete is accepted", async () => (await server.request({ method: "DELETE", path })).status === 200);
      await eventually("the Namespace is gone", () => isGone(place, path));
      return "gone";
    },
  },
];

/**
 * Old API servers delete them themselves, and the controller may make them again, without a sign that they are its own
 * (ADR 48).
 */
async function releaseLeftEndpoints(place: Place): Promise<void> {
  await eventually("there are no Endpoints", async () => {
    const left = await made(place, "endpoints");
    for (const { metadata } of left) {
      const path = `${namespacePath(place)}/endpoints/${metadata.name}`;
      const body = { metadata: { annotations: { "holdfast.dev/release": metadata.uid } } };
      await place.server.request(mergePatch(path, body));
      await place.server.request({ method: "DELETE", path });
    }
    return left.length === 0;
  });
}

/** Both are made for a Service that selects Pods, also where there are none. */
async function withLabelledCopies(place: Place): Promise<Victim> {
  const object = await withCopies(place, { spec: { selector: { app: "x" } }, annotations: {}, labels: copied });
  await eventually("Endpoints and EndpointSlices are marked", async () => {
    const [endpoints, endpointSlices] = [await made(place, "endpoints"), await made(place, slices)];
    const all = [...endpoints, ...endpointSlices];
    return (
      endpoints.length === 1 &&
      endpointSlices.length === 1 &&
      all.every(({ metadata }) => metadata.labels?.[copiedMark] === "true")
    );
  });
  return object;
}
