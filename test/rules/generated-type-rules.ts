import type { RuleTable } from "./rule-cases.ts";

const gadget = (spec: object = {}) => ({ spec: { copies: 1, ...spec } });
const template = (labels: object) => ({ template: { apiVersion: "v1", kind: "Pod", metadata: { labels } } });

/** Rules over a custom resource with the types that `holdfast types` made from its definition. */
export const generatedTypeRules: RuleTable = {
  policy: "generated-types",
  apiVersion: "example.com/v1",
  kind: "Gadget",
  plural: "gadgets",
  cases: [
    { title: "nothing special", object: gadget() },
    { title: "integer", object: gadget({ copies: 2 }), denied: "integer: there are copies" },
    { title: "large integer", object: gadget({ serial: 9_007_199_254_740_991 }), denied: "large: its number is the last" },
    { title: "double", object: gadget({ weight: 2.5 }), denied: "double: it is heavy" },
    { title: "a whole double", object: gadget({ weight: 3 }), denied: "double: it is heavy" },
    { title: "a small double", object: gadget({ weight: 2.25 }) },
    { title: "flag", object: gadget({ locked: true }), denied: "flag: it is locked" },
    { title: "null for a flag", object: gadget({ locked: null }) },
    { title: "choice", object: gadget({ state: "Used" }), denied: "choice: it is in use" },
    { title: "number or text: number", object: gadget({ port: 80 }), denied: "numberOrText: it is reachable" },
    { title: "number or text: text", object: gadget({ port: "http" }), denied: "numberOrText: it is reachable" },
    { title: "number or text: the number as text", object: gadget({ port: "80" }) },
    { title: "list", object: gadget({ owners: ["a", "root"] }), denied: "list: it belongs to root" },
    {
      title: "records",
      object: gadget({
        parts: [
          { name: "wheel", size: 9 },
          { name: "engine", size: 4 },
        ],
      }),
      denied: "records: its engine is large",
    },
    { title: "records without the field", object: gadget({ parts: [{ name: "engine" }] }) },
    { title: "map", object: gadget({ limits: { width: 1, height: 8 } }), denied: "map: it is high" },
    { title: "map without the key", object: gadget({ limits: { constructor: 9 } }) },
    {
      title: "known beside unknown fields",
      object: gadget({ settings: { mode: "keep-it", pinned: "yes" } }),
      denied: "known: its mode keeps it",
    },
    {
      title: "unknown beside known fields",
      object: gadget({ settings: { mode: "drop", pinned: true } }),
      denied: "unknown: it is pinned",
    },
    { title: "a name that is no identifier", object: gadget({ "x-odd-name": "a!" }), denied: "oddName: its odd name keeps it" },
    { title: "embedded object", object: gadget(template({ keep: "true" })), denied: "embedded: its template is labelled" },
    { title: "embedded object without the label", object: gadget(template({ other: "true" })) },
    { title: "anything", object: gadget({ anything: "keep" }), denied: "anything: anything may keep it" },
    { title: "anything else", object: gadget({ anything: { keep: ["keep"] } }) },
  ],
};
