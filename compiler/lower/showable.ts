/**
 * Fields whose text the API server limits in characters and length, so that they may stand in a message as they are.
 * Annotation values, user names and fields of custom resources are not among them: `show(...)` is for those.
 */
const showable: ReadonlySet<string> = new Set([
  ...["object", "oldObject"].flatMap((root) => [
    `${root}.apiVersion`,
    `${root}.kind`,
    `${root}.metadata.name`,
    `${root}.metadata.namespace`,
    `${root}.metadata.uid`,
    `${root}.metadata.creationTimestamp`,
    `${root}.metadata.deletionTimestamp`,
  ]),
  "namespaceObject.metadata.name",
  "namespaceObject.metadata.uid",
  "request.operation",
  "request.name",
  "request.namespace",
  "request.subResource",
  "request.requestSubResource",
  ...["kind", "requestKind"].flatMap((name) => [`request.${name}.group`, `request.${name}.version`, `request.${name}.kind`]),
  ...["resource", "requestResource"].flatMap((name) => [
    `request.${name}.group`,
    `request.${name}.version`,
    `request.${name}.resource`,
  ]),
]);

export function isShowable(path: readonly string[] | undefined): boolean {
  return path !== undefined && showable.has(path.join("."));
}
