import type { Shape } from "../../../compiler/api/shape.ts";

/**
 * Where a value is not what the shape promises on behalf of the API server: no type test is emitted for such fields, so
 * that a null or another JSON type there would fail in CEL.
 */
export function violationsOf(value: unknown, shape: Shape, path: string): readonly string[] {
  switch (shape.kind) {
    case "unknown":
      return value === null ? [`${path} is null`] : [];
    case "list":
      if (!Array.isArray(value)) return [`${path} is no list`];
      return value.flatMap((entry, at) => violationsOf(entry, shape.element, `${path}[${at}]`));
    case "map":
      if (!isMap(value)) return [`${path} is no map`];
      return Object.entries(value).flatMap(([key, entry]) => violationsOf(entry, shape.value, `${path}["${key}"]`));
    case "record":
      if (!isMap(value)) return [`${path} is no record`];
      return Object.entries(shape.fields).flatMap(([name, field]) => {
        if (!Object.hasOwn(value, name)) return [];
        // What is tested in CEL may be anything, but what it holds counts where it is there.
        if (!field.typedByServer && value[name] === null) return [];
        return violationsOf(value[name], field.shape, `${path}.${name}`);
      });
    case "union":
      return shape.members.some((member) => violationsOf(value, member, path).length === 0)
        ? []
        : [`${path} is none of its types`];
    default:
      return typeof value === shape.kind ? [] : [`${path} is ${JSON.stringify(value)} and no ${shape.kind}`];
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
