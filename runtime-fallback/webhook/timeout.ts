import { Rejection } from "./rejection.ts";

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const duration = /^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/** What a webhook configuration may say: 1 to 30 s, and 10 s where it says nothing. */
const shortestMs = 1000;
export const longestTimeoutMs = 30_000;
const defaultMs = 10_000;

/** What API servers send. */
const wholeSeconds = /^timeout=(\d{1,4})s$/;

/**
 * How long the API server waits, from `?timeout=10s`: a duration as Go prints it. Given twice, or unreadable, it is
 * denied: who does not know how long it has cannot be in time.
 */
export function timeoutOf(query: string): number {
  const [, seconds] = wholeSeconds.exec(query) ?? [];
  if (seconds !== undefined) return withinBounds(Number(seconds) * 1000);
  const given = new URLSearchParams(query).getAll("timeout");
  const [text] = given;
  if (text === undefined) return defaultMs;
  if (given.length > 1 || text.length > 32 || !duration.test(text)) {
    throw new Rejection("bad-timeout", "timeout has to be one duration, such as 10s");
  }
  const milliseconds = [...text.matchAll(part)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0),
    0,
  );
  return withinBounds(milliseconds);
}

const withinBounds = (milliseconds: number): number => Math.min(Math.max(milliseconds, shortestMs), longestTimeoutMs);

/**
 * How long a decision may take: a tenth is kept back (100 to 500 ms) for what the API server's clock counts and ours
 * does not, the handshake and both ways.
 */
export function decisionMs(timeoutMs: number): number {
  return timeoutMs - Math.min(Math.max(timeoutMs / 10, 100), 500);
}
