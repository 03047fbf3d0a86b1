/** Not usable as names in CEL (cel-spec: doc/langdef.md, RESERVED and keywords). */
export const reservedWords: ReadonlySet<string> = new Set(
  "as break const continue else false for function if import in let loop namespace null package return true var void while".split(
    " ",
  ),
);

/** Names that mean something to the API server or to CEL's type tests; a variable of ours must not hide them. */
export const takenNames: ReadonlySet<string> = new Set(
  "object oldObject request namespaceObject variables params authorizer type bool int uint double bytes string list map dyn null_type optional".split(
    " ",
  ),
);
