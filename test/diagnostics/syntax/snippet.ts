import type { Code } from "../../../compiler/diagnostics/catalogue.ts";
import type { Source } from "../example.ts";

/** What becomes of a construct: CEL, or these diagnostics, in order of their places. */
export type Outcome = "lowers" | Code | readonly Code[];

export interface Snippet extends Source {
  readonly is: Outcome;
}

/** By the name of the kind. */
export type Snippets = Readonly<Record<string, Snippet>>;
