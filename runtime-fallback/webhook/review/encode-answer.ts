import { boundedBytes, boundedText, cutToRunes } from "../../escape-text.ts";
import type { Decision, Denied } from "../decision.ts";
import { reviewKind, reviewVersion } from "./review.ts";

/** kubectl prints it after the name of the webhook. */
const maxMessageBytes = 4096;

/**
 * An API server shows warnings whole up to 4,096 runes of all of them; beyond, it cuts each to 256. It drops those with
 * control characters without a word.
 */
const maxWarnings = 16;
const maxWarningRunes = 4096;
const maxRunesOfOne = 256;

const maxAnnotations = 16;
const maxAnnotationRunes = 1024;
/**
 * The API server puts the name of the webhook and a slash before it, and drops the annotation
 * where that is no qualified name.
 */
const annotationName = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** An AdmissionReview with the answer to the one of that uid. */
export function encodeAnswer(uid: string, decision: Decision): string {
  const response = {
    uid,
    allowed: decision.allowed,
    ...(decision.allowed ? {} : { status: statusOf(decision) }),
    warnings: boundedWarnings(decision.warnings),
    auditAnnotations: boundedAnnotations(decision.auditAnnotations),
  };
  return JSON.stringify({ apiVersion: reviewVersion, kind: reviewKind, response });
}

/** The text stands in `message`: clients take `reason` for one of the words they know. */
function statusOf({ code, reason, message }: Denied): object {
  const shown = boundedBytes(message, maxMessageBytes);
  return { status: "Failure", code, reason, message: shown === "" ? "the rule gave no reason" : shown };
}

function boundedWarnings(warnings: readonly string[]): readonly string[] {
  if (warnings.length === 0) return warnings;
  const shown = [...new Set(warnings)]
    .slice(0, maxWarnings)
    .map((warning) => boundedText(warning, maxWarningRunes).trim())
    .filter((warning) => warning !== "");
  const runes = shown.reduce((sum, warning) => sum + Array.from(warning).length, 0);
  return runes <= maxWarningRunes ? shown : shown.map((warning) => cutToRunes(warning, maxRunesOfOne));
}

function boundedAnnotations(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const shown = Object.entries(annotations)
    .filter(([name]) => annotationName.test(name))
    .slice(0, maxAnnotations)
    .map(([name, value]) => [name, boundedText(value, maxAnnotationRunes)] as const);
  return Object.fromEntries(shown);
}

/** Whether it is one at all: routes are typed, but what they give back decides what is deleted. */
export function isDecision(value: unknown): value is Decision {
  if (typeof value !== "object" || value === null) return false;
  const { allowed, warnings, auditAnnotations } = value as Partial<Decision>;
  if (!Array.isArray(warnings) || typeof auditAnnotations !== "object" || auditAnnotations === null) return false;
  return allowed === true || (allowed === false && isDenial(value));
}

function isDenial({ code, reason, message }: Partial<Denied>): boolean {
  if (typeof message !== "string") return false;
  return (code === 403 && reason === "Forbidden") || (code === 409 && reason === "Conflict");
}
