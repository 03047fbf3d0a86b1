import { beforeAll, describe, expect, test } from "vitest";
import { dispatchTables } from "../../compiler/lower/dispatch-tables.ts";
import { constructsSince } from "./construct-table.ts";
import { record, rowsOf } from "./record-rows.ts";
import { type CompiledRule, compileRules } from "./rule-files.ts";
import { ruleOfOne } from "./single-constructs.ts";
import { textOfRule } from "./ask-rules.ts";

/** The newest, which has every function. */
const kube = 37;

/** Rows of the compiler that no rule of the search can have, and why. */
const notGenerated: Readonly<Record<string, string>> = {
  "expression TypeAssertionExpression": "means what `as` means, which the search writes",
  "operator **": "of known numbers alone (test/language/cases/arithmetic.ts)",
  "function fallback": "declares the webhook, in a file of its own",
  "function resource": "declares what is asked of the cluster, which CEL cannot say (test/split)",
  "function plainName": "of kinds whose names may be anything alone",
  "method of text localeCompare": "rejected: alphabets",
  "method of text match lower": "rejected",
  "method of text match most": "rejected before it is counted",
  "method of text matchAll lower": "rejected",
  "method of text matchAll most": "rejected before it is counted",
  "method of text search lower": "what is no pattern is rejected",
  "method of text search most": "rejected before it is counted",
  "method of text localeCompare lower": "rejected",
  "method of text localeCompare most": "rejected",
  "method of text normalize lower": "rejected: alphabets",
  "method of cluster exists": "CEL cannot say it (test/split)",
  "method of cluster list": "CEL cannot say it (test/split)",
};

const constructs = constructsSince(kube);
const compiled = new Map<string, CompiledRule>();
const generated = new Set<string>();

beforeAll(async () => {
  const rules = constructs.map((construct) => ruleOfOne(construct, kube));
  // The first compilation of a process lowers the templates of guards, whose rows are no rule's.
  await compileRules(rules.slice(0, 1), { kube, prefix: "first" });
  const recorder = record(dispatchTables);
  try {
    const all = await compileRules(rules, { kube, prefix: "single", onCompiled: (one) => recorder.take("one" in one) });
    for (const [at, one] of all.entries()) compiled.set(constructs[at]?.name ?? "", one);
    for (const row of recorder.kept) generated.add(row);
  } finally {
    recorder.stop();
  }
}, 600_000);

describe("the compiler takes", () => {
  test.each(constructs.filter(({ mayBeRejected }) => mayBeRejected !== true))("$name", ({ name }) => {
    const one = compiled.get(name);
    expect(one, one === undefined ? name : textOfRule(one.rule)).toHaveProperty("one");
  });
});

describe("the search generates", () => {
  const rows = rowsOf(dispatchTables);

  test.each(rows.filter((row) => !Object.hasOwn(notGenerated, row)))("%s", (row) => {
    expect(generated).toContain(row);
  });

  test.each(Object.keys(notGenerated))("not the %s", (row) => {
    expect(rows).toContain(row);
    expect(generated).not.toContain(row);
  });
});
