import type { Example } from "../example.ts";
import { collectionExamples } from "./collections.ts";
import { declarationExamples } from "./declaration.ts";
import { expressionExamples } from "./expressions.ts";
import { parseExamples } from "./parse.ts";
import { moduleExamples } from "./modules.ts";
import { answeredByExamples } from "./answered-by.ts";
import { authorizerCheckExamples } from "./authorizer-checks.ts";
import { regularExpressionExamples } from "./regular-expressions.ts";
import { staticExamples } from "./static.ts";
import { textExamples } from "./text.ts";
import { typeExamples } from "./types.ts";

/** Families in the order of the catalogue, which is the order of docs/reference/diagnostics.md. */
export const families: readonly { readonly title: string; readonly examples: readonly Example[] }[] = [
  { title: "Files and modules", examples: moduleExamples },
  { title: "Policies, overrides and guards", examples: [...declarationExamples, ...staticExamples] },
  { title: "Unsafe types", examples: typeExamples },
  { title: "Expressions", examples: expressionExamples },
  { title: "Text", examples: textExamples },
  { title: "Regular expressions", examples: regularExpressionExamples },
  { title: "Quantities, dates, addresses and label selectors", examples: parseExamples },
  { title: "Authorizer checks and the cluster", examples: authorizerCheckExamples },
  { title: "Rules that the webhook answers", examples: answeredByExamples },
  { title: "Lists and maps", examples: collectionExamples },
];
