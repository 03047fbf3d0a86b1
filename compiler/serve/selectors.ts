import type { UntypedObject } from "../simulator/admission/index.ts";

export type Selects = (object: UntypedObject) => boolean;

/** A selector that the webhook does not use, and that nobody here answers. */
export class UnknownSelector extends Error {
  override readonly name = "UnknownSelector";
}

/** `keeps=settings,tier=` */
export function labelSelector(text: string): Selects {
  const wanted = partsOf(text).map((part) => {
    const found = /^(?<key>[^=!,()\s]+)==?(?<value>[^=!,()\s]*)$/.exec(part)?.groups;
    if (found === undefined) throw new UnknownSelector(`the label selector ${part} is not known here`);
    return found as { readonly key: string; readonly value: string };
  });
  return ({ metadata: { labels } }) => {
    const own = (labels ?? {}) as UntypedObject;
    return wanted.every(({ key, value }) => Object.hasOwn(own, key) && own[key] === value);
  };
}

/** `metadata.name=web`; whatever is special in a name stands behind a backslash (apimachinery: pkg/fields/selector.go). */
export function fieldSelector(text: string): Selects {
  if (text === "") return () => true;
  const found = /^metadata\.(?<field>name|namespace)==?(?<value>(?:[^\\,=]|\\[\\,=])*)$/.exec(text)?.groups;
  if (found === undefined) throw new UnknownSelector(`the field selector ${text} is not known here`);
  const value = found["value"]?.replaceAll(/\\(.)/g, "$1");
  return ({ metadata }) => (found["field"] === "name" ? metadata.name : (metadata.namespace ?? "")) === value;
}

function partsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(",");
}
