import type { Construct } from "../construct-table.ts";

/** Values of several types, and of any. */
export const narrowings: readonly Construct[] = [
  { name: "typeof", gives: "bool", code: '(typeof oldObject.spec?.port === "string")' },
  { name: "typeof of anything", gives: "bool", code: '(typeof oldObject.spec?.any === "number")' },
  { name: "typeof, a boolean", gives: "bool", code: '(typeof oldObject.spec?.any === "boolean")' },
  { name: "typeof, an object", gives: "bool", code: '(typeof oldObject.spec?.any === "object")' },
  { name: "typeof, undefined", gives: "bool", code: '(typeof oldObject.spec?.any === "undefined")' },
  {
    name: "narrowed by typeof",
    gives: "bool",
    code: '(typeof oldObject.spec?.port === "string" ? oldObject.spec.port.startsWith(<text>) : oldObject.spec?.port === 1)',
  },
  {
    name: "anything narrowed to text",
    gives: "bool",
    code: '(typeof oldObject.spec?.any === "string" && oldObject.spec.any === <text>)',
  },
  {
    name: "anything narrowed to a number",
    gives: "bool",
    code: '(typeof oldObject.spec?.any === "number" && oldObject.spec.any < <number>)',
  },
  {
    name: "Array.isArray",
    gives: "bool",
    code: "(Array.isArray(oldObject.spec?.hosts) ? oldObject.spec.hosts.includes(<text>) : oldObject.spec?.hosts === <text>)",
  },
  { name: "Array.isArray of what is made", gives: "bool", code: "Array.isArray(<texts>)", weight: 0.5 },
  {
    name: "Array.isArray of keys",
    gives: "bool",
    code: "(Array.isArray(Object.keys(<map> ?? {})) && <bool>)",
    weight: 0.5,
  },
  { name: "a text of any", gives: "maybeText", code: "((oldObject as any).spec?.name as string | undefined)" },
  { name: "a number of any", gives: "bool", code: "((oldObject as any).spec?.size > <constant number>)", mayBeRejected: true },
  { name: "a default of any", gives: "bool", code: '(((oldObject as any).spec?.inner?.name ?? "") === <text>)' },
  {
    name: "elements of any",
    gives: "bool",
    code: "((oldObject as any).spec?.items?.some(($: any) => $.name === <text> || $.on) ?? false)",
    mayBeRejected: true,
  },
  { name: "a list or nothing", gives: "texts", code: "(oldObject.spec?.names || [])" },
  { name: "text of anything, in a function", gives: "maybeText", code: "textIn(<bool> ? oldObject.spec?.any : undefined)" },
  { name: "text of a union, in a function", gives: "maybeText", code: "firstOf(<bool> ? oldObject.spec?.hosts : undefined)" },
  { name: "a union as a whole", gives: "bool", code: "(oldObject.spec?.port === <constant text>)" },
  { name: "a union that may be absent", gives: "bool", code: "(oldObject.spec?.port === undefined)" },
  { name: "a union with a list, or none", gives: "bool", code: "(oldObject.spec?.hosts !== undefined)" },
];
