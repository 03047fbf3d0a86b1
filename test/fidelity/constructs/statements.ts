import type { Construct } from "../construct-table.ts";

/** Statements: each in a function that is called where it stands, so that it may stand anywhere. */
export const statementConstructs: readonly Construct[] = [
  {
    name: "an enum",
    gives: "bool",
    code: '(() => { enum Own { A = "a", B = "true", C = 1 } return Object.values(Own).some(($) => $ === <maybeText>) || Own[1] === <maybeText>; })()',
    weight: 0.5,
  },
  {
    name: "a row of a table",
    gives: "maybeText",
    code: '(() => { const $: Readonly<Record<string, { readonly a: string } | undefined>> = { a: { a: "true" }, true: { a: <text> } }; return $[<maybeText> ?? "true"]?.a; })()',
  },
  {
    name: "let, if and else",
    gives: "maybeText",
    code: "(() => { let $: string | undefined = <maybeText>; if (<bool>) $ = <maybeText>; else if (<bool>) { $ = <text>; } return $; })()",
  },
  {
    name: "let of a boolean",
    gives: "bool",
    code: "(() => { let $: boolean = <bool>; if (<bool>) $ = <bool>; $ ||= <bool>; $ &&= <bool>; return $; })()",
  },
  {
    name: "let of a number",
    gives: "number",
    code: "(() => { let $: number = <number>; if (<bool>) $ += <number>; $++; if (<bool>) { $ -= <number>; } else { $--; } return $; })()",
  },
  {
    name: "let, with an early return",
    gives: "text",
    code: "((): string => { let $ = <text>; if (<bool>) { if (<bool>) return <text>; $ = <text>; } return $; })()",
  },
  {
    name: "a default by assignment",
    gives: "text",
    code: "((): string => { let $: string | undefined = <maybeText>; if ($ === undefined) $ = <text>; return $; })()",
  },
  {
    name: "a default by ??=",
    gives: "text",
    code: "((): string => { let $: string | undefined = <maybeText>; $ ??= <text>; return $; })()",
  },
  {
    name: "switch that falls through",
    gives: "number",
    code: "((): number => { let $: number = <number>; switch (<maybeText>) { case s1: $ = <number>; case s2: $ += 1; break; default: $ = 2; case undefined: if (<bool>) break; $ -= 1; } return $; })()",
  },
  {
    name: "a list that grows",
    gives: "texts",
    code: "((): readonly string[] => { const $: string[] = []; if (<bool>) $.push(<text>); if (<bool>) { $.push(<text>, <text>); } return $; })()",
  },
  {
    name: "for of a written list",
    gives: "bool",
    code: '((): boolean => { let $ = 0; for (const $1 of ["a", s2, <text>]) { if ($1 === "") continue; if (<bool $1:text>) break; if (<bool $1:text>) return <bool>; $ += 1; } return $ > 1; })()',
  },
  {
    name: "for of a stored list",
    gives: "bool",
    code: "((): boolean => { for (const $ of <texts>) { if (<bool $:text>) continue; if (<bool $:text>) return true; } return <bool>; })()",
  },
  {
    name: "for of a stored list that is left",
    gives: "bool",
    code: "((): boolean => { for (const $ of <items>) { if ($.on) return false; } return <bool>; })()",
    weight: 0.5,
  },
  {
    name: "forEach of a written list",
    gives: "bool",
    code: '((): boolean => { let $ = <bool>; ["a", s2, <text>].forEach(($1) => { if (<bool $1:text>) return; $ = <bool $1:text>; }); return $; })()',
    weight: 0.5,
  },
  {
    name: "a labelled loop",
    gives: "bool",
    code: '((): boolean => { let $ = false; outer: for (const $1 of ["a", "true"]) { for (const $2 of [<text>, "x"]) { if ($1 === $2) continue outer; if (<bool>) break outer; $ = !$; } } return $; })()',
    weight: 0.5,
  },
  {
    name: "a loop that counts",
    gives: "number",
    code: "((): number => { let $ = 0; for (const $1 of <texts>) { if (<bool $1:text>) continue; if (<bool $1:text>) $++; else $ += 2; } return $; })()",
    mayBeRejected: true,
  },
  {
    name: "a loop that counts some",
    gives: "whole",
    code: "((): number => { let $ = 0; for (const $1 of <texts>) { if (<bool $1:text>) $ += 1; } return $; })()",
  },
  {
    name: "a loop that adds up",
    gives: "number",
    code: "((): number => { let $ = n1; for (const $1 of <items>) { if (<bool $1:item>) $ += $1.size ?? n0; } return $; })()",
  },
  {
    name: "a loop that takes away",
    gives: "number",
    code: "((): number => { let $ = 0; for (const $1 of <numbers>) { $ -= $1; } return $; })()",
  },
  {
    name: "a loop that adds lengths",
    gives: "number",
    code: "((): number => { let $ = 3; for (const $1 of <items>) { $ += ($1.tags ?? []).length; } return $; })()",
  },
  {
    name: "a loop with a flag",
    gives: "bool",
    code: "((): boolean => { let $ = <bool>; for (const $1 of <texts>) { if (<bool $1:text>) { $ = true; break; } } return $; })()",
  },
  {
    name: "a loop with flags",
    gives: "bool",
    code: "((): boolean => { let $ = true; let $1 = false; for (const $2 of <texts>) { $ &&= <bool $2:text>; if (<bool $2:text>) $1 = true; } return $ === $1; })()",
    mayBeRejected: true,
  },
  {
    name: "a loop that finds the first",
    gives: "maybeText",
    code: "((): string | undefined => { let $: string | undefined; for (const $1 of <texts>) { if (<bool $1:text>) { $ = <text $1:text>; break; } } return $; })()",
  },
  {
    name: "a loop that finds the first of what may be absent",
    gives: "maybeText",
    code: "((): string | undefined => { let $: string | undefined; for (const $1 of <items>) { if ($ === undefined && $1.on) $ = $1.name; } return $; })()",
  },
  {
    name: "a loop that keeps the last",
    gives: "text",
    code: "((): string => { let $ = <text>; for (const $1 of <texts>) { if (<bool $1:text>) $ = <text $1:text>; } return $; })()",
  },
  {
    name: "a loop that keeps the last of what may be absent",
    gives: "maybeText",
    code: "((): string | undefined => { let $: string | undefined = <maybeText>; for (const $1 of <items>) { if (<bool $1:item>) $ = $1.name; } return $; })()",
    mayBeRejected: true,
  },
  {
    name: "a loop that returns what it finds",
    gives: "text",
    code: "((): string => { for (const $1 of <texts>) { if (<bool $1:text>) return <text $1:text>; if (<bool $1:text>) return <text $1:text>; } return <text>; })()",
    mayBeRejected: true,
  },
  {
    name: "a loop that returns or counts",
    gives: "number",
    code: "((): number => { let $ = 0; for (const $1 of <texts>) { if (<bool $1:text>) return -1; $++; } return $; })()",
  },
  {
    name: "a loop that collects",
    gives: "texts",
    code: "((): readonly string[] => { const $: string[] = []; for (const $1 of <items>) { if (<bool $1:item>) continue; $.push($1.name ?? s1); } return $; })()",
  },
  {
    name: "a loop for the largest",
    gives: "number",
    code: "((): number => { let $ = n1; for (const $1 of <items>) { if (($1.size ?? n0) > $) $ = $1.size ?? n0; } return $; })()",
  },
  {
    name: "a loop for the smallest",
    gives: "maybeNumber",
    code: "((): number | undefined => { let $: number | undefined; for (const $1 of <numbers>) { if ($ === undefined || $1 < $) $ = $1; } return $; })()",
  },
  {
    name: "a loop over entries",
    gives: "whole",
    code: "((): number => { let $ = 0; for (const [$1, $2] of Object.entries(<map> ?? {})) { if (<bool $1:text $2:text>) $++; } return $; })()",
  },
  {
    name: "a loop over entries that collects keys",
    gives: "bool",
    code: "((): boolean => { const $: string[] = []; for (const [$1, $2] of Object.entries(<map> ?? {})) { if (<bool $1:text $2:text>) $.push($1); } return $.includes(<text>) || $.length > 3; })()",
    mayBeRejected: true,
  },
  {
    name: "forEach of a stored list",
    gives: "whole",
    code: "((): number => { let $ = 0; <texts>.forEach(($1) => { if (<bool $1:text>) return; $ += 1; }); return $; })()",
  },
  {
    name: "one loop inside another",
    gives: "whole",
    code: "((): number => { let $ = 0; for (const $1 of <items>) { for (const $2 of $1.tags ?? []) { if (<bool $2:text>) $++; } } return $; })()",
    mayBeRejected: true,
  },
  {
    name: "a text that loops put together",
    gives: "text",
    code: '((): string => { let $ = "x"; for (const $1 of <texts>) { if (<bool $1:text>) $ += $1 + ","; } return $; })()',
    mayBeRejected: true,
  },
  { name: "reduce to a sum", gives: "number", code: "<numbers>.reduce(($1, $2) => $1 + $2, <number>)" },
  {
    name: "reduce to a sum of some",
    gives: "number",
    code: "<items>.reduce(($1, $2) => <bool $2:item> ? $1 + ($2.size ?? n0) : $1, 0)",
  },
  { name: "reduce to a number of elements", gives: "whole", code: "<texts>.reduce(($1, $2) => <bool $2:text> ? $1 + 1 : $1, 0)" },
  { name: "reduce to the largest", gives: "number", code: "<numbers>.reduce(($1, $2) => $2 > $1 ? $2 : $1, n0)" },
  {
    name: "reduce to the smallest",
    gives: "number",
    code: "<numbers>.reduce(($1, $2) => $1 < $2 ? $1 : $2)",
    mayBeRejected: true,
  },
  {
    name: "reduce to any",
    gives: "bool",
    code: "<texts>.reduce(($1: boolean, $2) => $1 || <bool $2:text>, false)",
    mayBeRejected: true,
  },
  {
    name: "reduce to all",
    gives: "bool",
    code: "<texts>.reduce(($1: boolean, $2) => <bool $2:text> && $1, true)",
    mayBeRejected: true,
  },
  { name: "reduce to a list", gives: "texts", code: "<items>.reduce(($1: readonly string[], $2) => [...$1, $2.name ?? s1], [])" },
  { name: "reduce to a text", gives: "text", code: '<texts>.reduce(($1, $2) => $1 + $2, "")' },
  { name: "reduce without a beginning", gives: "number", code: "<numbers>.reduce(($1, $2) => $1 + $2)" },
  {
    name: "reduce over the entries of a map",
    gives: "whole",
    code: "Object.entries(<map> ?? {}).reduce(($1, [$2, $3]) => <bool $2:text $3:text> ? $1 + $3.length : $1, 0)",
  },
  {
    name: "reduce over the values of a map",
    gives: "whole",
    code: "Object.values(<map> ?? {}).reduce(($1, $2) => Math.max($1, $2.length), 0)",
  },
  { name: "reduce of a written list", gives: "text", code: '["a", <text>, s1].reduce(($1, $2) => $1 + $2)' },
];
