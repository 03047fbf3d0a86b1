import { expect } from "vitest";

/** The command that a denial names before "(or commit ...)" or at its end, word by word as a shell would take it. */
export function commandIn(stderr: string): readonly string[] {
  const command = /kubectl ((?:annotate|delete|label|patch|scale) .*?)(?: \(or commit |$)/m.exec(stderr)?.[1] ?? "";
  const words = [...command.matchAll(/'([^']*)'|([^ ]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
  // Nothing in it means anything to a shell, but what stands in quotes.
  expect(command.replaceAll(/'[^']*'/g, "")).toMatch(/^[\w./= -]+$/);
  return words;
}
