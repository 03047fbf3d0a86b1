import type { Span } from "../../diagnostics/span.ts";
import { or } from "../../ir/expressions/boolean.ts";
import {
  type Expression,
  type Index,
  type Select,
  binary,
  comprehension,
  identifier,
  listLiteral,
  literal,
  optionalIndex,
  optionalSelect,
} from "../../ir/expression.ts";
import { type SchemaPath, schemaAt } from "./schema-reads.ts";
import { maxObjectBytes } from "../../language/limits.ts";

/** A version of a definition as it was and as it will be. */
export interface Versions {
  readonly before: Expression;
  readonly after: Expression;
}

/**
 * What of a schema changes objects that nobody writes. On each read of a stored object the API server drops null where
 * a schema is not nullable, fills in defaults (apiextensions-apiserver: pkg/apiserver/schema/defaulting), and drops the
 * `metadata` of what is no resource any more.
 */
const keywords = ["default", "nullable", "x-kubernetes-embedded-resource"];

/**
 * bool: stored objects may have other values at these paths, because a keyword of a schema on the way is not what it
 * was. Compared as optionals, so that a value of any type can be there, or none.
 *
 *     ['default', 'nullable'].exists(keyword, before.?schema...[?keyword] != after.?schema...[?keyword])
 */
export function changesValues(paths: readonly SchemaPath[], { before, after }: Versions, versions: number): Expression {
  const { span } = before;
  const ways = distinct(paths.flatMap(routes).flatMap(prefixes));
  const [entries, fields] = [distinct(paths.flatMap(ownersOfFields)), distinct(paths.flatMap(ownersOfAny))];
  const maxBytes = Math.ceil(maxObjectBytes / versions / (ways.length * keywords.length + entries.length + fields.length));
  const differ = (read: (version: Expression) => Select | Index): Expression =>
    binary({ ...read(before), maxBytes }, "!=", { ...read(after), maxBytes }, span);
  const at = (owners: readonly SchemaPath[], field: string): readonly Expression[] =>
    owners.map((path) => differ((version) => optionalSelect(schemaAt(path, version), field, span)));
  const keyword = identifier("keyword", span);
  const ofKeyword = ways.map((path) => differ((version) => optionalIndex(schemaAt(path, version), keyword, span)));
  return anyOf([anyKeyword(anyOf(ofKeyword), span), ...at(entries, "additionalProperties"), ...at(fields, "properties")]);
}

function anyKeyword(body: Expression, span: Span): Expression {
  const range = listLiteral(
    keywords.map((keyword) => literal(keyword, span)),
    span,
  );
  return comprehension({ method: "exists", range, variable: "keyword", body, bound: undefined, entries: keywords.length, span });
}

/** A key of a map has the schema of all its values, or one of its own. */
function routes(path: SchemaPath): readonly SchemaPath[] {
  return path.reduce<readonly SchemaPath[]>(
    (before, step) => {
      const steps = step.to === "entry" && step.key !== undefined ? [step, { to: "field", name: step.key } as const] : [step];
      return before.flatMap((way) => steps.map((one) => [...way, one]));
    },
    [[]],
  );
}

/** The whole object is always there. */
const prefixes = (path: SchemaPath): readonly SchemaPath[] => path.map((_, at) => path.slice(0, at + 1));

/** Where a rule takes a map for a record, its fields have the schema of all entries. The whole object has none. */
const ownersOfFields = (path: SchemaPath): readonly SchemaPath[] =>
  path.flatMap(({ to }, at) => (to === "field" && at > 0 ? [path.slice(0, at)] : []));

/** Where a rule takes a record for a map, each of its fields may be read. */
const ownersOfAny = (path: SchemaPath): readonly SchemaPath[] =>
  path.flatMap((step, at) =>
    step.to === "elements" || (step.to === "entry" && step.key === undefined) ? [path.slice(0, at)] : [],
  );

const distinct = (paths: readonly SchemaPath[]): readonly SchemaPath[] => [
  ...new Map(paths.map((path) => [JSON.stringify(path), path])).values(),
];

export const anyOf = (conditions: readonly Expression[]): Expression => conditions.reduce((left, right) => or(left, right));
