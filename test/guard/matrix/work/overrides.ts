import { type Victim, deletion, merge } from "../attack.ts";
import { evictionOf } from "../beside.ts";
import { withoutMark } from "../unmark.ts";
import {
  type Place,
  type Work,
  accepted,
  annotated,
  eventually,
  isAny,
  isContent,
  isGone,
  isOneOf,
  keep,
  namespacePath,
  denied,
  untilGone,
  untilDenied,
} from "./place.ts";

const release = (object: Victim) => annotated(object, "holdfast.dev/release", object.object.metadata.uid);

/** What is protected is deleted after all, as the policy says. */
export const overrides: readonly Work[] = [
  {
    title: "it is deleted after its release mark (the command of the message)",
    isDoneOn: isAny,
    run: (place) => deletedAfter(place, "holdfast.dev/release"),
  },
  {
    title: "it is deleted after its name is confirmed (the command of the message)",
    isDoneOn: isAny,
    run: (place) => deletedAfter(place, "holdfast.dev/confirm-delete"),
  },
  {
    title: "it is unmarked for good after its release mark, and deleted",
    isDoneOn: isAny,
    run: async (place) => {
      const object = await keep(place);
      await accepted(place, release(object));
      await accepted(place, merge(object, withoutMark));
      await untilSeen(place, object);
      const { warnings } = await accepted(place, deletion(object));
      if (warnings.length > 0) throw new Error(`there are warnings: ${warnings.join("; ")}`);
      await untilGone(object);
      return "gone";
    },
  },
  {
    title: "its Namespace is deleted after its release mark",
    isDoneOn: isContent,
    run: async (place) => {
      const object = await keep(place);
      await untilDenied(place, { method: "DELETE", path: namespacePath(place) }, "namespaceGuard");
      await accepted(place, release(object));
      return namespaceGoes(place);
    },
  },
  {
    title: "its Namespace is deleted after it was released and unmarked",
    isDoneOn: isContent,
    run: async (place) => {
      const object = await keep(place);
      await untilDenied(place, { method: "DELETE", path: namespacePath(place) }, "namespaceGuard");
      await accepted(place, release(object));
      await accepted(place, merge(object, withoutMark));
      return namespaceGoes(place);
    },
  },
  {
    title: "it is evicted after its release mark",
    isDoneOn: isOneOf("Pod"),
    run: async (place) => {
      const object = await keep(place);
      await untilDenied(place, evictionOf(object), "evictionGuard");
      await accepted(place, release(object));
      await eventually("it is evicted", async () => (await place.server.request(evictionOf(object))).status === 201);
      await untilGone(object);
      return "gone";
    },
  },
];

/**
 * A delete is judged first by the object in the API server's watch cache, which is a moment behind. What policies warn
 * of then is sent even if the object has changed, and is judged again (apiserver: pkg/storage/etcd3/store.go,
 * conditionalDelete).
 */
async function untilSeen(place: Place, object: Victim): Promise<void> {
  const { path, ...request } = deletion(object);
  await eventually("the API server has seen the last change", async () => {
    const { warnings } = await accepted(place, { ...request, path: `${path}?dryRun=All` });
    return warnings.length === 0;
  });
}

/** Whoever is denied runs what the message says, and tries again. */
async function deletedAfter(place: Place, annotation: string): Promise<string> {
  const object = await keep(place);
  const message = await denied(place, deletion(object));
  const command = [...message.matchAll(/kubectl (annotate \S+(?: -n \S+)? \S+)/g)].find(([, args]) => args?.includes(annotation));
  if (command?.[1] === undefined) throw new Error(`no command in: ${message}`);
  const { code, stderr } = await place.server.kubectl(command[1].split(" "));
  if (code !== 0) throw new Error(stderr);
  const { warnings } = await accepted(place, deletion(object));
  if (warnings.length > 0) throw new Error(`there are warnings: ${warnings.join("; ")}`);
  await untilGone(object);
  return "gone";
}

/** The API server learns of the object's change a moment later. */
async function namespaceGoes(place: Place): Promise<string> {
  const path = namespacePath(place);
  await eventually(
    "the Namespace is not kept",
    async () => (await place.server.request({ method: "DELETE", path })).status === 200,
  );
  await eventually("the Namespace is gone", () => isGone(place, path));
  return "the Namespace is gone";
}
