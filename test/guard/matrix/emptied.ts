import { type Attack, type Victim, merge, denialBy, victimPath } from "./attack.ts";
import { frozen } from "./protections.ts";

const isScaled = ({ kind }: { readonly kind: string }): boolean => kind === "Deployment" || kind === "StatefulSet";

const nothing = { spec: { replicas: 0 } };

const rest = { threat: "T21", protection: frozen } as const;

/** T21: the object is there, and what it stood for is not. */
export const emptyings: readonly Attack[] = [
  {
    ...rest,
    title: "data emptied",
    isPossible: ({ kind }) => kind === "ConfigMap",
    steps: (victim) => [merge(victim, { data: null })],
    harm: { text: "empty", isDone: async (victim) => (await fieldsOf(victim))["data"] === undefined },
    denial: denialBy("frozen", "dataGuard"),
  },
  {
    ...rest,
    title: "scaled to nothing",
    isPossible: isScaled,
    steps: (victim) => [merge(victim, nothing)],
    harm: { text: "no replicas", isDone: hasNoReplicas },
    denial: denialBy("frozen", "scaleGuard"),
  },
  {
    ...rest,
    title: "scaled to nothing through /scale",
    isPossible: isScaled,
    steps: (victim) => [merge(victim, nothing, "scale")],
    harm: { text: "no replicas", isDone: hasNoReplicas },
    denial: " denied request: scaleGuard: ",
  },
  {
    ...rest,
    title: "storage no longer retained",
    isPossible: ({ kind }) => kind === "PersistentVolume",
    steps: (victim) => [merge(victim, { spec: { persistentVolumeReclaimPolicy: "Delete" } })],
    harm: {
      text: "its storage goes with its claim",
      isDone: async (victim) => (await specOf(victim)).persistentVolumeReclaimPolicy === "Delete",
    },
    denial: denialBy("frozen", "reclaimGuard"),
  },
];

async function hasNoReplicas(victim: Victim): Promise<boolean> {
  return (await specOf(victim)).replicas === 0;
}

async function specOf(victim: Victim): Promise<{ readonly replicas?: number; readonly persistentVolumeReclaimPolicy?: string }> {
  return (await fieldsOf(victim))["spec"] ?? {};
}

async function fieldsOf(victim: Victim): Promise<Readonly<Record<string, object | undefined>>> {
  const { body } = await victim.server.request({ method: "GET", path: victimPath(victim) });
  return body as Readonly<Record<string, object | undefined>>;
}
