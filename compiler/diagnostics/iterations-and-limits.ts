/** Lists and maps of the cluster, and what an expression may cost: what the catalogue says of them. */
export const iterationsAndLimits = {
  "order-of-map": {
    message: "`{text}` depends on the order of a map, which is random in CEL",
    help: "ask with `some`, `every` or `length`, or name up to ten keys with `sorted(...)`",
  },
  "reduce-of-nothing": {
    message: "`{text}` has nothing to begin with, and JavaScript throws",
    help: "say where it starts: `reduce((sum, x) => sum + x, 0)`",
  },
  "position-in-loop": {
    message: "`{text}` is the position of an element in a list of the cluster, which CEL does not count in a loop",
    help: "go through the elements alone, `for (const x of list)`, and read the first as `list[0]`; from Kubernetes 1.33 on `list.some((x, at) => ...)` may ask for the position",
  },
  "loop-state": {
    message: "`{text}` depends on what a loop over a list of the cluster has kept from other elements, and CEL keeps nothing",
    help: "a loop may count, add up, collect, and keep the first, the last, the smallest or the largest, each for itself; ask anything else with `filter`, `some`, `every` or `find`",
  },
  "gathers-values": {
    message: "`{text}` gathers several values under one key, and CEL can make no such map",
    help: "ask each element how many others have its key: `{same}`, with `const key = {key};`",
  },
  "slice-bounds": {
    message: "`{text}` takes a part whose bounds are not known to be whole numbers",
    help: "write them in the policy: `slice(1, 3)`; of text, lengths and positions will do as well",
  },
  "nested-iteration": {
    message: "`{text}` iterates over something else for each element and asks for its position, so that no limit can be told",
    help: "ask without the position, or for one element at its place",
  },
  "iterates-record": {
    message: "`{text}` iterates over the fields of an object",
    help: "name the fields; only maps such as labels and annotations can be iterated over",
  },
  "sorts-other": {
    message: "`{text}` sorts something else than constants, texts, numbers, or keys of a map",
    help: "sort numbers with `(a, b) => a - b`, texts without a function; `sorted` takes `Object.keys(...)`, filtered perhaps",
  },
  "expression-too-deep": {
    message: "rule `{rule}` becomes CEL that is nested {depth} levels deep, more than the {limit} that the API server reads",
    help: "divide it into `const`, which become variables; ask with `includes`, `some` or `every` on a list instead of a long chain",
  },
  "expression-too-long": {
    message: "rule `{rule}` becomes CEL of {size} characters, more than the {limit} that the API server reads",
    help: "divide the policy, or shorten its lists and texts",
  },
  "fewer-entries": {
    severity: "warning",
    message:
      "rule `{rule}` iterates over at most {most} entries of a list or map, where others may over {others}: more would cost more than the API server allows, and such a request is denied",
    help: "say how many there may be, `list.length > 20 || ...` or `list.slice(0, 20)`, or compare less for each",
  },
  "costly-namespaces": {
    severity: "warning",
    message:
      "who deletes a Namespace waits for policy `{policy}` to look at each {kinds} in it, about 10 ms for 1,000 of them: no label tells which are marked",
    help: 'mark them by a label, `metadata.labels?.["{annotation}"]`, so that the API server looks at those alone; or leave the Namespace unguarded, `guards: { namespaces: { off: "why" } }`',
  },
  "shorter-texts": {
    severity: "warning",
    message:
      "patterns, `split`, `trim` and `toLowerCase` of rule `{rule}` read texts of at most {most} characters: longer ones would cost more than the API server allows, and such a request is denied",
    help: "ask for equality, `startsWith` or `includes` of a short text instead of a pattern, or a pattern of fewer characters",
  },
  "too-expensive-together": {
    message:
      "the rules of `{policy}` about the same operation may cost {cost} units together, more than the {limit} that the API server allows",
    help: "divide them among several policies",
  },
  "too-expensive": {
    message:
      "rule `{rule}` may cost {cost} units on a large object with {entries} entries to iterate over, more than the {limit} that the API server allows",
    help: "compare fewer things for each entry; ask for equality, `startsWith` or `includes` of a short text instead of a pattern, or for a label, which is short; or say how many entries there may be: `list.length > 20 || ...`",
  },
  "iterator-later": {
    message: "`{text}` gives its elements once, and CEL has lists, which give them again",
    help: "make a list of it where it stands: `[...{text}]`",
  },
} as const;
