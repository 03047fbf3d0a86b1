import { builtins } from "./calls/functions.ts";
import { entriesMethods } from "./collections/entries-methods.ts";
import { constructors } from "./calls/new.ts";
import { keyedMethods, pairsMethods, setMethods } from "./collections/keyed/methods.ts";
import { flatMethods, flattening } from "./collections/flat/flat.ts";
import { indexedMethods } from "./collections/indexed.ts";
import { reordering } from "./collections/reordering.ts";
import { reducing, reducingEntries } from "./statements/carried/reduce.ts";
import { listMethods } from "./collections/list-methods.ts";
import { numberMethods } from "./numbers/number-methods.ts";
import { opaqueMethods } from "./calls/opaque-methods.ts";
import { storedListMethods } from "./collections/stored-list-methods.ts";
import { matchesMethods } from "./text/all-matches.ts";
import { textMethods } from "./text/text-methods.ts";
import { expressions } from "./expression.ts";
import { operators } from "./expressions/operators.ts";
import { statements } from "./statements/statements.ts";
import { shapesByName } from "./shapes/type-of.ts";

/**
 * All tables that say what the language has. The fidelity search generates every row of them
 * (test/fidelity/grammar.test.ts). Rows of `expression` and `statement` go by ts-morph's SyntaxKind, all others by
 * their name.
 */
export const dispatchTables: Readonly<Record<string, object>> = {
  expression: expressions,
  statement: statements,
  operator: operators,
  function: builtins,
  "answer of typeof": shapesByName,
  "method of a written list": listMethods,
  "method of a stored list": storedListMethods,
  "method of the entries of a map": entriesMethods,
  "method of the entries of a map that carries": reducingEntries,
  "method of a stored list that flattens": flattening,
  "method of a stored list that carries": reducing,
  "method of a stored list that is changed": reordering,
  "method of the places of a stored list": indexedMethods,
  "method of a flat list": flatMethods,
  "method of a set": setMethods,
  "method of a map of written pairs": pairsMethods,
  "method of a map of the entries of another": keyedMethods,
  "method of matches": matchesMethods,
  constructor: constructors,
  "method of a number": numberMethods,
  "method of text": textMethods,
  // Of text that the compiler knows, and of text of the cluster.
  ...Object.fromEntries(Object.entries(textMethods).map(([name, row]) => [`method of text ${name}`, row])),
  ...Object.fromEntries(Object.entries(opaqueMethods).map(([type, methods]) => [`method of ${type}`, methods])),
};
