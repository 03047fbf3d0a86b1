import type { ApiRequest } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { type Answer, ask } from "./answer.ts";
import { type TestKind, namespaceOf, objectOf, pathOf } from "./kinds.ts";
import { storeNamespace, storeObject } from "./stored-objects.ts";
import { type Target, deniedDeletionPolicy, deniedPreventDelete, warnedOfIgnored } from "./rule-texts.ts";

/** One annotation, written on one object of its own. */
export type WrittenValue = {
  readonly row: string;
  readonly target: Target;
  readonly path: string;
  readonly key: string;
  readonly value: string;
  readonly expected: Answer;
  /** What has to be there first; nothing for a create. */
  readonly prepare: (server: ControlPlane) => Promise<void>;
  readonly request: (query: string) => ApiRequest;
};

export type Operation = "create" | "update";

/** `undefined` stands for Namespaces. */
export type WrittenKind = TestKind | undefined;

type Value = { readonly value: string; readonly isAllowed: boolean };

const values: Readonly<Record<"prevent-delete" | "deletion-policy", readonly Value[]>> = {
  "prevent-delete": [
    ...["true", "false"].map((value) => ({ value, isAllowed: true })),
    ...["True", "TRUE", "False", "", " true", "true ", "true\n", "yes", "no", "1", "retain", '"true"'].map((value) => ({
      value,
      isAllowed: false,
    })),
  ],
  "deletion-policy": [
    ...["delete", "retain"].map((value) => ({ value, isAllowed: true })),
    ...["Delete", "Retain", "DELETE", "", " retain", "delete\n", "keep", "true", "orphan"].map((value) => ({
      value,
      isAllowed: false,
    })),
  ],
};

/** Generic, of the service of Buckets, of another service, and of a group that has a label more. */
const prefixes = ["services.k8s.aws", "s3.services.k8s.aws", "rds.services.k8s.aws", "a.b.services.k8s.aws"];

/** Keys that only look like marks; any value goes. */
const foreignKeys = [
  "evilservices.k8s.aws/prevent-delete",
  "services.k8s.aws/prevent-deletes",
  "prevent-delete",
  "services.k8s.aws/region",
];

export function writtenValues(kind: WrittenKind, operation: Operation): readonly WrittenValue[] {
  const marks = prefixes.flatMap((prefix) => [
    ...values["prevent-delete"].map((value) => ({ key: `${prefix}/prevent-delete`, ...value })),
    ...values["deletion-policy"].map((value) => ({ key: `${prefix}/deletion-policy`, ...value })),
  ]);
  const foreign = foreignKeys.map((key) => ({ key, value: "anything", isAllowed: true }));
  const subject = kind?.plural ?? "namespaces";
  return [...marks, ...foreign].map((mark, index) =>
    writtenValue({ kind, operation, name: `${subject}-${operation}-${index}` }, mark),
  );
}

type Spot = { readonly kind: WrittenKind; readonly operation: Operation; readonly name: string };

function writtenValue({ kind, operation, name }: Spot, mark: Value & { readonly key: string }): WrittenValue {
  const namespace = kind?.scope === "Namespaced" ? "values" : undefined;
  const collection = kind === undefined ? "/api/v1/namespaces" : pathOf(kind, { namespace });
  const target = targetOf(kind, name, namespace);
  const annotations = { [mark.key]: mark.value };
  const create = {
    method: "POST",
    body: kind === undefined ? namespaceOf(name, annotations) : objectOf(kind, { name, namespace, annotations }),
  } as const;
  const patch = { method: "PATCH", contentType: "application/merge-patch+json", body: { metadata: { annotations } } } as const;
  const written = operation === "create" ? { ...create, path: collection } : { ...patch, path: `${collection}/${name}` };
  return {
    ...mark,
    row: `${mark.key}: ${JSON.stringify(mark.value)}`,
    target,
    path: `${collection}/${name}`,
    expected: expectedAnswer(kind, target, mark),
    prepare: async (server) => {
      if (operation === "create") return;
      await (kind === undefined ? storeNamespace(server, name) : storeObject(server, kind, { name, namespace }));
    },
    request: (query) => ({ ...written, path: `${written.path}${query}` }),
  };
}

function targetOf(kind: WrittenKind, name: string, namespace: string | undefined): Target {
  if (kind === undefined) return { described: `Namespace ${name}`, subject: `namespaces "${name}"` };
  const described = namespace === undefined ? `${kind.kind} ${name}` : `${kind.kind} ${namespace}/${name}`;
  return { described, subject: `${kind.plural}.${kind.group} "${name}"` };
}

function expectedAnswer(kind: WrittenKind, target: Target, { key, isAllowed }: Value & { readonly key: string }): Answer {
  const isPolicy = key.endsWith("services.k8s.aws/deletion-policy");
  const denied = isPolicy ? deniedDeletionPolicy(target, key) : deniedPreventDelete(target, key);
  // ACK reads the generic key on objects and the keys of services on Namespaces.
  const isIgnored = isPolicy && (kind === undefined) === (key === "services.k8s.aws/deletion-policy");
  return { decision: isAllowed ? "allow" : denied, warnings: isIgnored ? [warnedOfIgnored(target, key)] : [] };
}

/** The answer, and whether the value is stored afterwards. */
export async function write(
  server: ControlPlane,
  each: WrittenValue,
  query = "",
): Promise<Answer & { readonly isStored: boolean }> {
  const answer = await ask(server, each.request(query));
  const { body } = await server.request({ method: "GET", path: each.path });
  const { annotations } = (body["metadata"] ?? {}) as { annotations?: Record<string, string> };
  return { ...answer, isStored: annotations?.[each.key] === each.value };
}
