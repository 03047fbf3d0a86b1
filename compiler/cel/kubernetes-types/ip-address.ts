import { Failure } from "../failures.ts";
import { quoteForGo } from "../format/quote.ts";

/** 4 or 16 bytes. */
export type AddressBytes = Uint8Array;

export interface Parsed {
  readonly address: AddressBytes;
  /** What follows a `%`. */
  readonly zone: string | undefined;
}

/** Go: net/netip, ParseAddr, with its words. */
export function parseAddress(text: string): Parsed | Failure {
  const first = /[.:%]/.exec(text)?.[0];
  if (first === ".") return withZone(parseFields(text, text), undefined);
  if (first !== ":") return failure(text, first === "%" ? "missing IPv6 address" : "unable to parse IP");
  const [bare = "", zone] = text.split(/%(.*)/s);
  return zone === "" ? failure(text, "zone must be a non-empty string") : withZone(parseGroups(text, bare), zone);
}

function withZone(address: AddressBytes | Failure, zone: string | undefined): Parsed | Failure {
  return address instanceof Failure ? address : { address, zone };
}

function failure(text: string, words: string, at = ""): Failure {
  return new Failure(`ParseAddr(${quoteForGo(text)}): ${words}${at === "" ? "" : ` (at ${quoteForGo(at)})`}`);
}

/** Four decimal numbers: the whole address, or the end of an IPv6 one. */
function parseFields(text: string, part: string): AddressBytes | Failure {
  const fields = [0];
  let digits = 0;
  for (let at = 0; at < part.length; at += 1) {
    const character = part.charAt(at);
    const rest = part.slice(at);
    if (character === ".") {
      if (at === 0 || rest.length === 1 || part[at - 1] === ".")
        return failure(text, "IPv4 field must have at least one digit", rest);
      if (fields.length === 4) return failure(text, "IPv4 address too long");
      fields.push(0);
      digits = 0;
    } else {
      if (!/\d/.test(character)) return failure(text, "unexpected character", rest);
      const before = fields.pop() ?? 0;
      if (digits === 1 && before === 0) return failure(text, "IPv4 field has octet with leading zero");
      fields.push(before * 10 + Number(character));
      digits += 1;
      if ((fields.at(-1) ?? 0) > 255) return failure(text, "IPv4 field has value >255");
    }
  }
  return fields.length < 4 ? failure(text, "IPv4 address too short") : Uint8Array.from(fields);
}

/** Groups of hexadecimal digits, `::` for as many of zeros as are missing. */
function parseGroups(text: string, bare: string): AddressBytes | Failure {
  const bytes: number[] = [];
  let gap = bare.startsWith("::") ? 0 : -1;
  let rest = gap === 0 ? bare.slice(2) : bare;
  while (bytes.length < 16 && rest !== "") {
    const [group = ""] = /^[\da-fA-F]*/.exec(rest) ?? [];
    if (group.length > 4) return failure(text, "each group must have 4 or less digits", rest);
    if (group === "") return failure(text, "each colon-separated field must have at least one digit", rest);
    if (rest[group.length] === ".") return embedded({ text, bytes, gap, rest });
    const value = Number.parseInt(group, 16);
    bytes.push(value >> 8, value & 0xff);
    rest = rest.slice(group.length);
    if (rest === "") break;
    if (!rest.startsWith(":")) return failure(text, "unexpected character, want colon", rest);
    if (rest.length === 1) return failure(text, "colon must be followed by more characters", rest);
    rest = rest.slice(1);
    if (!rest.startsWith(":")) continue;
    if (gap >= 0) return failure(text, "multiple :: in address", rest);
    gap = bytes.length;
    rest = rest.slice(1);
  }
  return rest === "" ? expanded(text, bytes, gap) : failure(text, "trailing garbage after address", rest);
}

interface Reading {
  readonly text: string;
  readonly bytes: readonly number[];
  readonly gap: number;
  readonly rest: string;
}

function embedded({ text, bytes, gap, rest }: Reading): AddressBytes | Failure {
  if (gap < 0 && bytes.length !== 12) {
    return failure(text, "embedded IPv4 address must replace the final 2 fields of the address", rest);
  }
  if (bytes.length + 4 > 16) {
    return failure(text, "too many hex fields to fit an embedded IPv4 at the end of the address", rest);
  }
  const fields = parseFields(text, rest);
  return fields instanceof Failure ? fields : expanded(text, [...bytes, ...fields], gap);
}

function expanded(text: string, bytes: readonly number[], gap: number): AddressBytes | Failure {
  if (bytes.length === 16) {
    return gap < 0 ? Uint8Array.from(bytes) : failure(text, "the :: must expand to at least one field of zeros");
  }
  if (gap < 0) return failure(text, "address string too short");
  const zeros = Array.from({ length: 16 - bytes.length }, () => 0);
  return Uint8Array.from([...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)]);
}

/** As Go writes it: the longest run of zero groups, of at least two, is `::`. */
export function formatAddress(address: AddressBytes): string {
  if (address.length === 4) return address.join(".");
  const groups = Array.from({ length: 8 }, (_, at) => ((address[at * 2] ?? 0) << 8) | (address[at * 2 + 1] ?? 0));
  const { start, length } = longestZeros(groups);
  const write = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(":");
  return length < 2 ? write(groups) : `${write(groups.slice(0, start))}::${write(groups.slice(start + length))}`;
}

interface Run {
  readonly start: number;
  readonly length: number;
}

function longestZeros(groups: readonly number[]): Run {
  let longest: Run = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start += 1) {
    const end = groups.findIndex((group, at) => at >= start && group !== 0);
    const length = (end === -1 ? groups.length : end) - start;
    if (length > longest.length) longest = { start, length };
  }
  return longest;
}
