import { join } from "node:path";
import type { CompiledPolicy, CompiledRule } from "../../compile.ts";
import { webhookConfigurationFile, fallbackDirectory } from "../../install/settings.ts";

type Rows = readonly (readonly string[])[];

/** `--verbose`: where each rule runs and why, what the webhook is asked, and every guard; tables with their heads. */
export function detailTables(policies: readonly CompiledPolicy[], out: string | undefined): readonly Rows[] {
  const rows = policies.flatMap((policy) => rowsOf(policy, out));
  const rules = rows.length === 0 ? [] : [["POLICY", "RULES", "ANSWERED BY", "FILE"], ...rows];
  return [rules, askedRows(policies), beyondRows(policies), guardRows(policies)].filter((table) => table.length > 0);
}

/** Characters of a condition that a table has room for; `--show` has all of it. */
const longest = 80;

/**
 * How each rule that the webhook answers is divided:
 *
 *     POLICY  RULE  NATIVE  THE WEBHOOK IS ASKED WHERE                     AND MAY READ
 *     x       used  no      label keep in (true), !(oldObject.kind == ...)  pods
 */
function askedRows(policies: readonly CompiledPolicy[]): readonly (readonly string[])[] {
  const rows = policies.flatMap(({ name, rules }) => rules.flatMap((rule) => rowOf(name, rule)));
  return rows.length === 0 ? [] : [["POLICY", "RULE", "NATIVE", "THE WEBHOOK IS ASKED WHERE", "AND MAY READ"], ...rows];
}

function rowOf(policy: string, { name, native, webhook }: CompiledRule): readonly (readonly string[])[] {
  if (webhook === undefined) return [];
  const where = webhook.asked.length === 0 ? "anything that is matched" : webhook.asked.map(shortened).join(", ");
  return [[policy, name, native === undefined ? "no" : native.admissionPolicy, where, webhook.reads.join(", ")]];
}

/**
 * What authors leave to the webhook, and what that costs:
 *
 *     POLICY  RULE  LINE  CEL CANNOT SAY     BECAUSE                                WHILE THE WEBHOOK IS DOWN
 *     old     age   14    Date.now() - ...   `Date.now` needs the current time ...  each delete is denied that it is asked about
 */
function beyondRows(policies: readonly CompiledPolicy[]): readonly (readonly string[])[] {
  const rows = policies.flatMap(({ name, rules }) =>
    rules.flatMap((rule) =>
      (rule.webhook?.beyond ?? []).map(({ line, text, why }) => {
        const down = rule.webhook?.deniesWhileDown === true ? whatIsDenied(rule) : "nothing is denied";
        return [name, rule.name, String(line), shortened(text), shortened(why), down];
      }),
    ),
  );
  const heads = ["POLICY", "RULE", "LINE", "CEL CANNOT SAY", "BECAUSE", "WHILE THE WEBHOOK IS DOWN"];
  return rows.length === 0 ? [] : [heads, ...rows];
}

const whatIsDenied = ({ webhook }: CompiledRule): string =>
  webhook?.asked.length === 0 ? "all that is matched is denied" : "what it is asked about is denied";

function shortened(condition: string): string {
  const line = condition.replaceAll(/\s+/g, " ");
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}

/** What the compiler took as marks, and which guards are on: an author should see it, and can then correct it. */
export function guardRows(policies: readonly CompiledPolicy[]): readonly (readonly string[])[] {
  const rows = policies.flatMap(({ name, guards }) => guards.map((guard) => [name, guard.name, guard.state, guard.text]));
  return rows.length === 0 ? [] : [["POLICY", "GUARD", "STATE", "OF WHAT, OR WHY"], ...rows];
}

/** One row for all rules of a policy that went to the same place for the same reason. */
function rowsOf(policy: CompiledPolicy, out: string | undefined): readonly (readonly string[])[] {
  const byTarget = Map.groupBy(policy.rules, describeTarget);
  return [...byTarget].map(([target, rules]) => [
    policy.name,
    rules.map((rule) => rule.name).join(", "),
    target,
    out === undefined ? "-" : join(out, fileOf(policy, rules)),
  ]);
}

function fileOf({ file }: CompiledPolicy, [rule]: readonly CompiledRule[]): string {
  return rule?.target === "webhook" ? join(fallbackDirectory, webhookConfigurationFile) : file;
}

function describeTarget({ target, targetReason }: CompiledRule): string {
  const who = target === "webhook" ? "webhook" : "API server";
  return targetReason === "" ? who : `${who}: ${targetReason}`;
}
