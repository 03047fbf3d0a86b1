import type { Mutant } from "./mutant.ts";

/** Faults in the TypeScript execution and in the CEL engine. */
export const inEvaluation: readonly Mutant[] = [
  {
    name: "null as present",
    file: "compiler/simulator/evaluate/decode.ts",
    text: `if (value !== undefined) view[key] = value;`,
    replacement: `view[key] = value ?? null;`,
  },
  {
    name: "elements of another type are kept",
    file: "compiler/simulator/evaluate/decode.ts",
    text: `.filter((value) => value !== undefined)`,
    replacement: `.map((value) => value ?? "")`,
  },
  {
    name: "of a union the first type alone",
    file: "compiler/simulator/evaluate/decode.ts",
    text: `return members.map((member) => decode(value, member, isTyped, place)).find((view) => view !== undefined);`,
    replacement: `return members.map((member) => decode(value, member, isTyped, place))[0];`,
  },
  {
    name: "entries of another type are kept",
    file: "compiler/simulator/evaluate/decode.ts",
    text: `const value = isStored ? decode(values[key], shape, isTyped, inside(place)) : undefined;`,
    replacement: `const value = isStored ? (decode(values[key], shape, isTyped, inside(place)) ?? "") : undefined;`,
  },
  {
    name: "records inherit",
    file: "compiler/language/limits.ts",
    text: `Reflect.get(target, key) : valueOf(key)),`,
    replacement: `Reflect.get(target, key) : (valueOf(key) ?? Reflect.get({}, key))),`,
  },
  {
    name: "the limit counts what is left of a list",
    file: "compiler/simulator/evaluate/decode.ts",
    text: `|| stored() > most;`,
    replacement: `|| stored() >= most;`,
  },
  {
    name: "inner iterations have the limit of outer ones",
    file: "compiler/simulator/evaluate/decode.ts",
    text: `(path !== undefined && tooLarge.has(path.join("\\0")))`,
    replacement: `(path === undefined && tooLarge.size > 0)`,
  },
  {
    name: "show quotes text of any length",
    file: "compiler/language/values.ts",
    text: "new RegExp(`^[ -~]{0,${showLimit}}$`)",
    replacement: "new RegExp(`^[ -~]*$`)",
  },
  {
    name: "an error outweighs what decides",
    file: "compiler/cel/plan/logic.ts",
    text: `const decisive = node.function.name === "_||_";`,
    replacement: `const decisive = node.function.name !== "_||_";`,
  },
  {
    name: "equal lists of another length",
    file: "compiler/cel/values/equal.ts",
    text: `if (a.size !== b.size) return false;`,
    replacement: ``,
  },
  {
    name: "split of the first place only",
    file: "compiler/cel/functions/strings.ts",
    text: `const parts = separator === "" ? Array.from(text) : text.split(separator);`,
    replacement: `const parts = separator === "" ? Array.from(text) : [text.replaceAll(separator, "")];`,
  },
  {
    name: "an int in a constant list is no double",
    file: "compiler/cel/plan/logic.ts",
    text: `if (typeof value === "bigint") return [value, Number(value),`,
    replacement: `if (typeof value === "bigint") return [value,`,
  },
];
