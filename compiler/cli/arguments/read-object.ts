import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import { isTestedObject, objectProblem } from "../../simulator/testing/object-problem.ts";
import type { TestedObject } from "../../simulator/testing/request-description.ts";
import type { Terminal } from "../output/terminal.ts";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";

const standardInput = "-";

/** The one object of a file of YAML or JSON; a `HelpfulError` where there is none or more than one. */
export async function readObjectFile(name: string, terminal: Terminal): Promise<TestedObject> {
  const shown = name === standardInput ? "standard input" : name;
  const documents = readDocuments(await readText(name, terminal), shown);
  const [document, ...others] = documents;
  if (document === undefined || others.length > 0)
    throw new HelpfulError(`${shown} holds ${documents.length} objects`, "give a file with one object");
  const { value } = document;
  if (isTestedObject(value)) return value;
  const { problem, help, path } = objectProblem(value) ?? { problem: "this is no object", help: "", path: [] };
  const { line, column } = document.positionOf(path);
  throw new HelpfulError(`${shown}:${line}:${column}: ${problem}`, help);
}

function readDocuments(text: string, shown: string) {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    const { line, column } = error.position;
    throw new HelpfulError(`${shown}:${line}:${column} cannot be read: ${error.message}`, "give a file with one object");
  }
}

/** A pipe or a device would be waited for, perhaps forever; standard input is asked for by name. */
async function readText(name: string, { workingDirectory, readInput }: Terminal): Promise<string> {
  if (name === standardInput) return readInput();
  try {
    const path = resolve(workingDirectory, name);
    if (statSync(path).isFile()) return textOf(readFileSync(path), name);
  } catch (error) {
    if (error instanceof HelpfulError) throw error;
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? "there is no such file" : errorMessage(error);
    throw new HelpfulError(`${name} cannot be read: ${reason}`, "give a file with one object, or - for standard input");
  }
  throw new HelpfulError(`${name} cannot be read: it is no regular file`, "give a file with one object, or - for standard input");
}

function textOf(bytes: Buffer, name: string): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new HelpfulError(`${name} is not UTF-8 text`, "save it as UTF-8");
}
