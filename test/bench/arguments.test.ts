import { describe, expect, test } from "vitest";
import { readArguments } from "../../bench/arguments.ts";

const known = ["delete-unmarked", "webhook-deny"];

describe("arguments of npm run bench", () => {
  test.each([
    ["", { names: [], rounds: 7, isList: false, isWritten: false }],
    ["delete-unmarked webhook-deny", { names: known, rounds: 7, isList: false, isWritten: false }],
    ["webhook-deny --rounds 2", { names: ["webhook-deny"], rounds: 2, isList: false, isWritten: false }],
    ["--list", { names: [], rounds: 7, isList: true, isWritten: false }],
    ["--write", { names: [], rounds: 7, isList: false, isWritten: true }],
  ])("%j", (typed, expected) => {
    expect(readArguments(typed.split(" ").filter(Boolean), known)).toEqual(expected);
  });

  test.each([
    ["webhook-denies", "there is no row webhook-denies: --list says which there are"],
    ["--rounds 0", "--rounds 0: it is a number from 1"],
    ["--rounds 1e3", "--rounds 1e3: it is a number from 1"],
    ["--rounds=-3", "--rounds -3: it is a number from 1"],
    // A page with one row would be taken for all that there is.
    ["webhook-deny --write", "--write is for all rows: leave out their names"],
    ["--fast", "Unknown option '--fast'"],
  ])("%j is an error that says: %s", (typed, message) => {
    expect(() => readArguments(typed.split(" "), known)).toThrow(message);
  });
});
