import type { Code, catalogue } from "./catalogue.ts";

/** The words in braces; code in a text (`{ a, b }`, `({...})`) is told apart by what a word cannot contain. */
type Words<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Words<Rest> | (Name extends "" | `${string}${" " | "." | ":" | ","}${string}` ? never : Name)
  : never;

/** The parameters that the wording of a code asks for. */
export type Parameters<C extends Code> = {
  readonly [Name in Words<(typeof catalogue)[C]["message"]> | Words<(typeof catalogue)[C]["help"]>]: string;
};
