import { join } from "node:path";
import type { Compilation, CompiledPolicy, CompiledRule } from "../compile.ts";
import { visible } from "../diagnostics/format.ts";
import { inGutter, listing } from "../diagnostics/listing.ts";

/**
 * Each rule as its author wrote it, and below it the YAML that it became. Every line stands behind a gutter, so that
 * no text of a policy reaches the margin, where terminals and CI systems look for commands.
 *
 *     preventDelete, policies/ack.ts:21
 *
 *       21 | preventDelete: {
 *       22 |   denyWhen: ...
 *
 *     in generated/ack.yaml, ValidatingAdmissionPolicy ack:
 *
 *          | validations:
 */
export function showRules({ policies }: Compilation, out: string | undefined): string {
  return policies.flatMap((policy) => policy.rules.map((rule) => showRule(rule, policy, out))).join("\n");
}

function showRule(rule: CompiledRule, policy: CompiledPolicy, out: string | undefined): string {
  const source = listing(rule.text, rule.line);
  const width = String(rule.line + source.length - 1).length;
  return [
    `${visible(rule.name)}, ${visible(policy.source)}:${rule.line}`,
    "",
    ...source,
    "",
    `in ${visible(join(out ?? "", policy.file))}, ValidatingAdmissionPolicy ${visible(rule.admissionPolicy)}:`,
    "",
    ...rule.yaml
      .trimEnd()
      .split("\n")
      .map((line) => inGutter(" ".repeat(width), line)),
    "",
  ].join("\n");
}
