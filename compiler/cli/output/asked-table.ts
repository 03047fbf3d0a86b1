import type { CompiledPolicy, CompiledRule } from "../../compile.ts";

/** Characters of a condition that a table has room for; `--show` has all of it. */
const longest = 80;

/**
 * How each rule that asks the cluster is divided:
 *
 *     POLICY  RULE  NATIVE  THE WEBHOOK IS ASKED WHERE                     AND MAY READ
 *     x       used  no      label keep in (true), !(oldObject.kind == ...)  pods
 */
export function askedRows(policies: readonly CompiledPolicy[]): readonly (readonly string[])[] {
  const rows = policies.flatMap(({ name, rules }) => rules.flatMap((rule) => rowOf(name, rule)));
  return rows.length === 0 ? [] : [["POLICY", "RULE", "NATIVE", "THE WEBHOOK IS ASKED WHERE", "AND MAY READ"], ...rows];
}

function rowOf(policy: string, { name, native, webhook }: CompiledRule): readonly (readonly string[])[] {
  if (webhook === undefined) return [];
  const where = webhook.asked.length === 0 ? "anything that is matched" : webhook.asked.map(shortened).join(", ");
  return [[policy, name, native === undefined ? "no" : native.admissionPolicy, where, webhook.reads.join(", ")]];
}

function shortened(condition: string): string {
  const line = condition.replaceAll(/\s+/g, " ");
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}
