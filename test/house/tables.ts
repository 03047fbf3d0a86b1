/** Files that are a row of a table each: found by their names, and imported by the table alone. */
export interface Table {
  readonly rows: RegExp;
  /** What each file is. */
  readonly each: string;
}

export const tables: readonly Table[] = [
  { rows: /\/index\.ts$/, each: "the door of a folder: what others use of it" },
  { rows: /^compiler\/(check\/|compilation\.ts$)/, each: "what compile.ts calls: a check, and what goes in and comes out" },
  { rows: /^compiler\/cel\/functions\//, each: "a family of CEL functions" },
  { rows: /^compiler\/cel\/syntax\/macros\//, each: "a family of CEL macros" },
  { rows: /^compiler\/cel\/plan\//, each: "a kind of CEL expression" },
  { rows: /^compiler\/cli\/(?!arguments\/|output\/)[^/]+\//, each: "a command, which is loaded when it runs" },
  { rows: /^compiler\/cli\/output\/findings\//, each: "a form that findings are written in" },
  { rows: /^compiler\/cluster\/plan\/prune\/(argocd|flux|helm|kubectl)\.ts$/, each: "a tool that prunes" },
  { rows: /^compiler\/diagnostics\//, each: "a part of the catalogue of messages" },
  { rows: /^compiler\/guard\/([^/]+-guard|templates\/[^/]+)\.ts$/, each: "a guard" },
  { rows: /^compiler\/install\/(definitions|manifests|webhooks)\//, each: "an object that the fallback is installed with" },
  { rows: /^compiler\/language\/(kinds|parse)\//, each: "a kind, or a function that reads text: what policies import" },
  { rows: /^compiler\/lower\/(expressions|statements)\//, each: "a kind of expression or statement of TypeScript" },
  { rows: /^compiler\/lower\/(calls|collections|numbers|text)\//, each: "functions, methods or operators of the language" },
  { rows: /^compiler\/manifest\/schema\//, each: "the schema of a kind of object" },
  { rows: /^compiler\/simulator\/reports\//, each: "a form of the report of tests" },
  { rows: /^runtime-fallback\/.*-routes\.ts$/, each: "what the webhook answers for a feature" },
];

export const isRow = (path: string): boolean => tables.some(({ rows }) => rows.test(path));
