/** One name for one thing: what to write, and the words that were used instead of it. */
export interface GlossaryEntry {
  readonly write: string;
  /** Whole words or phrases in lower case, as in "ways? out"; identifiers are read as words. */
  readonly insteadOf: readonly string[];
  /** The same words in another sense, as lines have them. */
  readonly except?: readonly RegExp[];
}

export const glossary: readonly GlossaryEntry[] = [
  { write: "override", insteadOf: ["ways? out"] },
  {
    write: "deny, denied, denial; of source text: reject",
    insteadOf: ["refus(e|es|ed|ing|al|als)"],
    except: [/connection refused/, /ECONNREFUSED/],
  },
  {
    write: "unmark, mark removal; disable (guards); remove (protection)",
    insteadOf: ["lift(s|ed|ing)?", "tak(e|es|en|ing) the marks? off"],
  },
  { write: "iterate, iteration", insteadOf: ["walk(s|ed|ing|able)?"], except: [/godirwalk/] },
  { write: "parse", insteadOf: ["(is|are|was|were) read from text", "dsl/from text"] },
  { write: "unsupported", insteadOf: ["has no mate", "has no cel mate", "has no form", "nobody knows"] },
  { write: "evaluation (allow, deny, error) or decision (after failurePolicy)", insteadOf: ["verdicts?", "rulings?"] },
  { write: "authorizer check or cluster query", insteadOf: ["questions?", "questioning"] },
  { write: "snapshot, observed state", insteadOf: ["sightings?"] },
  { write: "context", insteadOf: ["surroundings"] },
  { write: "reconcile", insteadOf: ["go(es)? round", "went round", "going round"] },
  { write: "apply", insteadOf: ["carr(y|ies|ied) out"] },
  { write: "fix", insteadOf: ["mend(s|ed|ing|able)?"] },
  { write: "default, common", insteadOf: ["usual"] },
  { write: "plan", insteadOf: ["arrang(e|es|ed|ing|ement)"] },
  { write: "error-free sources", insteadOf: ["sound (policies|rules)", "is sound"] },
  { write: "escape text", insteadOf: ["visible text"] },
  { write: "re-evaluate", insteadOf: ["seen elsewhere"] },
  { write: "fits limits", insteadOf: ["affordable"] },
  { write: "co-denials", insteadOf: ["blockers?"] },
  {
    write: "the previous X, an X that no longer exists",
    insteadOf: ["of before", "that (is|are|was) gone"],
    except: [/for \(const .* of before\)/, /of before and after/],
  },
];

/** `waysOut`, `ways-out` and `WaysOut` as "ways out". */
export function asWords(line: string): string {
  return line
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/(?<=\w)[-_](?=\w)/g, " ")
    .toLowerCase();
}
