import type { CodeType, Construct } from "./construct-table.ts";

/** A piece of a generated rule: text with smaller pieces in it. */
export interface Code {
  readonly gives: CodeType;
  /** Undefined for a name or a constant. */
  readonly construct: Construct | undefined;
  readonly parts: readonly (string | Code)[];
}

export function textOf({ parts }: Code): string {
  return parts.map((part) => (typeof part === "string" ? part : textOf(part))).join("");
}

/** The constructs in it, each by its name as often as it stands there. */
export function constructsOf({ construct, parts }: Code): readonly string[] {
  const inside = parts.flatMap((part) => (typeof part === "string" ? [] : constructsOf(part)));
  return construct === undefined ? inside : [construct.name, ...inside];
}

export const leaf = (gives: CodeType, text: string): Code => ({ gives, construct: undefined, parts: [text] });
