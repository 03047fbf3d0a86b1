import { boundedText } from "../escape-text.ts";

/** What a line of the log says beside its message: single values, never whole objects. */
export type LineFields = Readonly<Record<string, Field>>;
export type Field = string | number | boolean | undefined | Error;

const maxCharacters = 256;
const maxFields = 32;

/** Names under which nothing is ever printed. */
const secretName = /authori[sz]ation|token|password|passwd|secret|credential|cookie|private.?key|api.?key|session/i;

/** What looks like a secret wherever it stands: bearer and basic credentials, JSON Web Tokens, private keys. */
const secretText = [
  /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi,
  /\beyJ[\w-]{5,}\.[\w-]*\.?[\w-]*/g,
  /-----BEGIN [^-]*PRIVATE KEY-----[\s\S]*?(-----END [^-]*-----|$)/g,
];
/** Of each of them the part that does not vary, asked first: one search in place of three replacements. */
const mayHoldSecret = /bearer|basic|eyJ|PRIVATE KEY/i;
const hidden = "[hidden]";

/**
 * Fields as they are printed: bounded, visible, without secrets. What the types do not let through is not trusted to
 * stay away: an object is never looked into.
 */
export function printableFields(fields: LineFields): Readonly<Record<string, string | number | boolean>> {
  const printable: Record<string, string | number | boolean> = Object.create(null);
  for (const name of Object.keys(fields).slice(0, maxFields)) {
    const value = fields[name];
    if (value === undefined) continue;
    const { shown, isSecret } = nameOf(name);
    printable[shown] = isSecret ? hidden : printableValue(value);
  }
  return printable;
}

interface FieldName {
  readonly shown: string;
  readonly isSecret: boolean;
}

/** Lines have the same few names again and again. */
const names = new Map<string, FieldName>();
const mostNames = 256;

function nameOf(name: string): FieldName {
  const found = names.get(name) ?? { shown: boundedText(name, 64), isSecret: secretName.test(name) };
  if (names.size < mostNames && name.length <= 64) names.set(name, found);
  return found;
}

/** Text of anybody's as it is printed. */
export function printableText(text: string): string {
  // Far enough for a secret to be recognised whole, and no further.
  const start = text.slice(0, 16 * maxCharacters);
  return boundedText(withoutSecrets(start), maxCharacters);
}

/** The text without what looks like a secret. */
export function withoutSecrets(text: string): string {
  if (!mayHoldSecret.test(text)) return text;
  return secretText.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);
}

function printableValue(value: unknown): string | number | boolean {
  if (typeof value === "string") return printableText(value);
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Error) return printableText(`${value.name}: ${value.message}`);
  return `[${value === null ? "null" : typeof value}]`;
}
