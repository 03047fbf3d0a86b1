import type { JsonObject } from "../../../compiler/api/json.ts";
import { isUtf8 } from "node:buffer";
import { Rejection } from "../rejection.ts";
import type { ScannedJson } from "./scan-json.ts";
import type { Clock } from "../../clock.ts";

/**
 * The JSON of a body. What no API server writes is denied, since two readers could take it for two
 * different things: bytes that are not UTF-8, and a key that stands twice in an object (JavaScript and Go
 * take the last, others the first).
 */
export function decodeBody(bytes: Buffer, { members, mayRepeatKeys }: Pick<ScannedJson, "members" | "mayRepeatKeys">): unknown {
  if (!isUtf8(bytes)) throw new Rejection("bad-json", "the body is not UTF-8");
  const value = parse(bytes.toString("utf8"));
  if (mayRepeatKeys && countKeys(value) !== members)
    throw new Rejection("bad-json", "a key stands twice in an object of the body");
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not the parser's own words: they quote the body.
    throw new Rejection("bad-json", "the body is not JSON");
  }
}

/**
 * The text has as many colons outside of strings as the value has keys, unless the parser dropped one that came before.
 */
function countKeys(root: unknown): number {
  let keys = 0;
  const left: object[] = [];
  const keep = (inner: unknown): void => {
    if (typeof inner === "object" && inner !== null) left.push(inner);
  };
  keep(root);
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (Array.isArray(value)) value.forEach(keep);
    else keys += keepValues(value as JsonObject, keep);
  }
  return keys;
}

/**
 * How many there are. Everything under an object that was parsed is its own; a list of 100,000 values
 * takes as long to make as to parse.
 */
function keepValues(value: JsonObject, keep: (inner: unknown) => void): number {
  let keys = 0;
  for (const key in value) {
    keys += 1;
    keep(value[key]);
  }
  return keys;
}

/** Ends a turn: the time that it took is rested. */
export type EndTurn = () => void;

export interface DecodeTurns {
  /** Undefined where the signal was aborted before. */
  take(address: string, signal: AbortSignal): Promise<EndTurn | undefined>;
}

type Waiter = () => void;

/**
 * Turns of the thread for reviews that take long to parse. One at a time; addresses take turns, so that whoever sends
 * many large ones waits behind himself; and after each turn the thread rests for as long as it lasted, so that half
 * of it stays for what is small.
 */
export function decodeTurns(clock: Clock): DecodeTurns {
  const waiting = new Map<string, Set<Waiter>>();
  let isTaken = false;
  const next = (): void => {
    const [found] = waiting;
    if (isTaken || found === undefined) return;
    const [address, waiters] = found;
    const [first] = waiters;
    waiters.delete(first as Waiter);
    // To the end of the line, if more of it is waiting.
    waiting.delete(address);
    if (waiters.size > 0) waiting.set(address, waiters);
    isTaken = true;
    (first as Waiter)();
  };
  const turn = (): EndTurn => {
    const begun = clock.monotonic();
    return () => {
      clock.after(clock.monotonic() - begun, () => {
        isTaken = false;
        next();
      });
    };
  };
  const take: DecodeTurns["take"] = (address, signal) =>
    new Promise((resolve) => {
      const waiters = waiting.get(address) ?? new Set<Waiter>();
      const giveUp = (): void => {
        waiters.delete(begin);
        if (waiters.size === 0 && waiting.get(address) === waiters) waiting.delete(address);
        resolve(undefined);
      };
      const begin = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve(turn());
      };
      if (signal.aborted) return resolve(undefined);
      signal.addEventListener("abort", giveUp, { once: true });
      waiting.set(address, waiters.add(begin));
      next();
    });
  return { take };
}
