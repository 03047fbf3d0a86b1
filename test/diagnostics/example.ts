import type { CompileOptions } from "../../compiler/compile.ts";
import type { Code } from "../../compiler/diagnostics/catalogue.ts";

/** The parts of a policy file that an example is about; the rest is the same for all. */
export interface Source {
  /** Stands before the policy: constants, functions, types. */
  readonly top?: string;
  /** What `denyWhen` gets. */
  readonly rule?: string;
  /** What `message` gets. */
  readonly message?: string;
  readonly name?: string;
  readonly match?: string;
  readonly rules?: string;
  readonly guards?: string;
  readonly overrides?: string;
  readonly enforcement?: string;
  readonly marks?: string;
  /** The whole file, where the parts do not do. */
  readonly file?: string;
}

/** One diagnostic: where it comes from and the override. */
export interface Example {
  readonly code: Code;
  /** Why it is rejected, for docs/reference/diagnostics.md. */
  readonly why: string;
  /** The place that is reported is marked: `⟦like this⟧`. */
  readonly bad: Source;
  readonly good: Source;
  /** The message repeats these words of the author. */
  readonly says: string;
  /** The help says this, at least. */
  readonly override: string;
  /** Flags with which it is rejected; without them it is fine. */
  readonly options?: Pick<CompileOptions, "kube" | "static">;
  /** Files beside it, by name. */
  readonly modules?: Readonly<Record<string, string>>;
}

const imports = `import { type KubernetesObject, type OnDelete, ascii, deletionPolicy, matchesLabels, number, quantity, record, same, show, sorted, terminating, timestamp } from "holdfast";`;

const database = `interface Database extends KubernetesObject {
  readonly spec: { readonly protected: boolean; readonly replicas: number; readonly owner: string; readonly zones: readonly string[] };
}`;

/** The whole file around the parts. */
export function fileOf(source: Source, name: string): string {
  if (source.file !== undefined) return source.file;
  const rules = source.rules ?? `{ example: { denyWhen: ${source.rule ?? "() => true"}, message: ${source.message ?? `"no"`} } }`;
  return `${imports}
${database}
${source.top ?? ""}
export default deletionPolicy<Database>({
  name: ${source.name ?? JSON.stringify(name)},
  match: ${source.match ?? `[{ group: "db.example.com", version: "v1", resource: "databases" }]`},
  ${source.guards === undefined ? "" : `guards: ${source.guards},`}
  ${source.marks === undefined ? "" : `marks: ${source.marks},`}
  ${source.enforcement === undefined ? "" : `enforcement: ${source.enforcement},`}
  overrides: ${source.overrides ?? `{ none: "the rule alone is meant" }`},
  rules: ${rules},
});
export const unused = [ascii, matchesLabels, number, quantity, record, same, show, sorted, terminating, timestamp];
`;
}

/** The parts as the page shows them: what is not said is as it always is. */
export function shownParts(source: Source): string {
  if (source.file !== undefined) return source.file;
  const { top, rule, message, name, match, guards, overrides, enforcement, marks, rules } = source;
  const properties = Object.entries({ name, match, guards, overrides, enforcement, marks, rules, denyWhen: rule, message });
  const shown = properties.flatMap(([property, text]) => (text === undefined ? [] : [`${property}: ${text},`]));
  return [...(top === undefined ? [] : [top]), ...shown].join("\n");
}
