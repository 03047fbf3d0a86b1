import type { JsonObject } from "@bufbuild/protobuf";
import { HelpfulError } from "../../compiler/api/helpful-error.ts";
import { isJsonObject } from "../../compiler/api/json.ts";

/** The input block of the step. */
export interface FunctionInput {
  /** What happens when a Namespace is no longer desired. */
  readonly onMissing: "Restore" | "Fail";
  /** Names of composed resources that may go. */
  readonly allowRemoval: readonly string[];
}

export const inputVersion = "keep-namespace.fn.holdfast.dev/v1alpha1";
export const inputKind = "Input";

const ways = ["Restore", "Fail"] as const;
/** What Kubernetes writes into every object, if it is one; it says nothing here. */
const known = ["apiVersion", "kind", "metadata", "onMissing", "allowRemoval"];

/**
 * Undefined: the step has none, and every Namespace is restored. Nothing else is taken for an input, and a
 * `HelpfulError` says so: a field that is misspelled would otherwise protect nothing, in silence.
 */
export function readInput(input: JsonObject | undefined): FunctionInput {
  if (input === undefined) return { onMissing: "Restore", allowRemoval: [] };
  const { apiVersion, kind, onMissing = "Restore", allowRemoval = [] } = input;
  if (apiVersion !== inputVersion || kind !== inputKind)
    throw new HelpfulError(
      `input is ${text(apiVersion)} ${text(kind)}`,
      `write apiVersion: ${inputVersion} and kind: ${inputKind}`,
    );
  const unknown = Object.keys(input).filter((key) => !known.includes(key));
  if (unknown.length > 0)
    throw new HelpfulError(`input has no field ${unknown.map(text).join(", ")}`, "write onMissing or allowRemoval, or nothing");
  if (input["metadata"] !== undefined && !isJsonObject(input["metadata"]))
    throw new HelpfulError("input.metadata is no object", "leave it out");
  const way = ways.find((one) => one === onMissing);
  if (way === undefined) throw new HelpfulError(`input.onMissing is ${text(onMissing)}`, `write ${ways.join(" or ")}`);
  if (!Array.isArray(allowRemoval) || !allowRemoval.every((name) => typeof name === "string" && name !== ""))
    throw new HelpfulError(
      "input.allowRemoval is no list of names",
      "write the names of composed resources, such as [namespace]",
    );
  return { onMissing: way, allowRemoval: allowRemoval.map(String) };
}

/** At most so much of what somebody else wrote gets into a message. */
const most = 80;

const text = (value: unknown): string => (JSON.stringify(value) ?? "missing").slice(0, most);
