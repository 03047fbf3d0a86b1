/** Types that a variable keeps. */
const kept: ReadonlySet<string> = new Set("bool bytes double int uint string null duration timestamp".split(" "));

/**
 * What the checker knows of a variable whose expression has the type `result`. Optionals, quantities and whatever else has
 * no type in a schema are `dyn` (apiserver: pkg/cel/environment and admission/plugin/cel/composition.go, convertCelTypeToDeclType).
 */
export function variableType(result: string): string {
  const list = /^list\((.*)\)$/s.exec(result)?.[1];
  if (list !== undefined) return `list(${variableType(list)})`;
  const [, key, value] = /^map\(([^,()]+), (.*)\)$/s.exec(result) ?? [];
  if (key !== undefined && value !== undefined) return `map(${variableType(key)}, ${variableType(value)})`;
  return kept.has(result) ? result : "dyn";
}
