import type { StoredObject } from "../../kubernetes/stored-object.ts";
import { ownersOf, texts, type UsageSelector } from "../usage.ts";

/** What a Usage looks for, in one Namespace or among what is in none. */
export interface Selection {
  readonly namespace: string | undefined;
  readonly labels: UsageSelector["labels"];
  /** UID of the controller that the object has to have; undefined: any, or none. */
  readonly controller: string | undefined;
}

/** Which Usages wait for an object like this one. Of one resource. */
export interface Selections {
  add(usage: string, selection: Selection): void;
  remove(usage: string): void;
  /** Of all Usages that wait, only those that could select the object are looked at. */
  waitingFor(object: StoredObject): readonly string[];
  readonly size: number;
}

/** Of one Namespace, by the one value that an object has to have: a label, a controller, or none. */
type Buckets = Map<string, Map<string, Selection>>;

const nobody: readonly string[] = [];

/** Without any. */
export function createSelections(): Selections {
  const byNamespace = new Map<string, Buckets>();
  const all = new Map<string, Selection>();
  const remove = (usage: string): void => {
    const selection = all.get(usage);
    if (selection === undefined) return;
    all.delete(usage);
    const namespace = selection.namespace ?? "";
    const buckets = byNamespace.get(namespace);
    const bucket = buckets?.get(valueOf(selection));
    bucket?.delete(usage);
    if (bucket?.size === 0) buckets?.delete(valueOf(selection));
    if (buckets?.size === 0) byNamespace.delete(namespace);
  };
  return {
    add: (usage, selection) => {
      remove(usage);
      all.set(usage, selection);
      const buckets = entryOf(byNamespace, selection.namespace ?? "", () => new Map<string, Map<string, Selection>>());
      entryOf(buckets, valueOf(selection), () => new Map<string, Selection>()).set(usage, selection);
    },
    remove,
    waitingFor: (object) => {
      const buckets = byNamespace.get(object.metadata.namespace ?? "");
      return buckets === undefined ? nobody : fitting(buckets, object);
    },
    get size() {
      return all.size;
    },
  };
}

function fitting(buckets: Buckets, object: StoredObject): readonly string[] {
  const values = valuesOf(object);
  // Whoever writes an object chooses how many labels it has.
  const known =
    values.size < buckets.size
      ? [...values].filter((value) => buckets.has(value))
      : [...buckets.keys()].filter((value) => values.has(value));
  const found = known.flatMap((value) =>
    [...(buckets.get(value) ?? [])].flatMap(([usage, selection]) => (isSelected(object, selection) ? [usage] : [])),
  );
  return found.length === 0 ? nobody : found;
}

/** Labels are compared, not sent as they are: a selector made of them is hostile text. */
export function isSelected(object: StoredObject, { labels, controller }: Selection): boolean {
  if (controller !== undefined && controllerOf(object) !== controller) return false;
  const has = texts(object.metadata["labels"]);
  return Object.entries(labels).every(([name, value]) => has[name] === value);
}

/** The UID of the controller among its owners. */
export function controllerOf(object: StoredObject): string | undefined {
  const uid = ownersOf(object).find(({ controller }) => controller === true)?.["uid"];
  return typeof uid === "string" ? uid : undefined;
}

/** Every object has the last one. */
const anything = "any";

/** By which value a selection is kept: whatever fits has it. */
function valueOf({ labels, controller }: Selection): string {
  const [label] = Object.entries(labels);
  if (controller !== undefined) return `controller ${controller}`;
  return label === undefined ? anything : labelValue(label);
}

function valuesOf(object: StoredObject): ReadonlySet<string> {
  const controller = controllerOf(object);
  const labels = Object.entries(texts(object.metadata["labels"])).map(labelValue);
  return new Set([anything, ...(controller === undefined ? [] : [`controller ${controller}`]), ...labels]);
}

/** No name of a label holds a `=`. */
function labelValue([name, value]: readonly [string, string]): string {
  return `label ${name}=${value}`;
}

function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
