import type { Family } from "../language-case.ts";

const requests = {
  whole: {
    stored: {
      spec: { names: { kind: "Thing" }, tier: "gold", size: 3, list: [{ image: "a", tags: ["x"] }, { image: "b" }] },
      status: { phase: "Bound" },
    },
  },
  "no names": { stored: { spec: { tier: "none", size: 0, list: [] } } },
  "no spec": { stored: { status: { phase: "Bound" } } },
  "other types": { stored: { spec: { names: "a", tier: 1, size: "1", list: [{ image: 1 }, { image: "a" }] } } },
  nulls: { stored: { spec: null, status: { phase: "Bound" } } },
  labelled: { stored: { metadata: { labels: { tier: "gold" } }, spec: { names: {}, tier: "gold", list: [{ image: "x" }, {}] } } },
  "spec of text": { stored: { spec: "a" } },
} as const;

const all = Object.keys(requests);
const but = (...names: readonly (keyof typeof requests)[]): readonly string[] =>
  all.filter((name) => !names.includes(name as never));

/** Types that promise more than the cluster keeps: where JavaScript throws, the request is denied. */
export const absence: Family = {
  title: "reading from what is absent",
  type: "spec: { names: { kind: string }; tier: string; size: number; list: { image: string; tags: string[] }[] }; status?: { phase?: string }",
  requests,
  cases: [
    {
      title: "a field of what the type requires",
      rule: "({ oldObject }) => oldObject.spec.tier === 'gold'",
      denies: but("no names", "other types"),
      says: { "no spec": "Thing no-spec cannot be evaluated: spec is absent" },
    },
    {
      title: "deeper",
      rule: "({ oldObject }) => oldObject.spec.names.kind === 'Thing'",
      denies: but("labelled"),
      says: { "no names": "Thing no-names cannot be evaluated: spec.names is absent" },
    },
    {
      title: "with an exclamation mark, which checks nothing",
      rule: "({ oldObject }) => oldObject.status!.phase === 'Bound'",
      denies: all,
    },
    {
      title: "behind `?.`, on which the rest of the chain depends",
      rule: "({ oldObject: { spec } }) => spec?.names.kind === 'Thing'",
      denies: ["whole", "no names", "other types"],
    },
    {
      title: "TypeScript takes a label for there once it is assigned",
      rule: `({ oldObject: { metadata } }) => {
        const tier: string | undefined = (metadata.labels ?? {})["tier"];
        const chosen = metadata.name === "whole" ? "gold" : tier;
        return chosen === undefined;
      }`,
      denies: but("whole", "labelled"),
    },
    {
      title: "TypeScript takes a label for there once it is assigned again",
      rule: `({ oldObject: { metadata, spec } }) => {
        const tier = (): string | undefined => {
          let found: string | undefined = (metadata.labels ?? {})["tier"];
          if (spec?.size === 3) found = (metadata.labels ?? {})["mark"];
          return found;
        };
        return tier() === undefined;
      }`,
      denies: but("labelled"),
    },
    {
      title: "TypeScript takes a field for there once it equals a label",
      rule: `({ oldObject: { metadata, status } }) => {
        const chosen = status?.phase === (metadata.labels ?? {})["phase"] ? status?.phase : "none";
        return chosen === undefined;
      }`,
      denies: but("whole", "no spec", "nulls"),
    },
    {
      title: "a function of what TypeScript alone takes for there",
      rule: `({ oldObject: { metadata, status } }) =>
        status?.phase === (metadata.labels ?? {})["phase"] && plainName(status?.phase) === "undefined"`,
      denies: but("whole", "no spec", "nulls"),
    },
    {
      title: "nothing stands in for a label in a list",
      rule: `({ oldObject: { metadata } }) => {
        const tier: string | undefined = (metadata.labels ?? {})["tier"];
        return ["none", tier].includes("");
      }`,
      denies: [],
    },
    {
      title: "only where it is reached",
      rule: "({ oldObject }) => oldObject.status?.phase !== 'Bound' && oldObject.spec.tier.startsWith('n')",
      denies: ["no names", "other types", "spec of text"],
    },
    {
      title: "not behind a test",
      rule: "({ oldObject: { spec } }) => { if (spec === undefined) return false; return spec.names !== undefined && spec.names.kind !== 'Other'; }",
      cel: "type(oldObject.?spec.orValue(null)) != map || type(variables.spec.?names.orValue(null)) != map || variables.names.?kind.orValue('') == 'Other'",
      denies: ["whole", "labelled"],
    },
    {
      title: "a method of what is absent",
      rule: "({ oldObject: { spec } }) => spec.tier.endsWith('e')",
      denies: but("whole", "labelled"),
    },
    {
      title: "in a pattern",
      rule: "({ oldObject: { spec: { names: { kind } } } }) => kind === 'Other'",
      denies: but("whole", "labelled"),
    },
    {
      title: "the first element that holds or cannot be judged",
      rule: "({ oldObject: { spec } }) => !(spec?.list ?? []).some((item) => item.image.startsWith('a') || item.tags.length > 1)",
      denies: but("whole"),
    },
    {
      title: "every element until one does not hold",
      rule: "({ oldObject: { spec } }) => !(spec?.list ?? []).every((item) => item.image.startsWith('a'))",
      denies: ["whole", "other types", "labelled"],
    },
    {
      title: "in a filter",
      rule: "({ oldObject: { spec } }) => (spec?.list ?? []).filter((item) => item.tags.includes('x')).length > 5",
      denies: ["whole", "other types", "labelled"],
    },
    {
      title: "what has been found",
      rule: "({ oldObject: { spec } }) => (spec?.list ?? []).find((item) => item.image === 'a')!.tags !== undefined",
      denies: but("other types"),
    },
    {
      title: "a list that is spread",
      rule: "({ oldObject: { spec } }) => [...spec.list, ...spec.list].length > 3",
      denies: but("no names"),
    },
    {
      title: "compared and calculated, absent is no number",
      rule: "({ oldObject: { spec } }) => spec?.size < 1 || spec?.size + 1 > 3 || -spec?.size < -2",
      denies: ["whole", "no names"],
    },
    {
      title: "an entry that may not be there, by itself",
      rule: "({ oldObject: { metadata: { labels = {} } } }) => { const tier = labels['tier']; return tier !== undefined && tier.startsWith('g'); }",
      denies: ["labelled"],
    },
    {
      title: "an entry that may not be there, untested",
      rule: "({ oldObject: { metadata: { labels = {} } } }) => labels['tier'].startsWith('g')",
      denies: all,
    },
    {
      title: "an entry as an argument is the word",
      rule: "({ oldObject: { metadata: { labels = {}, name } } }) => 'undefined'.startsWith(labels['tier']) && name !== 'whole'",
      denies: but("whole", "labelled"),
    },
    {
      title: "in a list, where nothing is found",
      rule: "({ oldObject: { metadata: { labels = {} } } }) => ['', 'gold'].includes(labels['tier'])",
      denies: ["labelled"],
    },
    {
      title: "the keys of what is absent",
      rule: "({ oldObject: { metadata } }) => Object.hasOwn(metadata.labels!, 'tier')",
      denies: all,
      says: { "no spec": "Thing no-spec cannot be evaluated: metadata.labels is absent" },
    },
    {
      title: "a match of what is absent is no null",
      rule: "({ oldObject: { metadata } }) => metadata.labels?.['tier']!.match(/^g(o*)/u) === null || metadata.labels?.['tier']!.match(/^g(o*)/u)?.[1] === 'o'",
      denies: ["labelled"],
    },
    {
      title: "one of two numbers, of which one is none where nothing is read",
      rule: "({ oldObject: { metadata, spec } }) => (metadata.name === 'none' ? metadata.generation : parseInt(spec?.tier ?? '1', 10))",
      denies: ["no spec", "other types", "nulls", "spec of text"],
    },
    {
      title: "a length that an absent list has, too",
      rule: "({ oldObject: { spec } }) => 3 >= (spec?.list ?? []).length && spec.list.length > 9",
      denies: ["no spec", "nulls", "spec of text"],
    },
    {
      title: "a default that looks like what is there",
      rule: "({ oldObject: { spec } }) => (spec?.tier ?? 'gold').startsWith('g') && spec.tier.endsWith('x')",
      denies: ["no spec", "other types", "nulls", "spec of text"],
    },
    {
      title: "a list that is chosen",
      rule: "({ oldObject: { spec, metadata: { name } } }) => (name === 'whole' ? ['whole'] : [name]).includes(name) && spec.tier === 'x'",
      denies: ["no spec", "nulls", "spec of text"],
    },
    {
      title: "a default that holds what is asked for",
      rule: "({ oldObject: { metadata: { finalizers } } }) => (finalizers ?? ['a/b']).includes('a/b') && finalizers!.length > 9",
      denies: all,
    },
    {
      title: "shown, what is absent is no text",
      rule: "({ oldObject }) => oldObject.metadata.name !== 'labelled'",
      message: "({ oldObject }) => `tier ${show(oldObject.metadata.labels?.['tier']!)}`",
      denies: but("labelled"),
      says: { whole: "tier undefined" },
    },
    {
      title: "a chain that the compiler knows to be left",
      rule: "({ oldObject }) => 'a'.split('/')[1]?.split('-')[0] === oldObject.metadata.labels?.['none']",
      denies: all,
    },
    {
      title: "every field of metadata",
      rule: "({ oldObject: { metadata } }) => (metadata.generation ?? 1) < 1 || metadata.generateName === 'x' || metadata.deletionGracePeriodSeconds === 5 || metadata.resourceVersion === '' || (metadata.managedFields ?? []).some(({ manager, time, fieldsV1 }) => manager === 'nobody' && time !== undefined && fieldsV1 !== undefined)",
      denies: [],
    },
    {
      title: "a message that reads what is absent decides nothing",
      rule: "({ oldObject }) => oldObject.metadata.labels?.['tier'] === 'gold'",
      message: "({ oldObject }) => `size ${oldObject.status!.phase === 'a' ? 'a' : 'b'}`",
      denies: ["labelled"],
      says: { labelled: "the request is denied by this rule" },
    },
  ],
};
