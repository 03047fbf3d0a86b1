/** Types that a variable keeps, as cel-go writes them, and as declarations have them. */
const kept: Readonly<Record<string, string>> = {
  bool: "bool",
  bytes: "bytes",
  double: "double",
  int: "int",
  uint: "uint",
  string: "string",
  null_type: "null_type",
  "google.protobuf.Duration": "duration",
  "google.protobuf.Timestamp": "timestamp",
};

/**
 * What the checker knows of a variable whose expression has the type `result`. Optionals, quantities and whatever else has
 * no type in a schema are `dyn` (apiserver: pkg/cel/environment and admission/plugin/cel/composition.go, convertCelTypeToDeclType).
 */
export function variableType(result: string): string {
  const list = /^list\((.*)\)$/s.exec(result)?.[1];
  if (list !== undefined) return `list(${variableType(list)})`;
  const [, key, value] = /^map\(([^,()]+), (.*)\)$/s.exec(result) ?? [];
  if (key !== undefined && value !== undefined) return `map(${variableType(key)}, ${variableType(value)})`;
  return Object.hasOwn(kept, result) ? (kept[result] ?? "dyn") : "dyn";
}
