import type { ApiRequest } from "../control-plane/api-client.ts";
import { type Subject, annotate, jsonPatch, putAnnotations, serverSideApply } from "./changes.ts";

export type Annotations = Readonly<Record<string, string>>;

/** Every form of every mark: generic, of the controller's own service, of another one. */
export const marks: Annotations = {
  "services.k8s.aws/prevent-delete": "true",
  "s3.services.k8s.aws/prevent-delete": "true",
  "rds.services.k8s.aws/prevent-delete": "false",
  "services.k8s.aws/deletion-policy": "retain",
  "s3.services.k8s.aws/deletion-policy": "retain",
  "rds.services.k8s.aws/deletion-policy": "delete",
};

export const plain: Annotations = { "example.com/plain": "text" };

/** One mark that is added, changed or removed, and all annotations before and after. */
type MarkChange = {
  readonly what: string;
  readonly key: string;
  readonly value: string | undefined;
  readonly on: "unmarked" | "marked";
  readonly after: Annotations;
};

/** An HTTP request in which a client can say it. */
type Writing = {
  readonly what: string;
  readonly request: (subject: Subject, change: MarkChange, subresource: string) => ApiRequest;
};

const markChanges: readonly MarkChange[] = Object.entries(marks).flatMap(([key, value]) => {
  const other = { true: "false", false: "true", retain: "delete", delete: "retain" }[value] ?? "";
  const { [key]: _, ...without } = marks;
  return [
    { what: `adds ${key}`, key, value, on: "unmarked", after: { ...plain, [key]: value } },
    { what: `changes ${key}`, key, value: other, on: "marked", after: { ...plain, ...marks, [key]: other } },
    { what: `removes ${key}`, key, value: undefined, on: "marked", after: { ...plain, ...without } },
  ] satisfies readonly MarkChange[];
});

const pointerTo = (key: string): string => `/metadata/annotations/${key.replaceAll("/", "~1")}`;

const put: Writing = { what: "PUT", request: (subject, { after }, subresource) => putAnnotations(subject, after, subresource) };

/** Removes what the same manager has applied before and does not name any more. */
const apply: Writing = {
  what: "server-side apply",
  request: (subject, { after }, subresource) => serverSideApply(subject, { annotations: after }, subresource),
};

const writings: readonly Writing[] = [
  put,
  {
    what: "merge patch of one key",
    request: ({ path }, { key, value }, subresource) => annotate(`${path}${subresource}`, { [key]: value ?? null }),
  },
  {
    what: "JSON patch of one key",
    request: ({ path }, { key, value }, subresource) =>
      jsonPatch(
        `${path}${subresource}`,
        value === undefined ? { op: "remove", path: pointerTo(key) } : { op: "add", path: pointerTo(key), value },
      ),
  },
  {
    what: "JSON patch of the whole map",
    request: ({ path }, { after }, subresource) =>
      jsonPatch(`${path}${subresource}`, { op: "replace", path: "/metadata/annotations", value: after }),
  },
  apply,
];

export type ControllerChange = {
  readonly what: string;
  readonly on: "unmarked" | "marked";
  readonly request: (subject: Subject) => ApiRequest;
};

export function controllerChanges(subresource: string): readonly ControllerChange[] {
  const all = writings.flatMap((writing) => markChanges.map((change) => ({ writing, change })));
  return all
    .filter(({ writing, change }) => isPossible(writing, change, subresource))
    .map(({ writing, change }) => ({
      what: `${change.what} by ${writing.what}`,
      on: change.on,
      request: (subject) => writing.request(subject, change, subresource),
    }));
}

function isPossible(writing: Writing, { value }: MarkChange, subresource: string): boolean {
  if (subresource === "/finalize") return writing === put;
  // A manager of the status is another manager: what was applied to the object it cannot remove by leaving it out.
  return !(subresource === "/status" && writing === apply && value === undefined);
}
