import { fieldsOf, metadataOf, objectsOf, textAt } from "../../../api/json.ts";
import { type KnownMark, type MarkPlace, markOf } from "./known-marks.ts";

/** Labels and annotations that rules read: `labels[?'example.com/keep']`, and what they compare it with. */
const read = /(labels|annotations)\[\??'([^']+)'\](?:\.orValue\('[^']*'\))?(?:\s*[!=]=\s*(?:optional\.of\()?'([^']*)')?/g;

/** What the policies of a cluster read: their own marks, which people may misspell, too. */
export function policyMarks(documents: readonly unknown[]): readonly KnownMark[] {
  const found = documents.flatMap((document) => {
    const name = textAt(metadataOf(document), "name") ?? "";
    return expressionsOf(document).flatMap((text) => [...text.matchAll(read)].map((match) => ({ name, match })));
  });
  const byKey = Map.groupBy(
    found.filter(({ match }) => isOwn(match[2] ?? "")),
    ({ match }) => match[2] ?? "",
  );
  return [...byKey].map(([key, own]) =>
    markOf({
      key,
      system: `the policy ${own[0]?.name ?? ""}`,
      places: [...new Set(own.map(({ match }) => (match[1] === "labels" ? "label" : "annotation") satisfies MarkPlace))],
      values: [...new Set(own.flatMap(({ match }) => match[3] ?? []))],
      isOfPolicy: true,
    }),
  );
}

/** What Kubernetes and its tools write on everything is no mark, whoever reads it. */
function isOwn(key: string): boolean {
  return !/(^|\.)(kubernetes|k8s)\.io\//.test(key);
}

/** Annotations whose value a policy compares with the UID of the object: release marks, under whatever name. */
export function releaseKeys(documents: readonly unknown[]): readonly string[] {
  const texts = documents.flatMap(expressionsOf);
  const released = /annotations\[\?'([^']+)'\] == optional\.of\(oldObject\.metadata\.uid\)/g;
  return [...new Set(texts.flatMap((text) => [...text.matchAll(released)].map(([, key = ""]) => key)))];
}

function expressionsOf(document: unknown): readonly string[] {
  const spec = fieldsOf(fieldsOf(document)["spec"]);
  return ["matchConditions", "variables", "validations"]
    .flatMap((list) => objectsOf(spec[list]))
    .flatMap(({ expression }) => (typeof expression === "string" ? [expression] : []));
}
