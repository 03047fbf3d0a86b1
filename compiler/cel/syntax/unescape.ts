import { CelCompileError } from "../failures.ts";

/** What a string literal says (cel-go: parser/unescape.go). */
export function unescapeText(token: string): string {
  const { body, isRaw } = bodyOf(token);
  if (isRaw || !body.includes("\\")) return body;
  return body.replaceAll(escape, (sequence) => String.fromCodePoint(requireCodePoint(codeOf(sequence))));
}

/** What a bytes literal says: text in UTF-8, and one byte for each numeric escape. */
export function unescapeBytes(token: string): Uint8Array {
  const { body, isRaw } = bodyOf(token.slice(1));
  if (isRaw) return Buffer.from(body);
  const parts = body.split(new RegExp(`(${escape.source})`)).map((part, at) => (at % 2 === 0 ? Buffer.from(part) : byteOf(part)));
  return Buffer.concat(parts);
}

const escape = /\\(?:[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2}|.)/g;

const named: Readonly<Record<string, string>> = { a: "\u0007", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

interface Body {
  readonly body: string;
  readonly isRaw: boolean;
}

function bodyOf(token: string): Body {
  const isRaw = /^[rR]/.test(token);
  const quoted = token.slice(isRaw ? 1 : 0).replaceAll(/\r\n?/g, "\n");
  const quotes = quoted.length >= 6 && /^("""|''')/.test(quoted) ? 3 : 1;
  return { body: quoted.slice(quotes, -quotes), isRaw };
}

function codeOf(sequence: string): number {
  const [, first = ""] = sequence;
  if (/[xXuU]/.test(first)) return Number.parseInt(sequence.slice(2), 16);
  if (/[0-3]/.test(first)) return Number.parseInt(sequence.slice(1), 8);
  return (named[first] ?? first).charCodeAt(0);
}

function requireCodePoint(code: number): number {
  const isCodePoint = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  if (!isCodePoint) throw new CelCompileError("invalid unicode code point");
  return code;
}

function byteOf(sequence: string): Uint8Array {
  if (/^\\[uU]/.test(sequence)) throw new CelCompileError("a \\u in bytes");
  return Uint8Array.of(codeOf(sequence));
}
