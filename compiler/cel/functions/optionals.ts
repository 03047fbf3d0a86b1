import { Failure, NotEvaluatedHere } from "../failures.ts";
import { CelDuration } from "../values/duration.ts";
import { CelOptional, CelUint, type CelList, type CelValue, isList, isMap } from "../values/value.ts";
import { free, oneUnit } from "../cost/charges.ts";
import { atMostOne } from "../cost/estimates.ts";
import { type CelFunction, define, since } from "./cel-function.ts";

const ofList = (list: CelList, at: number): CelOptional => new CelOptional(list.at(at));

/** cel-go: cel/library.go, optionalLib. What is missing here is planned in a way of its own. */
export const optionalFunctions: readonly CelFunction[] = [
  define("optional.of", [["optional_of", "(V): optional(V)", (value: CelValue) => new CelOptional(value)]], {
    charges: oneUnit,
    emitted: { estimate: atMostOne },
  }),
  define(
    "optional.ofNonZeroValue",
    [
      [
        "optional_ofNonZeroValue",
        "(V): optional(V)",
        (value: CelValue) => (isZero(value) ? CelOptional.none : new CelOptional(value)),
      ],
    ],
    { charges: oneUnit },
  ),
  define("optional.none", [["optional_none", "(): optional(V)", () => CelOptional.none]], {
    charges: oneUnit,
    emitted: { estimate: atMostOne },
  }),
  define("value", [["optional_value", "optional(V).(): V", ({ value }: CelOptional) => valueOf(value)]], { charges: oneUnit }),
  define("hasValue", [["optional_hasValue", "optional(V).(): bool", ({ value }: CelOptional) => value !== undefined]], {
    charges: oneUnit,
    emitted: { estimate: atMostOne },
  }),
  define("or", [["optional_or_optional", "optional(V).(optional(V)): optional(V)"]], {
    charges: free,
    special: "alternative",
    emitted: { estimate: atMostOne },
  }),
  define("orValue", [["optional_orValue_value", "optional(V).(V): V"]], {
    charges: free,
    special: "alternative",
    emitted: { estimate: atMostOne },
  }),
  define("_?._", [["select_optional_field", "(dyn, string): optional(V)"]], { charges: oneUnit, special: "access" }),
  define(
    "_[?_]",
    [
      ["list_optindex_optional_int", "(list(V), int): optional(V)"],
      ["optional_list_optindex_optional_int", "(optional(list(V)), int): optional(V)"],
      ["map_optindex_optional_value", "(map(K, V), K): optional(V)"],
      ["optional_map_optindex_optional_value", "(optional(map(K, V)), K): optional(V)"],
    ],
    { charges: oneUnit, special: "access" },
  ),
  define(
    "_[_]",
    [
      ["optional_list_index_int", "(optional(list(V)), int): optional(V)"],
      ["optional_map_index_value", "(optional(map(K, V)), K): optional(V)"],
    ],
    { charges: oneUnit, special: "access" },
  ),
  // With cel-go 0.23; the API server does not say which version of the library it wants.
  ...since(33, [
    define("first", [["list_first", "list(V).(): optional(V)", (list: CelList) => ofList(list, 0)]], { charges: oneUnit }),
    define("last", [["list_last", "list(V).(): optional(V)", (list: CelList) => ofList(list, -1)]], { charges: oneUnit }),
    define("optional.unwrap", [["optional_unwrap", "(list(optional(V))): list(V)", unwrap]], { charges: oneUnit }),
    define("unwrapOpt", [["optional_unwrapOpt", "list(optional(V)).(): list(V)", unwrap]], { charges: oneUnit }),
  ]),
];

function valueOf(value: CelValue | undefined): CelValue | Failure {
  return value === undefined ? new Failure("optional.none() dereference") : value;
}

function unwrap(list: CelList): CelList {
  return list.flatMap((element) => {
    if (!(element instanceof CelOptional))
      throw new NotEvaluatedHere("the words of the error of unwrap over what is no optional");
    return element.value === undefined ? [] : [element.value];
  });
}

/** Null, false, zero, and what is empty. */
function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0n || value === 0 || value === "") return true;
  if (isList(value) || value instanceof Uint8Array) return value.length === 0;
  if (isMap(value)) return value.size === 0;
  if (value instanceof CelUint) return value.value === 0n;
  return value instanceof CelDuration && value.nanoseconds === 0n;
}
