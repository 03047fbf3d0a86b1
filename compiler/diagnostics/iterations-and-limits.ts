/** Diagnostics about stored lists and maps, and about the cost of an expression. */
export const iterationsAndLimits = {
  "order-of-map": {
    message: "`{text}` depends on the order of a map, which is random in CEL",
    help: "use `some`, `every` or `length`, or show up to ten keys with `sorted(...)`",
  },
  "reduce-of-nothing": {
    message: "`{text}` has no initial value, and JavaScript throws if the list is empty",
    help: "give it an initial value: `reduce((sum, x) => sum + x, 0)`",
  },
  "position-in-loop": {
    message: "`{text}` is a position in a loop over a stored list, which CEL does not count",
    help: "loop over the elements, `for (const x of list)`, and read the first one as `list[0]`; from Kubernetes 1.33 on, `list.some((x, at) => ...)` may use the position",
  },
  "loop-state": {
    message: "`{text}` depends on earlier elements of a loop over a stored list, and CEL keeps no state",
    help: "a loop may count, add up, collect, and keep the first, last, smallest or largest element, each independently; for anything else use `filter`, `some`, `every` or `find`",
  },
  "gathers-values": {
    message: "`{text}` collects several values under one key, and CEL cannot build such a map",
    help: "check for each element how many others have its key: `{same}`, with `const key = {key};`",
  },
  "slice-bounds": {
    message: "the bounds in `{text}` are not known to be whole numbers",
    help: "write them in the policy: `slice(1, 3)`; for text, lengths and positions work too",
  },
  "nested-iteration": {
    message: "`{text}` iterates inside another iteration and uses the position, so the compiler cannot compute a limit",
    help: "iterate without the position, or read a single element by its position",
  },
  "iterates-record": {
    message: "`{text}` iterates over the fields of an object",
    help: "name the fields; only maps such as labels and annotations can be iterated over",
  },
  "sorts-other": {
    message: "`{text}` sorts something other than constants, text, numbers, or keys of a map",
    help: "sort numbers with `(a, b) => a - b`, text without a function; `sorted` takes `Object.keys(...)`, which may be filtered",
  },
  "expression-too-deep": {
    message: "rule `{rule}` becomes CEL with {depth} nested levels, more than the {limit} that the API server accepts",
    help: "split it with `const`, which becomes a variable; use `includes`, `some` or `every` on a list instead of a long chain",
  },
  "expression-too-long": {
    message: "rule `{rule}` becomes CEL of {size} characters, more than the {limit} that the API server accepts",
    help: "split the policy, or shorten its lists and texts",
  },
  "fewer-entries": {
    severity: "warning",
    message:
      "rule `{rule}` may iterate over at most {most} entries of a list or map, not {others}: more would exceed the API server's cost limit, so requests with more are denied",
    help: "limit the number in the rule, `list.length > 20 || ...` or `list.slice(0, 20)`, or compare less for each entry",
  },
  "costly-namespaces": {
    severity: "warning",
    message:
      "policy `{policy}` makes deletes of Namespaces slower: it evaluates each {kinds} in the Namespace, about 10 ms for 1,000 of them, because no label selects the marked ones",
    help: 'use a label as the mark, `metadata.labels?.["{annotation}"]`, so that only those are evaluated; or turn the guard off, `guards: { namespaces: { off: "why" } }`',
  },
  "shorter-texts": {
    severity: "warning",
    message:
      "patterns, `split`, `trim` and `toLowerCase` of rule `{rule}` read at most {most} characters: more would exceed the API server's cost limit, so requests with longer text are denied",
    help: "use `===`, `startsWith` or `includes` with a short text instead of a pattern, or a pattern with fewer characters",
  },
  "too-expensive-together": {
    message:
      "the rules of `{policy}` for the same operation may cost {cost} units together, more than the {limit} that the API server allows",
    help: "split them into several policies",
  },
  "too-expensive": {
    message:
      "rule `{rule}` may cost {cost} units for a large object with {entries} entries to iterate over, more than the {limit} that the API server allows",
    help: "compare less for each entry; use `===`, `startsWith` or `includes` with a short text instead of a pattern; read a label, which is short; or limit the number of entries: `list.length > 20 || ...`",
  },
  "iterator-later": {
    message: "`{text}` returns an iterator, which can be read only once, and CEL has only lists",
    help: "turn it into a list at once: `[...{text}]`",
  },
} as const;
