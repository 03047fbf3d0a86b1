interface RawJson {
  rawJSON(text: string): unknown;
}

/** A number as it is to stand in a task, where JavaScript would round it: `rawNumber("9007199254740993")`. */
export function rawNumber(text: string): unknown {
  // In JavaScript since 2025; TypeScript's library for es2024 does not know it.
  return (JSON as unknown as RawJson).rawJSON(text);
}
