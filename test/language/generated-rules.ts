import fc from "fast-check";

/** What `denyWhen` of a generated rule may use besides its input: text of a declared type, so that any two compare. */
export const generatedBefore = `
const s0: string = ""; const s1: string = "a"; const s2: string = "true"; const s3: string = "x/a"; const s4: string = "constructor"; const s5: string = "é🦀";
const n0: number = 0; const n1: number = 1; const n2: number = 2.5; const n3: number = -3;
const TABLE: Readonly<Record<string, string>> = record<string>({ a: "true", constructor: "x/a", true: "" });
const isOdd = (value: string | undefined, other: string = "a"): boolean => value === other || value?.startsWith("x") === true;
function pick(first: string | undefined, second: string | undefined): string | undefined { if (first === undefined) return second; if (first === "true") return undefined; return first; }
`;

export const generatedType =
  "spec?: { name?: string; size?: number; limit?: number; on?: boolean; inner?: { name?: string; on?: boolean }; map?: Record<string, string>; names?: string[]; items?: { name: string; size?: number }[] }";

/** Text of TypeScript, by the type of its value. */
interface Grammar {
  readonly bool: string;
  readonly maybeBool: string;
  readonly text: string;
  readonly maybeText: string;
  readonly number: string;
  readonly maybeNumber: string;
  readonly texts: string;
  readonly maybeMap: string;
}

const join = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part))).map((words) => words.join(""));

const key = fc.constantFrom("a", "x/a", "constructor", "__proto__").map((name) => JSON.stringify(name));
const name = fc.constantFrom("s0", "s1", "s2", "s3", "s4", "s5");
const size = fc.constantFrom("n0", "n1", "n2", "n3");
const comparison = fc.constantFrom("===", "!==");
const order = fc.constantFrom("<", "<=", ">", ">=");

/** `names` are the constants in sight, by type. */
function grammar(
  names: Readonly<Partial<Record<keyof Grammar, readonly string[]>>>,
  depth: number,
): { readonly [Type in keyof Grammar]: fc.Arbitrary<string> } {
  const known = (type: keyof Grammar): readonly fc.Arbitrary<string>[] =>
    names[type] === undefined || names[type].length === 0 ? [] : [fc.constantFrom(...names[type])];
  return fc.letrec<Record<keyof Grammar, string>>((tie) => {
    const [bool, maybeBool, text, maybeText, number, maybeNumber, texts, maybeMap] = [
      "bool",
      "maybeBool",
      "text",
      "maybeText",
      "number",
      "maybeNumber",
      "texts",
      "maybeMap",
    ].map((type) => tie(type as keyof Grammar)) as [
      fc.Arbitrary<string>,
      fc.Arbitrary<string>,
      fc.Arbitrary<string>,
      fc.Arbitrary<string>,
      fc.Arbitrary<string>,
      fc.Arbitrary<string>,
      fc.Arbitrary<string>,
      fc.Arbitrary<string>,
    ];
    const option = { maxDepth: depth, depthIdentifier: "rule", withCrossShrink: true } as const;
    const choose = (value: fc.Arbitrary<string>): fc.Arbitrary<string> => join("(", bool, " ? ", value, " : ", value, ")");
    return {
      bool: fc.oneof(
        option,
        fc.oneof(
          ...known("bool"),
          join("request.dryRun"),
          join("oldObject.metadata.labels?.[", key, "] ", comparison, " ", name),
        ),
        join("(", bool, " && ", bool, ")"),
        join("(", bool, " || ", bool, ")"),
        join("!", bool),
        choose(bool),
        join("(", maybeText, " ", comparison, " ", maybeText, ")"),
        join("(", maybeText, " ", comparison, " ", text, ")"),
        join("(", maybeText, " ", comparison, " undefined)"),
        join("(", maybeBool, " ", comparison, " ", fc.constantFrom("true", "false", "undefined"), ")"),
        join("(", maybeBool, " ", comparison, " ", maybeBool, ")"),
        join("(", maybeNumber, " ", comparison, " ", maybeNumber, ")"),
        join("(", maybeNumber, " ", comparison, " ", size, ")"),
        join("(", number, " ", order, " ", size, ")"),
        join("(", number, " ", order, " ", number, ")"),
        join("(", maybeBool, " ?? ", bool, ")"),
        join(text, ".", fc.constantFrom("startsWith", "endsWith"), "(", text, ")"),
        join(text, ".includes(", name, ")"),
        join("isOdd(", maybeText, ")"),
        join("isOdd(", maybeText, ", ", maybeText, ")"),
        join("[s0, s1, s2].includes(", text, ")"),
        join("[", maybeText, ", ", text, "].includes(", maybeText, ")"),
        join("[", text, ", ", text, "].some((word) => word === s2 || word.startsWith(s3))"),
        join(texts, ".", fc.constantFrom("some", "every"), "((item) => item ", comparison, " ", text, ")"),
        join(texts, ".", fc.constantFrom("some", "every"), "((item) => item.startsWith(", text, "))"),
        join(texts, ".includes(", text, ")"),
        join(texts, ".filter((item) => item !== ", text, ").length ", order, " ", size),
        join(
          "Object.keys(",
          maybeMap,
          " ?? {}).",
          fc.constantFrom("some", "every"),
          "((item) => item ",
          comparison,
          " ",
          text,
          ")",
        ),
        join(
          "Object.entries(",
          maybeMap,
          " ?? {}).",
          fc.constantFrom("some", "every"),
          "(([key, value]) => key ",
          comparison,
          " ",
          text,
          " && value ",
          comparison,
          " ",
          text,
          ")",
        ),
        join("Object.values(", maybeMap, " ?? {}).some((value) => value.endsWith(", text, "))"),
        join("(", key, " in (", maybeMap, " ?? record({})))"),
        join(
          "(oldObject.spec?.items ?? []).some((item) => item.name ",
          comparison,
          " ",
          text,
          " && (item.size ?? ",
          number,
          ") ",
          order,
          " ",
          size,
          ")",
        ),
        join("(request.userInfo.groups ?? []).some((group) => group.startsWith(", text, "))"),
      ),
      maybeBool: fc.oneof(
        option,
        fc.oneof(...known("maybeBool"), fc.constantFrom("oldObject.spec?.on", "oldObject.spec?.inner?.on")),
        join(maybeText, "?.startsWith(", text, ")"),
        join("(", bool, " ? ", bool, " : undefined)"),
        join("(", maybeBool, " ?? ", maybeBool, ")"),
        join("oldObject.spec?.names?.includes(", text, ")"),
        choose(maybeBool),
      ),
      text: fc.oneof(
        option,
        fc.oneof(...known("text"), name, fc.constantFrom("oldObject.kind", "request.operation")),
        join("(", maybeText, " ?? ", text, ")"),
        join("`${", text, "}-${", text, "}`"),
        join("(", text, " + ", text, ")"),
        choose(text),
        join("([", text, ", ", text, '].join("/"))'),
      ),
      maybeText: fc.oneof(
        option,
        fc.oneof(
          ...known("maybeText"),
          join("oldObject.metadata.annotations?.[", key, "]"),
          join("namespaceObject?.metadata.labels?.[", key, "]"),
          fc.constantFrom(
            "oldObject.spec?.name",
            "oldObject.spec?.inner?.name",
            "oldObject.metadata.namespace",
            "request.options?.propagationPolicy",
          ),
          join("oldObject.spec?.map?.[", key, "]"),
        ),
        join("(", maybeText, " ?? ", maybeText, ")"),
        join("(", bool, " ? ", maybeText, " : undefined)"),
        choose(maybeText),
        join(maybeMap, "?.[", text, "]"),
        join("TABLE[", text, "]"),
        join("pick(", maybeText, ", ", maybeText, ")"),
        join(text, '.split("/")[1]'),
        join("(oldObject.metadata.finalizers ?? [])[0]"),
      ),
      number: fc.oneof(
        option,
        fc.oneof(...known("number"), size),
        join("(", maybeNumber, " ?? ", number, ")"),
        choose(number),
        join(texts, ".length"),
      ),
      maybeNumber: fc.oneof(
        option,
        fc.oneof(...known("maybeNumber"), fc.constantFrom("oldObject.spec?.size", "oldObject.spec?.limit")),
        fc.constantFrom(
          "oldObject.metadata.finalizers?.length",
          "oldObject.spec?.names?.length",
          "request.options?.gracePeriodSeconds",
        ),
        join("(", bool, " ? ", maybeNumber, " : ", number, ")"),
      ),
      texts: fc.oneof(
        option,
        fc.constantFrom("(oldObject.metadata.finalizers ?? [])", "(oldObject.spec?.names ?? [])"),
        choose(fc.constantFrom("(oldObject.metadata.finalizers ?? [])", "(oldObject.spec?.names ?? [])")),
      ),
      maybeMap: fc.oneof(
        option,
        fc.constantFrom(
          "oldObject.metadata.annotations",
          "oldObject.metadata.labels",
          "oldObject.spec?.map",
          "namespaceObject?.metadata.labels",
        ),
        join("(", maybeMap, " ?? ", maybeMap, ")"),
        join("(", bool, " ? ", maybeMap, " : undefined)"),
        choose(maybeMap),
      ),
    };
  });
}

/** Constants, early returns and an answer. */
const block: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom("bool", "maybeBool", "text", "maybeText", "maybeNumber", "if", "ifUndefined", "switch"), {
      maxLength: 4,
    }),
    fc.integer({ min: 1, max: 3 }),
  )
  .chain(([kinds, depth]) => {
    const names: Partial<Record<keyof Grammar, string[]>> = {};
    const statements = kinds.map((kind, at) => {
      const parts = grammar(structuredClone(names), depth);
      const optional = names.maybeText?.at(-1);
      if (kind === "if") return join("if (", parts.bool, ") { return ", parts.bool, "; }");
      if (kind === "switch")
        return join(
          "switch (",
          parts.maybeText,
          ") { case s1: case s2: return ",
          parts.bool,
          "; case undefined: break; default: if (",
          parts.bool,
          ") return ",
          parts.bool,
          "; }",
        );
      if (kind === "ifUndefined") {
        if (optional === undefined) return fc.constant("");
        names.text = [...(names.text ?? []), optional];
        names.maybeText = (names.maybeText ?? []).slice(0, -1);
        return join(`if (${optional} === undefined) return `, parts.bool, ";");
      }
      names[kind] = [...(names[kind] ?? []), `v${at}`];
      return join(`const v${at} = `, parts[kind], ";");
    });
    return join(...statements.flatMap((statement) => [statement, "\n        "]), "return ", grammar(names, depth).bool, ";");
  });

export const generatedRule: fc.Arbitrary<string> = block.map(
  (body) => `({ oldObject, namespaceObject, request }) => {\n        ${body}\n      }`,
);
