import { visible } from "../../diagnostics/format.ts";
import { type LocatedDocument, YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import type { KnownKind } from "../testing/resource-of.ts";
import { Misread, PlacedValue } from "./place.ts";
import { readCase, readPolicies } from "./read-case.ts";
import type { ReadFile } from "./read-objects.ts";
import type { Suite, SuiteCase, SuiteProblem } from "./suite.ts";

/** A suite, or everything that is wrong with it. */
export type ReadSuite = { readonly suite: Suite } | { readonly problems: readonly SuiteProblem[] };

/** Reads the text of a suite strictly: nothing in it is passed over. A mistake in one case does not hide those of others. */
export function readSuite(file: string, text: string, readFile: ReadFile): ReadSuite {
  const problems: SuiteProblem[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      problems.push(problemOf(error, file));
      return undefined;
    }
  };
  const suite = attempt(() => readDocument(file, text, { readFile, attempt }));
  return suite === undefined || problems.length > 0 ? { problems } : { suite };
}

function problemOf(error: unknown, file: string): SuiteProblem {
  const help = "see docs/testing.md for the form of a suite";
  if (error instanceof Misread) return { file, position: error.position, message: error.message, help: error.help };
  if (error instanceof YamlProblem)
    return { file, position: error.position, message: `this YAML cannot be read: ${error.message}`, help };
  throw error;
}

interface Reading {
  readonly readFile: ReadFile;
  readonly attempt: <T>(read: () => T) => T | undefined;
}

function readDocument(file: string, text: string, { readFile, attempt }: Reading): Suite {
  const root = PlacedValue.root(onlyDocument(readYaml(text)));
  const { policy, policies, kinds, cases } = root.fields(["policy", "policies", "kinds", "cases"]);
  if (cases === undefined) return root.reject("there are no cases", "write cases: and a list");
  const shared = readPolicies({ ...(policy !== undefined && { policy }), ...(policies !== undefined && { policies }) });
  const items = cases.items();
  if (items.length === 0) cases.reject("there is no case", "write at least one");
  const read = items.flatMap((item): readonly SuiteCase[] => attempt(() => readCase(item, readFile)) ?? []);
  return {
    file,
    kinds: kinds?.items().map(readKind) ?? [],
    cases: read.map((one) => ({ ...one, policies: one.policies ?? shared })),
  };
}

function onlyDocument([document, ...others]: readonly LocatedDocument[]): LocatedDocument {
  const start = { line: 1, column: 1 };
  if (document === undefined) throw new Misread("the file is empty", "write cases: and a list", start);
  const [second] = others;
  if (second === undefined) return document;
  throw new Misread("the file holds more than one document", "put all cases into one list", second.positionOf([]));
}

function readKind(place: PlacedValue): KnownKind {
  const { group, kind, resource, scope } = place.fields(["group", "kind", "resource", "scope"]);
  if (group === undefined || kind === undefined || resource === undefined)
    return place.reject(
      "a kind is not described",
      "write { group: s3.services.k8s.aws, kind: Bucket, resource: buckets, scope: Namespaced }",
    );
  return {
    group: group.text(),
    kind: kind.text(),
    resource: resource.text(),
    isNamespaced: scope === undefined ? undefined : readScope(scope),
  };
}

function readScope(place: PlacedValue): boolean {
  if (place.value === "Namespaced" || place.value === "Cluster") return place.value === "Namespaced";
  return place.reject("this is no scope", "write Namespaced or Cluster");
}

/** `policies/keep.test.yaml:12:5 error: there is no \`exepct\` here`, and the override. */
export function formatProblem({ file, position, message, help }: SuiteProblem): string {
  const place = `${visible(file)}:${position.line}:${position.column}`;
  return `${place} error: ${visible(message)}\nhelp: ${visible(help)}`;
}
