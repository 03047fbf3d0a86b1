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
];
