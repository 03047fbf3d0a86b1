import type { FieldShape, Shape } from "../../api/shape.ts";
import type { Path } from "../path.ts";
import type { Dynamic } from "../value.ts";

/**
 * Texts of ASCII characters that the API server also limits in length, so that they may stand in a message as they are.
 */
const names = [
  ...["object", "oldObject", "cluster.[]"].flatMap((root) => [
    `${root}.apiVersion`,
    ...["name", "namespace", "uid", "creationTimestamp", "deletionTimestamp"].map((field) => `${root}.metadata.${field}`),
  ]),
  "namespaceObject.metadata.name",
  "namespaceObject.metadata.uid",
  ...["operation", "name", "namespace", "subResource", "requestSubResource"].map((field) => `request.${field}`),
  ...["kind", "requestKind"].flatMap((field) => [`request.${field}.group`, `request.${field}.version`]),
  ...["resource", "requestResource"].flatMap((field) =>
    ["group", "version", "resource"].map((part) => `request.${field}.${part}`),
  ),
];

/**
 * The kind of a custom resource is checked in lower case, which the Kelvin sign passes as a `k`
 * (apiextensions-apiserver: validation.go, ValidateCustomResourceDefinitionNames; measured). So are the keys of
 * annotations.
 */
const kinds = ["object.kind", "oldObject.kind", "cluster.[].kind", "request.kind.kind", "request.requestKind.kind"];

/** Lists and maps, by what is in them: qualified names, and the values of labels. */
const marks = ["object", "oldObject", "cluster.[]", "namespaceObject"].flatMap((root) => [
  `${root}.metadata.labels`,
  `${root}.metadata.finalizers`,
]);

const namespaceTimes = ["creationTimestamp", "deletionTimestamp"].map((field) => `namespaceObject.metadata.${field}`);

const showable: ReadonlySet<string> = new Set([...names, ...kinds]);
const ascii: ReadonlySet<string> = new Set([...names, ...marks, ...namespaceTimes]);

/**
 * What the API server's checks say of the text of a field. Annotation values, user names and fields of custom resources
 * are not limited: `show(...)` and `ascii(...)` are for those.
 */
export function limitsOf(path: Path | undefined, field: FieldShape): Pick<Dynamic, "showable" | "ascii"> {
  const name = path === undefined || field.isFree === true ? "" : path.join(".");
  return { showable: showable.has(name), ascii: ascii.has(name) || (field.typedByServer && isQuantity(field.shape)) };
}

/**
 * Text that the API server parses. It stores what was written, as long as that may be: `000…012` (measured on 1.37.1).
 */
export function isQuantity(shape: Shape): boolean {
  return shape.kind === "string" && shape.format === "quantity";
}
