import type { Answer } from "../ack/answer.ts";
import type { PolicyStem } from "../ack/policies-in-force.ts";
import type { ApiRequest } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";

/** A generated file, requests that show what it does, and faults that the requests have to find. */
export type Mutation = {
  readonly stem: PolicyStem;
  /** Stores what the rows ask about, before any policy is in force. */
  readonly prepare: (server: ControlPlane) => Promise<void>;
  readonly rows: readonly Row[];
  readonly faults: readonly Fault[];
};

/** A request in a dry run, so that every mutant is asked about the same objects. */
export type Row = {
  readonly what: string;
  readonly request: ApiRequest;
  readonly expected: Answer;
};

/** A fault in the text of the file, and the rows that turn red with it: these and no others. */
export type Fault = {
  readonly what: string;
  readonly plant: (text: string) => string;
  readonly red: readonly string[];
};

/** The test of the test: without a fault no row is red. */
export const noFault: Fault = { what: "nothing wrong", plant: (text) => text, red: [] };

/** Replaces every occurrence. A needle that the text does not hold any more is a mistake of the table. */
export function replaced(needle: string | RegExp, replacement: string): Fault["plant"] {
  return (text) => {
    const mutant = text.replaceAll(typeof needle === "string" ? needle : new RegExp(needle, "g"), replacement);
    if (mutant === text) throw new Error(`the fault cannot be planted: the file does not hold ${needle}`);
    return mutant;
  };
}

export function both(first: Fault["plant"], second: Fault["plant"]): Fault["plant"] {
  return (text) => second(first(text));
}

/** Leaves out the documents that hold the mark. */
export function withoutDocuments(mark: string): Fault["plant"] {
  return (text) => {
    const documents = text.split("\n---\n");
    const kept = documents.filter((document) => !document.includes(mark));
    if (kept.length === documents.length) throw new Error(`the fault cannot be planted: no document holds ${mark}`);
    return kept.join("\n---\n");
  };
}
