import { errorMessage } from "../../api/helpful-error.ts";
import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import { PlacedValue, readPlacedObject } from "./place.ts";
import { type ReadSuite, readSuite } from "./read-suite.ts";
import type { TestedObject } from "../testing/request-description.ts";

/** More is no suite and no manifest that anyone wrote; etcd stores no object of this size. */
const maxBytes = 4 * 1024 * 1024;

/** Reads a suite from its file; `shown` is the path as the user would type it. */
export function loadSuite(path: string, shown: string): ReadSuite {
  const text = readText(path);
  if (typeof text !== "string") {
    const help = "name a file that can be read";
    return { problems: [{ file: shown, position: { line: 1, column: 1 }, message: text.reason, help }] };
  }
  return readSuite(shown, text, (place) => readObjectsOf(place, dirname(path)));
}

/** Every document of a file that a case names, relative to the suite. */
function readObjectsOf(place: PlacedValue, directory: string): readonly TestedObject[] {
  const name = place.text();
  const text = readText(resolve(directory, name));
  if (typeof text !== "string")
    return place.reject(`${name} cannot be read: ${text.reason}`, "paths are relative to the file with the cases");
  const objects = readDocuments(place, name, text).map(({ document, at }) => {
    const object = PlacedValue.root(document);
    try {
      return readPlacedObject(object);
    } catch (error) {
      const { line, column } = object.position;
      return place.reject(
        `document ${at + 1} of ${name} (${line}:${column}): ${errorMessage(error)}`,
        "write Kubernetes objects there",
      );
    }
  });
  return objects.length > 0 ? objects : place.reject(`${name} holds no object`, "write at least one");
}

function readDocuments(place: PlacedValue, name: string, text: string) {
  try {
    return readYaml(text).map((document, at) => ({ document, at }));
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    const { line, column } = error.position;
    return place.reject(`${name}:${line}:${column} cannot be read: ${error.message}`, "write Kubernetes objects there");
  }
}

/** A pipe or a device would be waited for, perhaps forever. */
function readText(path: string): string | { readonly reason: string } {
  try {
    const { size, ...found } = statOf(path);
    if (!found.isFile) return { reason: "it is no regular file" };
    if (size > maxBytes) return { reason: `it has more than ${maxBytes} bytes` };
    const bytes = readFileSync(path);
    return isUtf8(bytes) ? bytes.toString("utf8") : { reason: "it is not UTF-8 text" };
  } catch (error) {
    const isCoded = error instanceof Error && "code" in error;
    return { reason: isCoded && error.code === "ENOENT" ? "there is no such file" : errorMessage(error) };
  }
}

function statOf(path: string): { readonly isFile: boolean; readonly size: number } {
  const found = statSync(path);
  return { isFile: found.isFile(), size: found.size };
}
