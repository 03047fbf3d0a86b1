import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { holdfastHere } from "../user-project.ts";

export interface Marks {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly object[];
}

export function object(
  apiVersion: string,
  kind: string,
  name: string,
  { metadata = {}, ...fields }: Record<string, object> = {},
): object {
  return { apiVersion, kind, metadata: { name, namespace: "shop", ...metadata }, ...fields };
}

export const config = (name: string, metadata: Marks = {}): object => object("v1", "ConfigMap", name, { metadata });
export const bare = (name: string): object => config(name);

export function writeIn(directory: string, place: string, documents: readonly unknown[]): void {
  mkdirSync(join(directory, place), { recursive: true });
  writeFileSync(join(directory, place, "all.yaml"), documents.map((one) => JSON.stringify(one)).join("\n---\n"));
}

export interface Planned {
  readonly targets: readonly string[];
  readonly notPruned: Readonly<Record<string, string>>;
  readonly prunedDespite: Readonly<Record<string, string>>;
  readonly gaps: readonly string[];
  readonly propagationPolicy: string;
}

type Explained = readonly { readonly name: string; readonly why: string }[];

/** `stays` is written before and after, the others before alone; the cluster has all of them, with what is in it besides. */
export async function prunedIn(directory: string, cluster: readonly object[], ...words: readonly string[]): Promise<Planned> {
  const names = (cluster as readonly { kind: string; apiVersion: string; metadata: { name: string } }[])
    .filter(({ kind }) => !["Application", "Kustomization"].includes(kind))
    .map(({ apiVersion, kind, metadata: { name } }) => object(apiVersion, kind, name));
  writeIn(directory, "old", names);
  writeIn(directory, "new", [bare("stays")]);
  writeIn(directory, "cluster", cluster);
  const all = ["plan", "--from", "old", "--to", "new", "--objects", "cluster", "-n", "shop", "--format", "json", ...words];
  const { out, error } = await holdfastHere(directory, all);
  expect(error).toBe("");
  const { targets, notPruned, prunedDespite, gaps, propagationPolicy } = JSON.parse(out) as {
    readonly targets: readonly { name: string }[];
    readonly notPruned: Explained;
    readonly prunedDespite: Explained;
    readonly gaps: readonly string[];
    readonly propagationPolicy: string;
  };
  const byName = (explained: Explained) => Object.fromEntries(explained.map(({ name, why }) => [name, why]));
  return {
    targets: targets.map(({ name }) => name),
    notPruned: byName(notPruned),
    prunedDespite: byName(prunedDespite),
    gaps,
    propagationPolicy,
  };
}
