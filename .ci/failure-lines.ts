import type { Failure } from "./test-results.ts";

/** A log is often shown by its last 10,000 characters or so; all failures of a run are to be among them. */
const maxMessage = 1200;
const maxFailures = 12;

export function failureLines(command: string, run: { readonly failures: readonly Failure[] } | undefined): readonly string[] {
  if (run === undefined) return [`${command} left no results.`];
  const { failures } = run;
  const shown = failures.slice(0, maxFailures).flatMap(({ where, message }) => [`FAILED in ${command}: ${where}`, clip(message)]);
  const left = failures.length - maxFailures;
  return left > 0 ? [...shown, `and ${left} more in ${command}.`] : shown;
}

/** Its beginning says what happened, its end often what was expected. */
function clip(message: string): string {
  const half = maxMessage / 2;
  return message.length <= maxMessage ? message : `${message.slice(0, half)}\n...\n${message.slice(-half)}`;
}
