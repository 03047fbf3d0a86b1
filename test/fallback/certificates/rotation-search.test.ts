import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validityAt } from "../../../runtime-fallback/certificates/certificate.ts";
import { defaultRotation } from "../../../runtime-fallback/certificates/rotation-settings.ts";
import { runsOf, searchOf } from "../../searches/search-of.ts";
import {
  type CrashPoint,
  type RotationWorld,
  base64,
  createRotationWorld,
  epoch,
  isTrustedBy,
  paths,
  putConfiguration,
  storedNow,
} from "./rotation-world.ts";
import { watchTrust } from "./trust-invariant.ts";

const { settleMs, overlapMs, lookMs, servingLifeMs } = defaultRotation;
const dayMs = 24 * 3_600_000;
const yearMs = 365 * dayMs;

const acts = ["no authority", "broken authority", "no serving", "broken serving", "no trust", "broken trust"] as const;
type Act = (typeof acts)[number];
type Which = "local" | "server" | "both";

/**
 * Time passes; a clock may be set, somebody may interfere; then one controller looks, or two at once that both believe
 * to lead.
 */
interface Event {
  readonly ms: number;
  readonly who: readonly number[];
  readonly turns: readonly number[];
  readonly crashes: readonly (CrashPoint | undefined)[];
  readonly setting: { readonly which: Which; readonly ms: number } | undefined;
  readonly act: Act | undefined;
}

function eventsWith(which: readonly Which[], possible: readonly Act[]): fc.Arbitrary<readonly Event[]> {
  const crash = fc.record({ request: fc.nat(14), when: fc.constantFrom("before" as const, "after" as const) });
  const offsets = fc.constantFrom(0, 0, -yearMs, yearMs, -3_600_000, 3_600_000, 2 * yearMs);
  const event = fc.record({
    ms: fc.constantFrom(0, lookMs, settleMs / 2, settleMs, settleMs, overlapMs, 10 * dayMs, 29 * dayMs),
    who: fc.constantFrom([0], [1], [0, 1]),
    turns: fc.array(fc.nat(1), { minLength: 1, maxLength: 12, size: "max" }),
    crashes: fc.array(fc.option(crash, { nil: undefined, freq: 2 }), { minLength: 2, maxLength: 2 }),
    setting: which.length === 0 ? fc.constant(undefined) : rarely(fc.record({ which: fc.constantFrom(...which), ms: offsets })),
    act: possible.length === 0 ? fc.constant(undefined) : rarely(fc.constantFrom(...possible)),
  });
  return fc.array(event, { minLength: 5, maxLength: 30, size: "max" });
}

function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** After the installation, or shortly before the first change of the serving certificate or of the authority. */
const anyAge = fc.constantFrom(0, 58 * dayMs, 238 * dayMs);

async function createAged(ageMs: number): Promise<RotationWorld> {
  const world = createRotationWorld();
  await world.run([0]);
  for (let left = ageMs; left > 0; left -= 20 * dayMs) {
    world.advance(Math.min(left, 20 * dayMs));
    await world.run([0]);
  }
  return world;
}

/** Returns whether a controller has looked at everything and found no more to do. */
async function happen(world: RotationWorld, { ms, setting, act, who, turns, crashes }: Event): Promise<boolean> {
  world.advance(ms);
  if (setting !== undefined && setting.which !== "server") world.clocks.local = setting.ms;
  if (setting !== undefined && setting.which !== "local") world.clocks.server = setting.ms;
  if (act !== undefined) interfere(world, act);
  return (await world.run(who, turns, crashes)).includes("done");
}

function interfere({ store }: RotationWorld, act: Act): void {
  const broken = { data: { "tls.crt": base64("broken") } };
  const effects: Readonly<Record<Act, () => void>> = {
    "no authority": () => store.put(paths.authority, undefined),
    "broken authority": () => store.put(paths.authority, { ...store.get(paths.authority), ...broken }),
    "no serving": () => store.put(paths.serving, undefined),
    "broken serving": () => store.put(paths.serving, { ...store.get(paths.serving), ...broken, immutable: true }),
    "no trust": () => putConfiguration(store, ["", ""], 2),
    "broken trust": () => putConfiguration(store, ["broken", ""], 3),
  };
  effects[act]();
}

/** Everything is well: valid by both clocks, trusted by every webhook, and nobody has anything to write. */
async function expectHealed(world: RotationWorld): Promise<void> {
  for (const ms of [0, settleMs, settleMs, overlapMs]) {
    world.advance(ms);
    await world.run([0]);
  }
  const { serving, bundles } = storedNow(world.store);
  if (serving === undefined) throw new Error("there is no serving certificate");
  expect(validityAt(serving, world.instant())).toBe("valid");
  expect(bundles.map((bundle) => isTrustedBy(bundle, serving, world.instant()))).toEqual([true, true]);
  const writes = world.store.writes.length;
  await world.run([0]);
  expect(world.store.writes).toHaveLength(writes);
}

const { between } = searchOf("rotation");
/** A smaller example of a failure is worth a minute, and no more. */
const runs = { ...runsOf("rotation"), interruptAfterTimeLimit: between({ small: 60_000, full: 1_500_000 }) };

describe("whatever is interrupted, done twice or at a wrong time", () => {
  // Also without the authority's Secret: it is where one would begin to fix something that is not broken.
  const anyEvents = eventsWith(["local", "server", "both"], ["no authority", "broken authority"]);

  test("every API server trusts every replica, and all is well soon after", async () => {
    const made = { serving: 0, authorities: 0 };
    const property = fc.asyncProperty(anyAge, anyEvents, async (age, events) => {
      const world = await createAged(age);
      const trust = watchTrust(world);
      for (const event of events) {
        await happen(world, event);
        expect(trust.look()).toEqual([]);
      }
      await expectHealed(world);
      expect(trust.look()).toEqual([]);
      const writes = world.store.writes.map(({ path }) => path);
      made.serving += writes.filter((path) => path === paths.serving).length;
      made.authorities += writes.filter((path) => path === paths.authority).length;
    });
    await fc.assert(property, runs);
    // What never changes is trusted easily.
    expect(made.authorities).toBeGreaterThan(2 * runs.numRuns);
    expect(made.serving).toBeGreaterThan(2 * runs.numRuns);
  });

  test.each(["local", "server"] as const)(
    "a wrong %s clock never costs a certificate that is valid by the right one",
    async (wrong) => {
      let checked = 0;
      const property = fc.asyncProperty(anyAge, eventsWith([wrong], []), async (age, events) => {
        const world = await createAged(age);
        const trust = watchTrust(world);
        let wellAt = world.now;
        for (const event of events) {
          const hasLooked = await happen(world, event);
          expect(trust.look()).toEqual([]);
          // Without a controller for longer than a third of a life, certificates end, whatever the clocks say.
          if (world.now - wellAt >= servingLifeMs / 3) break;
          const right = epoch + world.now;
          const { notBefore = Number.NaN, notAfter = Number.NaN } = storedNow(world.store).serving ?? {};
          expect(notBefore).toBeLessThanOrEqual(right);
          expect(notAfter).toBeGreaterThan(right);
          if (hasLooked && notAfter - right > servingLifeMs / 3) wellAt = world.now;
          checked++;
        }
        await expectHealed(world);
      });
      await fc.assert(property, runs);
      expect(checked).toBeGreaterThan(5 * runs.numRuns);
    },
  );

  test("whatever somebody deletes or breaks is fixed", async () => {
    const property = fc.asyncProperty(anyAge, eventsWith(["both"], acts), async (age, events) => {
      const world = await createAged(age);
      for (const event of events) await happen(world, event);
      await expectHealed(world);
    });
    await fc.assert(property, runs);
  });
});
