import { join } from "node:path";
import type { Compilation, CompiledPolicy, CompiledRule } from "../../compile.ts";
import { visible } from "../../diagnostics/format.ts";
import { inGutter, listing } from "../../diagnostics/listing.ts";
import { webhookConfigurationFile, fallbackDirectory } from "../../install/layout.ts";

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
  const parts = partsOf(rule, policy, out).flatMap(({ title, yaml }) => [title, "", ...behindGutter(yaml, width), ""]);
  return [`${visible(rule.name)}, ${visible(policy.source)}:${rule.line}`, "", ...source, "", ...parts].join("\n");
}

interface ShownPart {
  readonly title: string;
  readonly yaml: string;
}

/** What of it the API server says by itself, and when it asks the webhook. */
function partsOf({ native, webhook }: CompiledRule, { file }: CompiledPolicy, out: string | undefined): readonly ShownPart[] {
  const place = (...path: readonly string[]): string => visible(join(out ?? "", ...path));
  const parts: ShownPart[] = [];
  if (native !== undefined)
    parts.push({
      title: `in ${place(file)}, ValidatingAdmissionPolicy ${visible(native.admissionPolicy)}:`,
      yaml: native.yaml,
    });
  if (webhook !== undefined) {
    const configuration = place(fallbackDirectory, webhookConfigurationFile);
    const reads = webhook.reads.length === 0 ? "" : `, which may read ${visible(webhook.reads.join(", "))}`;
    parts.push({ title: `in ${configuration}, webhook ${visible(webhook.names.join(", "))}${reads}:`, yaml: webhook.yaml });
  }
  return parts;
}

function behindGutter(yaml: string, width: number): readonly string[] {
  return yaml
    .trimEnd()
    .split("\n")
    .map((line) => inGutter(" ".repeat(width), line));
}
