import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BudgetClaim, type Lease, createBudget } from "../../../runtime-fallback/webhook/budget.ts";
import { runsOf } from "../../searches/search-of.ts";
import { createManualClock } from "../manual-clock.ts";

/** Of each at most half. */
type Claimed = Pick<BudgetClaim, "weight" | "deadline"> & { readonly owner: string };
const ownersOf = (...names: readonly string[]): BudgetClaim["owners"] => names.map((name) => ({ name, share: 1 / 2 }));

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("a budget", () => {
  /** What has been granted, by name, and what was told that there is no room. */
  function scene(capacity: number) {
    const clock = createManualClock();
    const budget = createBudget(capacity, clock);
    const granted = new Map<string, Lease>();
    const denied = new Set<string>();
    const claim = async (name: string, claimed: Claimed): Promise<void> => {
      void budget
        .take({ waitMs: 1000, ...claimed, owners: ownersOf(claimed.owner) })
        .then((lease) => (lease === undefined ? denied.add(name) : granted.set(name, lease)));
      await settled();
    };
    const release = async (name: string): Promise<void> => {
      granted.get(name)?.release();
      granted.delete(name);
      await settled();
    };
    return { clock, budget, granted, denied, claim, release };
  }

  test("gives what there is, in order, and the rest when something comes back", async () => {
    const { budget, granted, claim, release } = scene(10);
    for (const [index, owner] of ["a", "b", "c", "d"].entries()) await claim(`${index}`, { weight: 4, owner });
    expect([...granted.keys()]).toEqual(["0", "1"]);
    await claim("light", { weight: 1, owner: "e" });
    expect([...granted.keys()], "a light claim does not pass those before it").toEqual(["0", "1"]);
    await release("0");
    expect([...granted.keys()]).toEqual(["1", "2"]);
    await release("1");
    expect([...granted.keys()]).toEqual(["2", "3", "light"]);
    expect(budget.used).toBe(9);
  });

  test("gives nobody more than half, and lets others pass who waits for its own", async () => {
    const { granted, claim, release } = scene(10);
    await claim("a1", { weight: 4, owner: "a" });
    await claim("a2", { weight: 4, owner: "a" });
    await claim("b1", { weight: 4, owner: "b" });
    expect([...granted.keys()]).toEqual(["a1", "b1"]);
    await release("a1");
    expect([...granted.keys()]).toEqual(["b1", "a2"]);
  });

  test("gives who has given all back as much as who never had any: more than its half", async () => {
    const clock = createManualClock();
    const budget = createBudget(10, clock);
    const owners = [{ name: "a", share: 1 / 4 }];
    for (const weight of [1, 4]) {
      let lease: Lease | undefined;
      void budget.take({ weight, owners, waitMs: 1000 }).then((granted) => (lease = granted));
      await settled();
      expect(lease, `${weight}`).toBeDefined();
      lease?.release();
    }
  });

  test("gives what is heavier than a half the whole half", async () => {
    const { budget, granted, claim } = scene(10);
    await claim("heavy", { weight: 1000, owner: "a" });
    expect(granted.size).toBe(1);
    expect(budget.used).toBe(5);
  });

  test("holds each owner of a claim to a share of its own, but for the first that it has", async () => {
    const clock = createManualClock();
    const budget = createBudget(16, clock);
    let granted = 0;
    const claim = async (weight: number, owners: BudgetClaim["owners"]): Promise<number> => {
      void budget.take({ weight, owners, waitMs: 1000 }).then((lease) => (granted += lease === undefined ? 0 : 1));
      await settled();
      return granted;
    };
    const [rule, address] = [
      { name: "rule", share: 1 / 2 },
      { name: "address", share: 3 / 4 },
    ];
    const both = { name: "both", share: 1 / 4 };
    expect(await claim(6, [rule, address, both]), "heavier than the share, and the first").toBe(1);
    expect(await claim(1, [rule, address, both]), "the share is used up").toBe(1);
    expect(await claim(2, [rule]), "the rule has some left").toBe(2);
    expect(await claim(1, [rule]), "and then none").toBe(2);
    expect(await claim(6, [address]), "the address has some left").toBe(3);
    expect(await claim(1, [address]), "and then none").toBe(3);
    expect(await claim(2, [{ name: "other", share: 1 / 4 }]), "others have what is left").toBe(4);
  });

  test("says after its time that there is no room, and leaves no timer", async () => {
    const { clock, granted, denied, claim, release } = scene(10);
    await claim("a", { weight: 5, owner: "a" });
    await claim("b", { weight: 5, owner: "b" });
    await claim("c", { weight: 5, owner: "c" });
    clock.advance(999);
    await settled();
    expect(denied.size).toBe(0);
    clock.advance(1);
    await settled();
    expect([...denied]).toEqual(["c"]);
    await release("a");
    expect([...granted.keys()]).toEqual(["b"]);
    expect(clock.timers).toBe(0);
  });

  test("lets go of whoever has gone", async () => {
    const { granted, denied, claim, release } = scene(10);
    const gone = new AbortController();
    await claim("a", { weight: 5, owner: "a" });
    await claim("b", { weight: 5, owner: "b" });
    await claim("c", { weight: 5, owner: "c", deadline: gone });
    await claim("d", { weight: 5, owner: "d" });
    gone.abort();
    await release("a");
    expect([...denied]).toEqual(["c"]);
    expect([...granted.keys()]).toEqual(["b", "d"]);
  });

  test("counts what is given back once", async () => {
    const { budget, granted, claim } = scene(10);
    await claim("a", { weight: 3, owner: "a" });
    const lease = granted.get("a");
    lease?.release();
    lease?.release();
    expect(budget.used).toBe(0);
  });
});

test("whatever is claimed and given back, nothing is exceeded, nothing is lost, and nobody waits for nothing", async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("take" as const),
      weight: fc.integer({ min: 1, max: 12 }),
      owner: fc.constantFrom("a", "b", "c"),
      other: fc.constantFrom("x", "y", "z"),
    }),
    fc.record({ kind: fc.constant("release" as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 1500 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clock = createManualClock();
      const budget = createBudget(20, clock);
      const held: { lease: Lease; weight: number; owners: readonly string[] }[] = [];
      let open = 0;
      for (const one of steps) {
        if (one.kind === "take") {
          open += 1;
          void budget.take({ weight: one.weight, owners: ownersOf(one.owner, one.other), waitMs: 1000 }).then((lease) => {
            open -= 1;
            if (lease !== undefined) held.push({ lease, weight: Math.min(one.weight, 10), owners: [one.owner, one.other] });
          });
        } else if (one.kind === "release") {
          held.splice(one.which % Math.max(1, held.length), 1)[0]?.lease.release();
        } else clock.advance(one.ms);
        await settled();
        const used = held.reduce((sum, { weight }) => sum + weight, 0);
        expect(budget.used).toBe(used);
        expect(used).toBeLessThanOrEqual(20);
        for (const owner of ["a", "b", "c", "x", "y", "z"]) {
          const share = held.filter((lease) => lease.owners.includes(owner)).reduce((sum, { weight }) => sum + weight, 0);
          expect(share).toBeLessThanOrEqual(10);
        }
        if (held.length === 0) expect(open, "with nothing held, nobody waits").toBe(0);
      }
      clock.advance(2000);
      await settled();
      expect(open).toBe(0);
    }),
    runsOf("budget"),
  );
});
