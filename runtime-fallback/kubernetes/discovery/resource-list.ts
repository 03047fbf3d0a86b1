import { type JsonObject, objectsOf, textsOf } from "../../../compiler/api/json.ts";
import type { ServedResource } from "./served-resource.ts";

/** What an APIResourceList names: resources, each with its subresources, which stand beside them as `pods/eviction`. */
export function resourcesIn(
  { group, version }: { readonly group: string; readonly version: string },
  list: JsonObject,
): readonly ServedResource[] {
  const entries = objectsOf(list["resources"]);
  const names = entries.map(({ name }) => String(name));
  return entries
    .filter(({ name }) => !String(name).includes("/"))
    .map(({ name, kind, namespaced, verbs }) => ({
      group,
      version,
      resource: String(name),
      kind: String(kind),
      isNamespaced: namespaced === true,
      verbs: textsOf(verbs),
      subresources: names.filter((one) => one.startsWith(`${String(name)}/`)).map((one) => one.slice(String(name).length + 1)),
    }));
}
