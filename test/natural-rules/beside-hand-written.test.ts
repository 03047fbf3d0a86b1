import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { leftoversIn } from "../plan/leftovers-in.ts";
import {
  type Compared,
  celOf,
  compareWithHandWritten,
  generatedObjects,
  lengthOf,
  longPartsOf,
  sayingOf,
  specOf,
} from "./compare-hand-written.ts";
import { root } from "../house/source-files.ts";
import { type HandWritten, handWritten } from "./hand-written.ts";
import { besidePage } from "./page.ts";

const names = Object.keys(handWritten);

/** What is longer: both show several texts of the cluster, and each is looked at before it is shown. */
const tooLong: readonly string[] = ["owned-by-operator", "load-balancers"];

let all: ReadonlyMap<string, Compared>;

beforeAll(() => {
  all = compareWithHandWritten(names);
});

test("ten rules are at most twice as long", () => {
  expect(names.filter((name) => !tooLong.includes(name))).toHaveLength(10);
});

test("docs/rules/beside-hand-written.md shows them (otherwise run: node test/natural-rules/write-docs.ts)", () => {
  expect(readFileSync(join(root, "docs/rules/beside-hand-written.md"), "utf8")).toBe(besidePage(all));
});

describe.each(names)("%s, beside what a person has written", (name) => {
  const rule = handWritten[name] as HandWritten;
  const compared = (): Compared => all.get(name) as Compared;
  const saying = (yaml: string): ReturnType<typeof sayingOf> => sayingOf(yaml, { ir: compared().ir, kind: rule.kind });

  test.skipIf(tooLong.includes(name))("is at most twice as long", () => {
    const [own, other] = [lengthOf(compared().generated), lengthOf(compared().byHand)];
    expect(own.lines).toBeLessThanOrEqual(2 * other.lines);
    expect(own.characters).toBeLessThanOrEqual(2 * other.characters);
  });

  test("has no leftovers, and neither lines nor chains of more than 400 characters", () => {
    const spec = specOf(compared().generated);
    expect(leftoversIn({ variables: spec.variables ?? [], validations: spec.validations })).toEqual([]);
    expect(celOf(spec).flatMap(longPartsOf)).toEqual([]);
  });

  test("denies and allows the same, and says the same", () => {
    const [own, other] = [saying(compared().generated), saying(compared().byHand)];
    for (const [says, object] of rule.denied) {
      expect(other(object)).toBe(says);
      expect(own(object)).toBe(`${compared().ir.rules[0]?.name}: ${says}`);
    }
    expect(rule.allowed.flatMap((object) => [own(object), other(object)])).toEqual(
      rule.allowed.flatMap(() => [undefined, undefined]),
    );
  });

  test("denies and allows the same of generated objects", () => {
    const [own, other] = [saying(compared().generated), saying(compared().byHand)];
    const asked = generatedObjects(rule, compared(), 400).map((object) => [object, own(object), other(object)] as const);
    expect(asked.filter(([, one, two]) => (one === undefined) !== (two === undefined)).slice(0, 3)).toEqual([]);
    const denied = asked.filter(([, says]) => says !== undefined).length;
    expect([denied > 20, asked.length - denied > 20]).toEqual([true, true]);
  });
});
