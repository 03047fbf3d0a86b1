import { describe, expect, test } from "vitest";
import { absentField, isAbsentRead, whatIsReadFrom } from "../../compiler/language/absent.ts";

/** As types promise it, whatever is stored. */
type Fields = { readonly [key: string]: Fields } & readonly Fields[];

interface View {
  readonly oldObject: Fields;
}

/** One field of the other, as a rule reads it that believes its types. */
const read = (from: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce((value, name) => (value as Readonly<Record<string | number, unknown>>)[name], from);

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

const nothing = undefined as unknown as Fields & string[];

describe("what JavaScript throws where something absent is read from", () => {
  test.each([
    ["a field", () => nothing["name"]],
    ["a method", () => nothing.some(() => true)],
    ["a pattern", () => (({ name }) => name)(nothing)],
    ["an empty pattern of a list", () => (([first]) => first)(nothing)],
    ["a spread", () => [...nothing]],
    [
      "a loop",
      () => {
        for (const one of nothing) return one;
        return undefined;
      },
    ],
    ["keys", () => Object.keys(nothing)],
    ["in", () => "a" in nothing],
    ["a field of null", () => (null as unknown as { readonly a: string }).a],
  ])("is known: %s", (_, run) => {
    expect(isAbsentRead(errorOf(run))).toBe(true);
  });

  test.each([
    ["a function that is none", () => (1 as unknown as () => void)()],
    [
      "another error",
      () => {
        throw new Error("Cannot read properties of undefined");
      },
    ],
    ["a list that cannot grow", () => (Object.freeze([]) as unknown as number[]).push(1)],
  ])("is nothing else: %s", (_, run) => {
    expect(isAbsentRead(errorOf(run))).toBe(false);
  });
});

describe("what was absent, for people", () => {
  const found = (run: (view: View) => unknown, oldObject: object): string | undefined => absentField(run as never, { oldObject });

  test("is the field that was read last", () => {
    expect(found(({ oldObject }) => read(oldObject, "spec", "names", "kind"), { spec: {} })).toBe("spec.names");
    expect(found(({ oldObject }) => read(oldObject, "spec", 0, "tags", "length"), { spec: [{}] })).toBe("spec[].tags");
    expect(found(({ oldObject }) => read(oldObject, "spec", "a/b", "c"), { spec: {} })).toBe('spec["a/b"]');
  });

  test.each([["a\nb"], ["\u202ereversed"], ["x".repeat(65)], ["\ud800"]])(
    "holds no text of the cluster that could break a message: %j",
    (key) => {
      const byKey = ({ oldObject }: View): unknown => read(oldObject, "spec", String(oldObject["key"]), "a");
      expect(found(byKey, { spec: {}, key })).toBe("spec[…]");
      expect(whatIsReadFrom(errorOf(() => nothing[key]) as TypeError)).toBe("what the rule reads from");
    },
  );

  test("a list is looked at once, however often the rule reads it", () => {
    let looks = 0;
    const get = (list: readonly object[], key: string | symbol): unknown => {
      if (key === "map") looks++;
      return Reflect.get(list, key) as unknown;
    };
    const list = new Proxy<readonly object[]>(
      Array.from({ length: 2_000 }, () => ({})),
      { get },
    );
    const run = ({ oldObject }: View): unknown => {
      for (let at = 0; at < 2_000; at++) oldObject["list"]?.at(at);
      return read(oldObject, "key", "none");
    };
    expect(found(run, { list })).toBe("key");
    expect(looks).toBe(1);
  });
});
