import type { Family } from "../language-case.ts";

const annotated = (reason: string) => ({ stored: { metadata: { annotations: { reason } } } });

const texts = {
  "plain text": annotated("the database of é and 日本"),
  "as long as it may be": annotated("a".repeat(128)),
  "one more": annotated("a".repeat(129)),
  "as long beyond ASCII": annotated("🦀".repeat(128)),
  "a line break": annotated("yes\nno"),
  "a tab": annotated("yes\tno"),
  "a separator of lines": annotated("yes\u2028no"),
  "text turned round": annotated("yes\u202eno"),
  "nothing to see": annotated("yes\u200bno"),
  "an escape": annotated("\u001b[31myes"),
  "private use": annotated("\ue000"),
  "empty text": annotated(""),
} as const;

const requests = {
  ...texts,
  none: { stored: {} },
  numbers: { stored: { spec: { size: 3, share: 2.5, on: true, list: ["a", "b"], sizes: [1, 2.5, -3], any: 7, either: 2 } } },
  "large numbers": { stored: { spec: { size: 2 ** 53, share: 1000000, sizes: [1e21], any: 999999999999999 } } },
  "small numbers": { stored: { spec: { size: -1, share: 0.00001, sizes: [], any: 0.0001, either: false } } },
  "negative numbers": { stored: { spec: { size: -9007199254740991, share: -1234567.5, any: -0.5, either: "text" } } },
  "other types": {
    stored: { spec: { size: "3", share: "2.5", on: "true", list: ["a", 1], sizes: ["a", 1], any: [1], either: [] } },
  },
  objects: { stored: { spec: { any: { a: 1 }, either: "a\nb", list: ["a\nb"], sizes: [1000000, 0.1] } } },
  nulls: { stored: { spec: { size: null, share: null, on: null, list: null, sizes: null, any: null, either: null } } },
  "a list of anything": { stored: { spec: { any: ["a", 2, true, null, { a: 1 }] } } },
  "an empty list": { stored: { spec: { any: [] } } },
  "an owner": {
    stored: {
      metadata: {
        labels: { tier: "gold" },
        ownerReferences: [
          { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "4e8c5a4e-7d0b-4d4e-9a55-0d7c8a7a1a11", controller: true },
        ],
      },
    },
  },
} as const;

const all = Object.keys(requests);
const denyAll = "() => true";

/** Written by people who think of who reads a message, and not of what may be stored. */
export const messages: Family = {
  title: "values in messages",
  type: "spec?: { size?: number; share?: number; on?: boolean; list?: string[]; sizes?: number[]; any?: unknown; either?: string | number | boolean }",
  requests,
  cases: [
    {
      title: "a function of what has been tested",
      rule: denyAll,
      message: `({ oldObject: { metadata: { namespace, name, labels } } }) => {
        const tier = labels?.["tier"];
        const where = namespace === undefined ? plainName(name) : plainName(name) + " in its Namespace";
        return where + (tier === undefined ? "" : " of " + plainName(tier));
      }`,
      denies: all,
      says: { none: "none in its Namespace", "an owner": "an-owner in its Namespace of gold" },
    },
    {
      title: "text of the cluster",
      rule: denyAll,
      message: '({ oldObject }) => `kept: ${oldObject.metadata.annotations?.["reason"] ?? "no reason"}.`',
      denies: all,
      says: {
        "plain text": "kept: the database of é and 日本.",
        "as long as it may be": `kept: ${"a".repeat(128)}.`,
        "one more": "kept: (cannot be shown).",
        "as long beyond ASCII": `kept: ${"🦀".repeat(128)}.`,
        "a line break": "kept: (cannot be shown).",
        "a tab": "kept: (cannot be shown).",
        "a separator of lines": "kept: (cannot be shown).",
        "text turned round": "kept: (cannot be shown).",
        "nothing to see": "kept: (cannot be shown).",
        "an escape": "kept: (cannot be shown).",
        "private use": "kept: \ue000.",
        "empty text": "kept: .",
        none: "kept: no reason.",
      },
    },
    {
      title: "what is absent",
      rule: denyAll,
      message:
        '({ oldObject: { metadata: { annotations, labels }, spec } }) => `${annotations?.["reason"]}, ${labels?.["tier"]}, ${spec?.size}, ${spec?.on}, ${spec?.list}`',
      denies: all,
      says: {
        none: "undefined, undefined, undefined, undefined, undefined",
        "an owner": "undefined, gold, undefined, undefined, undefined",
        numbers: "undefined, undefined, 3, true, a,b",
        "other types": "undefined, undefined, undefined, undefined, a",
        nulls: "undefined, undefined, undefined, undefined, undefined",
        "a line break": "(cannot be shown), undefined, undefined, undefined, undefined",
        objects: "undefined, undefined, undefined, undefined, (cannot be shown)",
      },
    },
    {
      title: "text put together by a function",
      before: `function about({ metadata: { annotations, ownerReferences } }: Stored<Thing>): string {
  const owner = ownerReferences?.find((one) => one.controller);
  const why = annotations?.["reason"];
  return why === undefined ? \`\${owner?.kind}/\${owner?.name}\` : \`because "\${why}"\`;
}`,
      rule: denyAll,
      message: "({ oldObject }) => `kept, ${about(oldObject)}`",
      denies: all,
      says: {
        none: "kept, undefined/undefined",
        "an owner": "kept, ConfigMap/a",
        "a line break": 'kept, because "(cannot be shown)"',
        "empty text": 'kept, because ""',
      },
    },
    {
      title: "numbers",
      rule: denyAll,
      message: "({ oldObject: { spec } }) => `${spec?.size ?? 0} and ${spec?.share ?? 1}, ${spec?.sizes ?? []}`",
      denies: all,
      says: {
        none: "0 and 1,",
        numbers: "3 and 2.5, 1,2.5,-3",
        "large numbers": "(cannot be shown) and 1000000, (cannot be shown)",
        "small numbers": "-1 and (cannot be shown),",
        "negative numbers": "(cannot be shown) and (cannot be shown),",
        "other types": "0 and 1, 1",
        objects: "0 and 1, 1000000,0.1",
      },
    },
    {
      title: "numbers that are worked out",
      rule: denyAll,
      message:
        "({ oldObject: { spec } }) => `${(spec?.share ?? 0) * 2} ${(spec?.size ?? 0) / (spec?.share ?? 0)} ${-(spec?.size ?? 0)}`",
      denies: all,
      says: { numbers: "5 1.2 -3", none: "0 NaN 0" },
    },
    {
      title: "one of two numbers that may be absent",
      rule: denyAll,
      message: '({ oldObject: { metadata, spec } }) => `${(metadata.labels?.["tier"] ? spec?.size : 2.5) ?? "none"}`',
      denies: all,
      says: { none: "2.5", "an owner": "none" },
    },
    {
      title: "anything, and one of several types",
      rule: denyAll,
      message: "({ oldObject: { spec } }) => `${spec?.any} ${spec?.either} ${String(spec?.any ?? 0)}`",
      denies: all,
      says: {
        none: "undefined undefined 0",
        numbers: "7 2 7",
        "small numbers": "0.0001 false 0.0001",
        "negative numbers": "-0.5 text -0.5",
        nulls: "undefined undefined 0",
        "large numbers": "999999999999999 undefined 999999999999999",
        objects: "[object Object] (cannot be shown) [object Object]",
        "other types": "1 undefined 1",
        "a list of anything": "a,2,true,[object Object] undefined a,2,true,[object Object]",
        "an empty list": " undefined",
      },
    },
    {
      title: "two that have no type in common",
      rule: denyAll,
      message:
        '({ oldObject: { metadata, spec } }) => `${metadata.labels?.["tier"] && spec?.list?.length}, ${spec?.size || "none"}`',
      denies: all,
      says: { none: "undefined, none", "an owner": "undefined, none", numbers: "undefined, 3" },
    },
    {
      title: "null of the author's",
      rule: denyAll,
      message:
        '({ oldObject: { metadata: { labels }, spec } }) => `${labels?.["tier"] ? "a" : null} ${spec?.on ? null : spec?.list?.[0]} ${null}`',
      denies: all,
      says: { none: "null undefined null", "an owner": "a undefined null", numbers: "null null null" },
    },
    {
      title: "lists that are joined",
      rule: denyAll,
      message:
        '({ oldObject: { metadata, spec } }) => `${(spec?.list ?? []).join(" and ")}; ${[metadata.name, metadata.labels?.["tier"], spec?.size].join("/")}; ${spec?.sizes?.join("+")}`',
      denies: all,
      says: { numbers: "a and b; numbers//3; 1+2.5+-3", none: "; none//; undefined", "an owner": "; an-owner/gold/; undefined" },
    },
    {
      title: "text in a condition is what it is",
      rule: '({ oldObject: { metadata: { annotations, name } } }) => ["yes\\nno/a-line-break", "undefined/none"].includes(`${annotations?.["reason"]}/${name}`)',
      denies: ["a line break", "none"],
    },
    {
      title: "undefined in a condition",
      rule: '({ oldObject: { metadata: { annotations } } }) => "reason: " + annotations?.["reason"] === "reason: undefined"',
      denies: all.filter((name) => !Object.hasOwn(texts, name)),
    },
    {
      title: "a flag in a condition",
      rule: '({ oldObject: { spec } }) => String(spec?.on) === "true"',
      denies: ["numbers"],
    },
    {
      title: "text that is shown in quotes",
      rule: denyAll,
      message:
        '({ oldObject: { metadata, spec } }) => `${show(metadata.annotations?.["reason"] ?? "")} ${show(spec?.size ?? 0)}`',
      denies: all,
      says: { "one more": "(cannot be shown) 0", "empty text": '"" 0', numbers: '"" 3' },
    },
    {
      title: "more text than a message has room for",
      rule: denyAll,
      message: `({ oldObject: { metadata: { annotations } } }) => \`${Array.from({ length: 12 }, (_, at) => `\${annotations?.["a${at}"] ?? "none"}`).join(" ")} \${annotations?.["reason"] ?? ""}\``,
      denies: all,
      says: { none: "none ".repeat(12).trim(), "one more": `${"none ".repeat(12)}(cannot be shown)` },
    },
    {
      title: "a message that CEL cannot say",
      rule: denyAll,
      message: "({ oldObject }) => `${Object.keys(oldObject.metadata.annotations ?? {}).join()} since ${Date.now()}`",
      denies: all,
      says: { none: "the request is denied by this rule", "one more": "the request is denied by this rule" },
    },
    {
      title: "a message that is too long",
      before: `const reason = "for reasons ".repeat(500);`,
      rule: denyAll,
      message: "({ oldObject }) => `${oldObject.metadata.name} ${reason}`",
      denies: all,
      says: { none: "the request is denied by this rule" },
    },
  ],
};
