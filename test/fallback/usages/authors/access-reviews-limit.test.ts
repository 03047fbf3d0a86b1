import { describe, expect, test } from "vitest";
import { accessReviewsLimit } from "../../../../runtime-fallback/usages/authors/access-reviews-limit.ts";
import { createManualClock } from "../../manual-clock.ts";

interface Load {
  readonly strangers: number;
  /** Of the API server, one after the other. */
  readonly everyMs: number;
  /** Strangers begin so much earlier. */
  readonly laterMs?: number;
  readonly isAuthenticated?: boolean;
}

const server = "10.0.0.1";

const stepMs = 50;

/** A minute in which strangers ask all the time, until they are turned away. */
function minuteOf({ strangers, everyMs, laterMs = 0, isAuthenticated = false }: Load) {
  const clock = createManualClock();
  const limit = accessReviewsLimit(clock);
  const isAllowed = (address: string): boolean => {
    try {
      limit({ address, isAuthenticated: isAuthenticated && address === server });
      return true;
    } catch {
      return false;
    }
  };
  const found = { asked: 0, allowed: 0, ofStrangers: 0 };
  for (let at = 0; at < 60_000; at += stepMs) {
    for (let stranger = 0; stranger < strangers; stranger += 1) {
      while (isAllowed(`10.1.0.${stranger}`)) found.ofStrangers += 1;
    }
    if (at >= laterMs && at % everyMs === 0) {
      found.asked += 1;
      if (isAllowed(server)) found.allowed += 1;
    }
    clock.advance(stepMs);
  }
  return found;
}

describe("an API server that shows no certificate has its share of access reviews while strangers ask as fast as they can", () => {
  test.each<[string, Load]>([
    ["five addresses, three reviews a second", { strangers: 5, everyMs: 350 }],
    ["five addresses that began 25 s earlier", { strangers: 5, everyMs: 350, laterMs: 25_000 }],
    [
      "a hundred addresses that began 15 s earlier, a review in five seconds",
      { strangers: 100, everyMs: 5_000, laterMs: 15_000 },
    ],
  ])("%s: none is turned away", (_, load) => {
    const { asked, allowed, ofStrangers } = minuteOf(load);
    expect(allowed).toBe(asked);
    // They were not idle: what was allowed is about all that there is for a minute.
    expect(ofStrangers).toBeGreaterThan(0.75 * 60 * 50);
  });

  test("whatever their number, the API server is asked no more than the limit of all", () => {
    for (const strangers of [5, 20, 250]) {
      const { allowed, ofStrangers } = minuteOf({ strangers, everyMs: 1_000 });
      expect(allowed + ofStrangers).toBeLessThanOrEqual(500 + 60 * 100);
    }
  });
});

describe("without strangers", () => {
  test("an address may ask for 200 at once, and for 20 a second from then on", () => {
    const clock = createManualClock();
    const limit = accessReviewsLimit(clock);
    const caller = { address: server, isAuthenticated: false };
    for (let time = 0; time < 200; time += 1) limit(caller);
    expect(() => limit(caller)).toThrow("too many reviews");
    clock.advance(1_000);
    for (let time = 0; time < 20; time += 1) limit(caller);
    expect(() => limit(caller)).toThrow("too many reviews");
  });

  test("callers with a client certificate are not limited", () => {
    const { asked, allowed } = minuteOf({ strangers: 20, everyMs: stepMs, isAuthenticated: true });
    expect(allowed).toBe(asked);
  });
});
