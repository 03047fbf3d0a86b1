import { type LocatedDocument, YamlProblem, type YamlPath, readYaml } from "../manifest/read-yaml.ts";
import { isTestedObject, objectProblem } from "../simulator/testing/object-problem.ts";
import { isJsonObject } from "../api/json.ts";
import type { TestedObject } from "../simulator/testing/request-description.ts";
import type { ManifestFile } from "./manifest-files.ts";
import { HelpfulError } from "../api/helpful-error.ts";

/** Something in a manifest that no API server would store, and where it stands. */
export class ManifestProblem extends HelpfulError {
  override readonly name = "ManifestProblem";

  /** `place`: `objects/pods.yaml:3:1`. */
  constructor(place: string, problem: string, help: string) {
    super(`${place}: ${problem}`, help);
  }
}

/** An object of a manifest. */
export interface WrittenObject {
  readonly object: TestedObject;
  /** `objects/pods.yaml:3:1` */
  readonly place: string;
}

/** What `kubectl apply` would send: every document, and every item of a list. A kustomization stays with kubectl. */
export function writtenObjects({ shown, text }: ManifestFile): readonly WrittenObject[] {
  return documentsOf(text, shown).flatMap((document) => {
    const { value } = document;
    const items = itemsOf(value);
    if (items === undefined) return isKustomization(value) ? [] : [requireObject(value, [], { document, shown })];
    return items.map((item, at) => requireObject(item, ["items", at], { document, shown }));
  });
}

interface Place {
  readonly document: LocatedDocument;
  readonly shown: string;
}

function documentsOf(text: string, shown: string): readonly LocatedDocument[] {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    const { line, column } = error.position;
    throw new ManifestProblem(`${shown}:${line}:${column}`, error.message, "fix the file");
  }
}

/** Of a `List` of kubectl, and of a `PodList` as the API server answers it, whose items do not say what they are. */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiVersion, kind, items } = value;
  if (typeof kind !== "string" || !kind.endsWith("List") || !Array.isArray(items)) return undefined;
  if (kind === "List") return items;
  return items.map((item) => (isJsonObject(item) ? { apiVersion, kind: kind.slice(0, -"List".length), ...item } : item));
}

function isKustomization(value: unknown): boolean {
  return isJsonObject(value) && String(value["apiVersion"]).startsWith("kustomize.config.k8s.io/");
}

function requireObject(value: unknown, path: YamlPath, { document, shown }: Place): WrittenObject {
  const placeOf = (inner: YamlPath): string => {
    const { line, column } = document.positionOf([...path, ...inner]);
    return `${shown}:${line}:${column}`;
  };
  if (isTestedObject(value)) return { object: value, place: placeOf([]) };
  const found = objectProblem(value);
  throw new ManifestProblem(placeOf(found?.path ?? []), found?.problem ?? "this is no Kubernetes object", found?.help ?? "");
}
