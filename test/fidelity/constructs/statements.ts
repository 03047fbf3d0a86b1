import type { Construct } from "../construct-table.ts";

/** Statements: each in a function that is called where it stands, so that it may stand anywhere. */
export const statementConstructs: readonly Construct[] = [
  {
    name: "an enum",
    gives: "bool",
    code: '(() => { enum Own { A = "a", B = "true", C = 1 } return Object.values(Own).some(($) => $ === <maybeText>) || Own[1] === <maybeText>; })()',
    weight: 0.5,
  },
];
