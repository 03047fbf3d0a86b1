import { visible } from "../../diagnostics/format.ts";
import { type LocatedDocument, YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import type { KnownKind } from "../testing/resource-of.ts";
import { Misread, PlacedValue, type ReadFile, readPlacedObjects, readOne } from "./place.ts";
import type { Suite, SuiteCase, SuiteProblem } from "./suite.ts";
import type { DescribedOperation, RequestDescription } from "../testing/request-description.ts";
import { circumstanceKeys, readCircumstances } from "./read-circumstances.ts";
import { readExpectation } from "./read-expectation.ts";

/** A suite, or everything that is wrong with it. */
export type ReadSuite = { readonly suite: Suite } | { readonly problems: readonly SuiteProblem[] };

/**
 * Reads the text of a suite strictly: nothing in it is passed over. A mistake in one case
 * does not hide those of others.
 */
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
  const help = "see docs/rules/testing.md for the form of a suite";
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

const operations = ["delete", "deleteCollection", "create", "update"] as const;

const keys = ["name", "policy", "policies", "expect", ...operations, ...circumstanceKeys] as const;

type CaseFields = Partial<Readonly<Record<(typeof keys)[number], PlacedValue>>>;

/** One entry of `cases`; it is as many cases as it has objects. */
function readCase(place: PlacedValue, readFile: ReadFile): readonly SuiteCase[] {
  const fields = place.fields(keys);
  const { name, expect } = fields;
  if (name === undefined) return place.reject("the case has no name", "write name: what it shows");
  if (expect === undefined) return place.reject("the case expects nothing", "write expect: allow, deny, warn or audit");
  const [operation, objects] = operationOf(place, fields);
  const expectation = readExpectation(expect);
  const targets = targetsOf(operation, objects, readFile);
  return targets.map((target) => {
    const { kind, metadata } = target.object;
    const suffix = targets.length === 1 ? "" : ` (${kind} ${metadata?.name ?? ""})`;
    return {
      name: `${name.text()}${suffix}`,
      position: place.position,
      policies: readPolicies(fields),
      request: { operation, ...target, ...readCircumstances(fields, readFile) },
      expectation,
    };
  });
}

function operationOf(place: PlacedValue, fields: CaseFields): readonly [DescribedOperation, PlacedValue] {
  const given = operations.flatMap((operation) => {
    const objects = fields[operation];
    return objects === undefined ? [] : [[operation, objects] as const];
  });
  const [only] = given;
  if (only !== undefined && given.length === 1) return only;
  const count = given.length === 0 ? "no request" : "more than one request";
  return place.reject(`the case makes ${count}`, `write one of ${operations.join(", ")}, with the object`);
}

type Target = Pick<RequestDescription, "object" | "oldObject">;

function targetsOf(operation: DescribedOperation, place: PlacedValue, readFile: ReadFile): readonly Target[] {
  if (operation !== "update") return readPlacedObjects(place, readFile).map((object) => ({ object }));
  const { oldObject, object } = place.fields(["oldObject", "object"]);
  if (oldObject === undefined || object === undefined)
    return place.reject("an update takes two objects", "write update: { oldObject: ..., object: ... }");
  return [{ oldObject: readOne(oldObject, readFile), object: readOne(object, readFile) }];
}

function readPolicies({ policy, policies }: Pick<CaseFields, "policy" | "policies">): readonly string[] | undefined {
  if (policy !== undefined && policies !== undefined) policies.reject("`policy` is given, too", "write one of them");
  const names = policies?.items().map((item) => item.text());
  if (names?.length === 0) policies?.reject("no policy is named", "leave `policies` out to ask all of them");
  return policy === undefined ? names : [policy.text()];
}
