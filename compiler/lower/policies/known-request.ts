import { isPattern, splitResource, type MatchEntry } from "../../api/coverage.ts";
import type { RecordShape } from "../../api/shape.ts";

/**
 * `request`, where the policy matches one resource alone: its name is then known, and stands in the YAML as a person would have
 * written it. `request.resource` is what was matched, whatever the client asked for.
 */
export function withKnownResource(request: RecordShape, match: readonly MatchEntry[]): RecordShape {
  const named = new Set(match.map(({ group, resource }) => JSON.stringify([group, splitResource(resource).resource])));
  const [first] = match;
  if (first === undefined || named.size !== 1 || isPattern(first.group)) return request;
  const { resource } = splitResource(first.resource);
  const known = { group: first.group, ...(resource !== "*" && { resource }) };
  const of = request.fields["resource"];
  if (of?.shape.kind !== "record") return request;
  return { ...request, fields: { ...request.fields, resource: { ...of, shape: withKnown(of.shape, known) } } };
}

function withKnown(shape: RecordShape, known: Readonly<Record<string, string>>): RecordShape {
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    const value = known[name];
    return [name, value === undefined ? field : { ...field, known: value }] as const;
  });
  return { ...shape, fields: Object.fromEntries(fields) };
}
