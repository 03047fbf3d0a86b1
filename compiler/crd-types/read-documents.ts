import { LineCounter, parseAllDocuments } from "yaml";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import type { SourceLine, Problem } from "./definition.ts";

/** A text with Kubernetes objects, and the path under which the user knows it. */
export interface DocumentText {
  readonly path: string;
  readonly text: string;
}

/** One object of a text, not yet looked into. */
export interface ReadDocument {
  readonly place: SourceLine;
  readonly content: unknown;
}

export interface ReadDocuments {
  readonly documents: readonly ReadDocument[];
  readonly problems: readonly Problem[];
}

/** The documents of YAML or JSON text. */
export function readDocuments(source: DocumentText): ReadDocuments {
  const content = readJson(source.text);
  if (content !== undefined) return { documents: [{ place: { path: source.path, line: 1 }, content }], problems: [] };
  return unlessExhausted(
    () => readYaml(source),
    () => failed({ path: source.path, line: 1 }, tooDeep),
  );
}

/** kubectl's JSON may have 100 MB; the YAML parser would take minutes for it. */
function readJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readYaml({ path, text }: DocumentText): ReadDocuments {
  const lines = new LineCounter();
  const found = parseAllDocuments(text, { lineCounter: lines, merge: true, logLevel: "silent", prettyErrors: false });
  const documents: ReadDocument[] = [];
  const problems: Problem[] = [];
  for (const document of "empty" in found ? [] : found) {
    const at = (offset: number): SourceLine => ({ path, line: lines.linePos(offset).line });
    const [error] = document.errors;
    const place = at(document.contents?.range?.[0] ?? document.range[0]);
    if (error === undefined) {
      const read = contentOf(() => document.toJS(), place);
      documents.push(...read.documents);
      problems.push(...read.problems);
    } else problems.push(notYaml(at(error.pos[0]), error.message));
  }
  return { documents, problems };
}

/** Aliases that multiply each other are rejected by the parser only when they are put in place. */
function contentOf(toJson: () => unknown, place: SourceLine): ReadDocuments {
  try {
    return { documents: [{ place, content: toJson() }], problems: [] };
  } catch (error) {
    if (error instanceof ReferenceError) return failed(place, error.message);
    throw error;
  }
}

function failed(place: SourceLine, reason: string): ReadDocuments {
  return { documents: [], problems: [notYaml(place, reason)] };
}

const tooDeep = "it is nested too deeply";

/** The parser reports some of its own exhaustion as an error of the text. */
function notYaml(place: SourceLine, reason: string): Problem {
  const said = /call stack/.test(reason) ? tooDeep : reason.replace(/\s+/g, " ").trim();
  return { place, message: `is no YAML that can be read: ${said}`, help: templates };
}

const templates =
  "templates have to be rendered first (`helm template`, `kustomize build`); their output can be piped into `holdfast types -`";
