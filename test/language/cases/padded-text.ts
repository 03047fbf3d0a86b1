import type { Family, Request } from "../language-case.ts";

const of = (a: string, n: number): Request => ({ stored: { metadata: { annotations: { a } }, spec: { a, n } } });

const requests: Readonly<Record<string, Request>> = {
  seven: of("7", 7),
  empty: of("", 0),
  long: of("seventy-seven", 0.5),
  faces: of("\u{1f600}\u{1f600}", 2.5),
  accent: of("é", -2.25),
  tie: of("a", 12.125),
  "nearly a tie": of("a", 1.005),
  "just below": of("a", 1.45),
  "next to none": of("b", -0.0001),
  large: of("c", 123456789.5),
  "too large": of("d", 1e21),
  "other types": { stored: { spec: { a: 7, n: "7" } } },
  absent: { stored: {} },
};

const all = Object.keys(requests);

export const paddedText: Family = {
  title: "padded text, fixed numbers, sorted constants",
  type: "spec?: { a?: string; n?: number }",
  requests,
  cases: [
    {
      title: "padStart of any text",
      rule: `({ oldObject }) => ["0007", "0000", "\u{1f600}\u{1f600}", "000é", "000a"].includes((oldObject.spec?.a ?? "").padStart(4, "0"))`,
      denies: ["seven", "empty", "faces", "accent", "tie", "nearly a tie", "just below", "other types", "absent"],
    },
    {
      title: "padEnd with more than one character, and of a name",
      rule: `({ oldObject }) => (oldObject.metadata.annotations?.["a"] ?? "-").padEnd(4, "xyz") + oldObject.metadata.name.padEnd(6) === "7xyzseven "`,
      denies: ["seven"],
    },
    {
      title: "nothing to pad",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").padStart(0) + (oldObject.spec?.a ?? "").padEnd(9, "") === "77"`,
      denies: ["seven"],
    },
    {
      title: "repeat",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").repeat(3) === "777" || oldObject.metadata.name.repeat(2) === "tietie" || (oldObject.spec?.a ?? "x").repeat(0) !== ""`,
      denies: ["seven", "tie"],
    },
    {
      title: "toFixed in a message",
      rule: "() => true",
      message:
        "({ oldObject }) => `${(oldObject.spec?.n ?? 0).toFixed(1)} ${(oldObject.spec?.n ?? 0).toFixed(2)} ${(oldObject.spec?.n! / 2).toFixed()} ${oldObject.metadata.name.length.toFixed(2)}`",
      denies: all,
      says: {
        seven: "7.0 7.00 4 5.00",
        long: "0.5 0.50 0 4.00",
        faces: "2.5 2.50 1 5.00",
        accent: "-2.3 -2.25 -1 6.00",
        tie: "12.1 12.13 6 3.00",
        "just below": "(cannot be shown) 1.45 1 10.00",
        "nearly a tie": "1.0 (cannot be shown) 1 12.00",
        "next to none": "-0.0 -0.00 -0 12.00",
        large: "123456789.5 123456789.50 61728395 5.00",
        "too large": "(cannot be shown) (cannot be shown) (cannot be shown) 9.00",
        absent: "0.0 0.00 NaN 6.00",
      },
    },
    {
      title: "toFixed and toString that are exact",
      rule: `({ oldObject }) => oldObject.metadata.name.length.toFixed(1) === "5.0" && (2.345).toFixed(2) === "2.35" && oldObject.metadata.name.length.toString() === "5"`,
      denies: ["seven", "empty", "faces", "large"],
    },
    {
      title: "sorted constants",
      rule: `({ oldObject }) => ["b", "a", "B"].sort().join("") + [10, 9, 1].toSorted().join("") + [10, 9, 1].toSorted((a, b) => a - b).join("") + NAMES.toSorted()[0] + NAMES[0] === "Bab11091910" + "a" + oldObject.spec?.a`,
      before: `const NAMES = ["b", "a"];`,
      denies: ["next to none"],
    },
  ],
};
