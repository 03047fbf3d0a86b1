import { onTestFinished } from "vitest";
import { type Finished, holdfastHere } from "../cli/user-project.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";

export interface JsonFinding {
  readonly kind: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

export interface JsonScan {
  readonly headline: string;
  readonly objects: readonly (JsonFinding & { readonly state: string; readonly why: string; readonly loss: string })[];
  readonly misspelled: readonly (JsonFinding & { readonly meant: string })[];
  readonly leftOvers: readonly JsonFinding[];
  readonly [field: string]: unknown;
}

export const namespace = "shop";

/** In the Namespace `shop`, unless `metadata` says otherwise; the UID is made of kind and name. */
export function written(apiVersion: string, kind: string, name: string, fields: Readonly<Record<string, object>> = {}): object {
  const { metadata = {}, ...others } = fields;
  return { apiVersion, kind, metadata: { name, namespace, uid: uidOf(kind, name), ...metadata }, ...others };
}

export const uidOf = (kind: string, name: string): string => `${kind}-${name}`;

/** Of `written`: a kind that is in no Namespace. */
export const inNone = { namespace: undefined };

/** A claim and its volume. */
export function claimed(name: string, reclaimPolicy: string, metadata: object = {}): readonly object[] {
  return [
    written("v1", "PersistentVolumeClaim", name, { metadata, spec: { volumeName: `pv-${name}` } }),
    written("v1", "PersistentVolume", `pv-${name}`, {
      metadata: inNone,
      spec: {
        capacity: { storage: "10Gi" },
        persistentVolumeReclaimPolicy: reclaimPolicy,
        claimRef: { name, namespace, uid: uidOf("PersistentVolumeClaim", name) },
      },
    }),
  ];
}

/** `holdfast scan` of these objects; `policies` are in `policies.yaml` beside them. */
export async function scan(
  objects: readonly object[],
  words: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<Finished & { readonly directory: string }> {
  const text = objects.map((one) => JSON.stringify(one)).join("\n---\n");
  const directory = openDirectory({ "objects.yaml": text, ...files });
  onTestFinished(() => removeDirectory(directory));
  return { ...(await holdfastHere(directory, ["scan", "--objects", "objects.yaml", ...words])), directory };
}

export async function jsonOf(
  objects: readonly object[],
  words: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<JsonScan> {
  const { out, error } = await scan(objects, [...words, "--format", "json"], files);
  if (error !== "") throw new Error(error);
  return JSON.parse(out) as JsonScan;
}
