import { expect, test } from "vitest";
import { createExpiries } from "../../../runtime-fallback/unprotected/expiries.ts";
import { createManualClock } from "../manual-clock.ts";

const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const key = { namespace: "shop", name: "c" };
const ending = (end: number, uid = "u") => ({ uid, record: { kind: "at", end } }) as const;
/** The shortest of what chance gives is half of it. */
const made = () => {
  const clock = createManualClock(start);
  return { clock, expiries: createExpiries(clock, () => 0.999_999) };
};

test("what is over is due, once its time has come by the wall clock", () => {
  const { clock, expiries } = made();
  expiries.see(key, ending(start + hour));
  expiries.see({ name: "endless" }, { uid: "e", record: { kind: "endless" } });
  expiries.see({ name: "void" }, { uid: "v", record: { kind: "void", why: "it is no record" } });
  expect([expiries.due(), [...expiries.states()]]).toEqual([[], ["open", "endless", "void"]]);
  clock.advance(hour);
  expect([expiries.due(), [...expiries.states()]]).toEqual([[key], ["expired", "endless", "void"]]);
  clock.jump(-2 * hour);
  expect(expiries.due()).toEqual([]);
  clock.jump(24 * hour);
  expect(expiries.due()).toEqual([key]);
  expiries.see(key, undefined);
  expect(expiries.due()).toEqual([]);
});

/** After how many seconds it is due again. */
function pauses({ clock, expiries }: ReturnType<typeof made>, again: () => void, times: number): readonly number[] {
  return Array.from({ length: times }, () => {
    expiries.tried(key);
    again();
    let seconds = 0;
    for (; expiries.due().length === 0; seconds += 1) clock.advance(1_000);
    return seconds;
  });
}

test("what was tried waits longer each time, up to ten minutes, also where somebody writes it anew each time", () => {
  const denied = made();
  denied.expiries.see(key, ending(start));
  const growing = [5, 10, 20, 40, 80, 160, 320, 600, 600];
  expect(pauses(denied, () => undefined, 9)).toEqual(growing);
  const rewritten = made();
  rewritten.expiries.see(key, ending(start));
  const write = () => {
    rewritten.expiries.see(key, undefined);
    rewritten.expiries.see(key, ending(start));
  };
  expect(pauses(rewritten, write, 9)).toEqual(growing);
});

test("a try that was too early does not count: what the controller's clock ends an hour before is late by a look", () => {
  const hourAhead = made();
  const { clock, expiries } = hourAhead;
  const last = start + 50 * 60_000;
  const dateOf = (): number => clock.now() - hour;
  clock.jump(hour);
  expiries.see(key, ending(last));
  let tries = 0;
  for (; ; clock.advance(5_000)) {
    if (expiries.due().length === 0) continue;
    expiries.tried(key);
    tries += 1;
    if (dateOf() >= last) break;
    expiries.early(key, last - dateOf());
  }
  expect((dateOf() - last) / 1_000).toBeLessThanOrEqual(5);
  expect(tries).toBeLessThan(10);
  expect(pauses(hourAhead, () => undefined, 2)).toEqual([10, 20]);
});

test("one that is opened anew, or made anew under the name, is due at once", () => {
  for (const anew of [ending(start + 1), ending(start, "other")]) {
    const { clock, expiries } = made();
    expiries.see(key, ending(start));
    expiries.leave(key);
    clock.advance(599_000);
    expect(expiries.due()).toEqual([]);
    expiries.see(key, anew);
    expect(expiries.due()).toEqual([key]);
  }
});

test("what was tried is forgotten in the end where the record is gone, and not before", () => {
  const { clock, expiries } = made();
  const tryOnce = (): number => {
    expiries.see(key, ending(start));
    expiries.tried(key);
    let seconds = 0;
    for (; expiries.due().length === 0; seconds += 1) clock.advance(1_000);
    expiries.see(key, undefined);
    return seconds;
  };
  expect([tryOnce(), tryOnce()]).toEqual([5, 10]);
  clock.advance(590_000);
  expiries.due();
  expect(tryOnce()).toBe(20);
  clock.advance(700_000);
  expiries.due();
  expect(tryOnce()).toBe(5);
});

test("there are no timers, however many there are", () => {
  const { clock, expiries } = made();
  for (let at = 0; at < 100_000; at += 1) expiries.see({ name: `c${at}` }, ending(start + hour));
  expect(clock.timers).toBe(0);
  const before = performance.now();
  expect(expiries.due()).toHaveLength(0);
  clock.advance(hour);
  expect(expiries.due()).toHaveLength(100_000);
  for (const one of expiries.due()) expiries.tried(one);
  expect([expiries.due(), clock.timers]).toEqual([[], 0]);
  expect(performance.now() - before).toBeLessThan(5_000);
});
