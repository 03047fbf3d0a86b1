import type { Construct } from "../construct-table.ts";

/** Numbers, of the cluster and calculated. */
export const numbers: readonly Construct[] = [
  { name: "parseInt", gives: "number", code: 'parseInt(oldObject.metadata.annotations?.["a"]!, 10)', weight: 0.6 },
  { name: "Number.parseInt", gives: "number", code: "Number.parseInt(<ascii>, 10)", weight: 0.4 },
  { name: "< of numbers", gives: "bool", code: "(<number> < <number>)" },
  { name: "<= with a constant", gives: "bool", code: "(<number> <= <constant number>)" },
  { name: "> with a constant", gives: "bool", code: "(<number> > <constant number>)" },
  { name: ">= of numbers", gives: "bool", code: "(<number> >= <number>)" },
  { name: "a whole number", gives: "number", code: "<whole>" },
  { name: "+ of numbers", gives: "number", code: "(<number> + <number>)" },
  { name: "- of numbers", gives: "number", code: "(<number> - <number>)" },
  { name: "* of numbers", gives: "number", code: "(<number> * <number>)" },
  { name: "/ of numbers", gives: "number", code: "(<number> / <number>)" },
  { name: "minus a number", gives: "number", code: "(-<number>)" },
  { name: "%", gives: "whole", code: "(<whole> % 2)", weight: 0.5 },
  { name: "+ of lengths", gives: "whole", code: "(<whole> + <whole>)", weight: 0.5 },
  { name: "length of a list", gives: "whole", code: "<texts>.length", weight: 2 },
  { name: "length of what may be absent", gives: "maybeNumber", code: "oldObject.spec?.names?.length" },
  { name: "includes in numbers", gives: "bool", code: "[n0, n1, n2].includes(<number>)" },
  { name: "includes in whole numbers", gives: "bool", code: "[n0, n1].includes(<number>)", weight: 0.5 },
];
