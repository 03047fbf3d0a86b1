import type { SourceFile } from "./source-files.ts";

export interface FunctionBody {
  readonly path: string;
  readonly name: string;
  /** Without comments, in one line; the function calls itself `self` in it. */
  readonly body: string;
  readonly lines: number;
}

/** Where a function begins, declared or held by a constant, at any depth. */
const opening = /^( *)(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:<.*>)?\()/;

/** Of formatted text: a body ends with the first line as deep as its first. */
export function bodiesOf({ path, text }: SourceFile): readonly FunctionBody[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const [, indent = "", declared, held] = opening.exec(line) ?? [];
    const name = declared ?? held;
    if (name === undefined) return [];
    const header = headerEnd(lines, { at, indent });
    if (header === undefined) return [];
    const inside = lines.slice(header + 1, endOf(lines, { at: header + 1, indent }));
    const code = inside.filter((one) => !/^\s*(\/\/|\/?\*|$)/.test(one));
    const body = code
      .join(" ")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/,(?= [)\]}])/g, "")
      .trim();
    return [{ path, name, body: body.replaceAll(new RegExp(`\\b${name}\\b`, "g"), "self"), lines: code.length }];
  });
}

interface From {
  readonly at: number;
  readonly indent: string;
}

/** The line with the `{` or `=>` before the body; none of a function of one line, and of what is no function. */
function headerEnd(lines: readonly string[], { at, indent }: From): number | undefined {
  const opens = (line: string): boolean => /(\{|=>)$/.test(line) && !/^\s*(\/\/|\*)/.test(line);
  const first = lines[at] ?? "";
  if (!first.endsWith("(")) return /\) *(: .*)?(\{|=>)$/.test(first) ? at : undefined;
  const closing = lines.findIndex((line, index) => index > at && line.startsWith(`${indent})`));
  return closing !== -1 && opens(lines[closing] ?? "") ? closing : undefined;
}

function endOf(lines: readonly string[], { at, indent }: From): number {
  const end = lines.findIndex((line, index) => index >= at && line !== "" && !line.startsWith(`${indent} `));
  return end === -1 ? lines.length : end;
}

/** Groups of functions, in several files, that do the same in so many lines or more. */
export function equalBodies(files: readonly SourceFile[], minimum = 2): readonly (readonly FunctionBody[])[] {
  const bodies = files.flatMap(bodiesOf).filter(({ lines }) => lines >= minimum);
  const groups = [...Map.groupBy(bodies, ({ body }) => body).values()];
  return groups.filter((group) => new Set(group.map(({ path }) => path)).size > 1);
}
