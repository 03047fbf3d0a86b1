import type { GuardState } from "../guard/index.ts";
import type { GuardName } from "../ir/guards.ts";

/** One line of the summary, and what `--show` prints. */
export interface CompiledPolicy {
  readonly name: string;
  /** `span.file` of the source. */
  readonly source: string;
  /** File name in the output directory. */
  readonly file: string;
  readonly rules: readonly CompiledRule[];
  /** What keeps the rules from being bypassed; none where none of them denies deletes. */
  readonly guards: readonly CompiledGuard[];
  /** Rules that nobody can get past, in the words of the warning. */
  readonly deadEnd?: string;
  /** Rules whose guards take every object for protected, in the words of the warning. */
  readonly everyObject?: string;
}

/** One kind of guard of a policy, on or not. */
export interface CompiledGuard {
  readonly name: GuardName;
  readonly state: GuardState["is"];
  /** What it guards (the marks that it found, the kinds), or why it is not on. */
  readonly text: string;
}

export interface CompiledRule {
  readonly name: string;
  /** The webhook answers rules that ask the cluster or say what CEL cannot, where CEL has not denied already. */
  readonly target: "admission-policy" | "webhook";
  /** Why it went there, in the summary's words. */
  readonly targetReason: string;
  readonly line: number;
  /** The rule as its author wrote it. */
  readonly text: string;
  /** Undefined: CEL can say nothing of it. */
  readonly native: NativePart | undefined;
  /** Undefined: CEL says all of it. */
  readonly webhook: WebhookPart | undefined;
}

export interface NativePart {
  /** The ValidatingAdmissionPolicy that holds it. */
  readonly admissionPolicy: string;
  /** The rule's validations as they stand in the YAML. */
  readonly yaml: string;
}

export interface WebhookPart {
  /** In the ValidatingWebhookConfiguration, one for each of the policy's bindings. */
  readonly names: readonly string[];
  /**
   * Conditions that all hold where the webhook is asked: labels, and CEL. None: it is asked about everything that is
   * matched.
   */
  readonly asked: readonly string[];
  /** What decides when the webhook is asked, as it stands in the YAML. */
  readonly yaml: string;
  /** What it may read for this rule: `pods`, `deployments.apps`. */
  readonly reads: readonly string[];
  /** Parts of the rule that CEL cannot say, in the order of the file. */
  readonly beyond: readonly BeyondPart[];
  /** While nobody answers, what it would be asked about is denied; otherwise it goes through. */
  readonly deniesWhileDown: boolean;
}

/** A part of a rule that its author leaves to the webhook. */
export interface BeyondPart {
  readonly line: number;
  readonly text: string;
  /** Why CEL cannot say it. */
  readonly why: string;
}
