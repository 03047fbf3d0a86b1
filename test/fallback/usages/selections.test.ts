import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { createSelections, isSelected, type Selection } from "../../../runtime-fallback/usages/snapshot/selections.ts";
import { runsOf } from "../../searches/search-of.ts";

const word = fc.constantFrom("a", "b", "c");
const labels = fc.dictionary(word, word, { maxKeys: 3 });
const controller = fc.option(fc.constantFrom("u1", "u2"), { nil: undefined });
const namespace = fc.option(fc.constantFrom("shop", "tills"), { nil: undefined });
const selection = fc.record<Selection>({ namespace, labels, controller });

const objectOf = (
  place: string | undefined,
  marks: Readonly<Record<string, string>>,
  owner: string | undefined,
): StoredObject => ({
  metadata: {
    name: "one",
    uid: "o1",
    resourceVersion: "1",
    ...(place !== undefined && { namespace: place }),
    labels: marks,
    ...(owner !== undefined && { ownerReferences: [{ uid: owner, controller: true }] }),
  },
});

describe("Usages that wait for an object", () => {
  test("are those whose selection fits, whatever else is added and removed", () => {
    const act = fc.record({
      usage: fc.constantFrom("1", "2", "3", "4", "5"),
      selection: fc.option(selection, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), fc.tuple(namespace, labels, controller), (acts, [place, marks, owner]) => {
        const selections = createSelections();
        const expected = new Map<string, Selection>();
        for (const { usage, selection: wanted } of acts) {
          if (wanted === undefined) selections.remove(usage);
          else selections.add(usage, wanted);
          if (wanted === undefined) expected.delete(usage);
          else expected.set(usage, wanted);
        }
        const object = objectOf(place, marks, owner);
        const fitting = [...expected].filter(([, wanted]) => wanted.namespace === place && isSelected(object, wanted));
        expect(selections.waitingFor(object).toSorted()).toEqual(fitting.map(([usage]) => usage).toSorted());
        expect(selections.size).toBe(expected.size);
      }),
      runsOf("selections"),
    );
  });

  test("elsewhere, or for other labels, are not looked at: what they select is not even read", () => {
    let reads = 0;
    const watchedLabels = new Proxy({ app: "never" }, { ownKeys: (target) => ((reads += 1), Reflect.ownKeys(target)) });
    const selections = createSelections();
    for (let at = 0; at < 5_000; at += 1) {
      const place = at % 2 === 0 ? "shop" : "tills";
      selections.add(`usage-${at}`, { namespace: place, labels: watchedLabels, controller: undefined });
    }
    reads = 0;
    expect(selections.waitingFor(objectOf("elsewhere", { app: "never" }, undefined))).toEqual([]);
    expect(selections.waitingFor(objectOf("shop", { app: "web" }, "u1"))).toEqual([]);
    expect(reads).toBe(0);
    expect(selections.waitingFor(objectOf("shop", { app: "never" }, undefined))).toHaveLength(2_500);
  });

  test("of an object with as many labels as fit into one, only those that somebody waits for are looked at", () => {
    const selections = createSelections();
    selections.add("one", { namespace: "shop", labels: { "l-119999": "x" }, controller: undefined });
    const many = Object.fromEntries(Array.from({ length: 120_000 }, (_, at) => [`l-${at}`, "x"]));
    expect(selections.waitingFor(objectOf("shop", many, undefined))).toEqual(["one"]);
  });
});
