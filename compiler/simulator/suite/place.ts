import { HelpfulError } from "../../api/helpful-error.ts";
import { type JsonObject, isJsonObject } from "../../api/json.ts";
import { closest } from "../../diagnostics/closest.ts";
import type { Position } from "../../diagnostics/format.ts";
import type { LocatedDocument, YamlPath } from "../../manifest/read-yaml.ts";
import { isTestedObject, objectProblem } from "../testing/object-problem.ts";
import type { TestedObject } from "../testing/request-description.ts";

/** Thrown where a value is not what it has to be; the reader of a case catches it and goes on with the next one. */
export class Misread extends HelpfulError {
  override readonly name = "Misread";
  readonly position: Position;

  constructor(message: string, help: string, position: Position) {
    super(message, help);
    this.position = position;
  }
}

/**
 * A value of a document and where it stands. It is read strictly: what it is not, it
 * rejects with what to write instead.
 */
export class PlacedValue {
  readonly value: unknown;
  readonly #document: LocatedDocument;
  readonly #path: YamlPath;

  constructor(document: LocatedDocument, path: YamlPath, value: unknown) {
    this.#document = document;
    this.#path = path;
    this.value = value;
  }

  static root(document: LocatedDocument): PlacedValue {
    return new PlacedValue(document, [], document.value);
  }

  get position(): Position {
    return this.#document.positionOf(this.#path);
  }

  /** Rejects what stands here, or further in. */
  reject(message: string, help: string, further: YamlPath = []): never {
    throw new Misread(message, help, this.#document.positionOf([...this.#path, ...further]));
  }

  /** The entries of a map that has no others than these. */
  fields<Name extends string>(names: readonly Name[]): Partial<Readonly<Record<Name, PlacedValue>>> {
    const fields = this.#map();
    const unknown = Object.keys(fields).find((key) => !names.some((name) => name === key));
    if (unknown !== undefined) this.#rejectKey(unknown, names);
    const entries = names.flatMap((name) => {
      return Object.hasOwn(fields, name) ? [[name, this.#child(name, fields[name])] as const] : [];
    });
    return Object.fromEntries(entries) as Partial<Record<Name, PlacedValue>>;
  }

  items(): readonly PlacedValue[] {
    const { value } = this;
    if (!Array.isArray(value)) return this.reject(`${this.#name} is no list`, "write one entry on each line, after a dash");
    return value.map((item, at) => this.#child(at, item));
  }

  text(): string {
    const { value } = this;
    if (typeof value === "string" && value !== "") return value;
    const help = typeof value === "string" ? "write what it is" : "write it in quotes";
    return this.reject(`${this.#name} is no text`, help);
  }

  boolean(): boolean {
    return typeof this.value === "boolean"
      ? this.value
      : this.reject(`${this.#name} is neither true nor false`, "write one of them");
  }

  get isText(): boolean {
    return typeof this.value === "string";
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  #map(): JsonObject {
    const { value } = this;
    if (isJsonObject(value)) return value;
    return this.reject(`${this.#name} is no map`, "write key: value");
  }

  #rejectKey(key: string, names: readonly string[]): never {
    const near = closest(key, names);
    const help = near === undefined ? `known here: ${names.join(", ")}` : `did you mean ${near}?`;
    throw new Misread(`there is no \`${key}\` here`, help, this.#document.positionOfKey([...this.#path, key]));
  }

  #child(key: string | number, value: unknown): PlacedValue {
    return new PlacedValue(this.#document, [...this.#path, key], value);
  }

  get #name(): string {
    const last = this.#path.findLast((key) => typeof key === "string");
    return last === undefined ? "this" : `\`${last}\``;
  }
}

/** Reads the objects of a file that a case names. */
export type ReadFile = (place: PlacedValue) => readonly TestedObject[];

/** An object as it stands, the path of a file with objects, or a list of these. */
export function readPlacedObjects(place: PlacedValue, readFile: ReadFile): readonly TestedObject[] {
  if (place.isText) return readFile(place);
  if (!place.isList) return [readPlacedObject(place)];
  const objects = place.items().flatMap((item) => readPlacedObjects(item, readFile));
  return objects.length > 0 ? objects : place.reject("the list is empty", "write at least one object");
}

export function readPlacedObject(place: PlacedValue): TestedObject {
  const { value } = place;
  if (isTestedObject(value)) return value;
  const { problem, help, path } = objectProblem(value) ?? { problem: "this is no object", help: "", path: [] };
  return place.reject(problem, help, path);
}

export function readOne(place: PlacedValue, readFile: ReadFile): TestedObject {
  const [object, ...others] = readPlacedObjects(place, readFile);
  return object !== undefined && others.length === 0
    ? object
    : place.reject("one object is expected here", "name a file with one");
}
