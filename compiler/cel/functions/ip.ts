import { Failure, noSuchOverload } from "../failures.ts";
import type { CelOpaque } from "../values/value.ts";
import { parseType } from "../values/type-text.ts";
import { ofFirst, oneUnit, twiceFirst } from "../cost/charges.ts";
import { ofTarget, atMostOne } from "../cost/estimates.ts";
import { type CelFunction, define, since } from "./cel-function.ts";
import { type AddressBytes, formatAddress, parseAddress } from "../kubernetes-types/ip-address.ts";
import { quoteForGo } from "../format/quote.ts";

export const ipType = parseType("net.IP");

export class CelIp implements CelOpaque {
  readonly type = ipType;
  readonly address: AddressBytes;

  constructor(address: AddressBytes) {
    this.address = address;
  }

  /** In bytes, as costs count it. */
  get size(): number {
    return this.address.length;
  }

  equals(other: unknown): boolean | Failure {
    return other instanceof CelIp ? Buffer.compare(this.address, other.address) === 0 : noSuchOverload;
  }

  toString(): string {
    return formatAddress(this.address);
  }
}

/** apiserver: pkg/cel/library/ip.go. */
export const ipFunctions: readonly CelFunction[] = since(31, [
  define("ip", [["string_to_ip", "(string): net.IP", ipOf]], {
    charges: { kubernetes: ofFirst },
    emitted: { estimate: ofTarget, text: "none" },
  }),
  define("family", [["ip_family", "net.IP.(): int", ({ address }: CelIp) => (address.length === 4 ? 4n : 6n)]], {
    charges: oneUnit,
    emitted: { estimate: atMostOne },
  }),
  define("ip.isCanonical", [["ip_is_canonical", "(string): bool", isCanonical]], { charges: { kubernetes: twiceFirst } }),
  test("isUnspecified", "ip_is_unspecified", isUnspecified),
  test("isLoopback", "ip_is_loopback", isLoopback),
  test("isLinkLocalMulticast", "ip_is_link_local_multicast", isLinkLocalMulticast),
  test("isLinkLocalUnicast", "ip_is_link_local_unicast", isLinkLocalUnicast),
  test("isGlobalUnicast", "ip_is_global_unicast", isGlobalUnicast),
  define("isIP", [["is_ip", "(string): bool", (text: string) => !(ipOf(text) instanceof Failure)]], {
    charges: { kubernetes: ofFirst },
    emitted: { estimate: ofTarget },
  }),
  define("string", [["ip_to_string", "(net.IP): string", String as (ip: CelIp) => string]], { charges: oneUnit }),
]);

function test(name: string, id: string, holds: (address: AddressBytes) => boolean): CelFunction {
  return define(name, [[id, "net.IP.(): bool", ({ address }: CelIp) => holds(address)]], {
    charges: oneUnit,
    emitted: { estimate: atMostOne },
  });
}

/** No zones, and no IPv4 in IPv6. */
export function ipOf(text: string): CelIp | Failure {
  const parsed = parseAddress(text);
  if (parsed instanceof Failure) {
    return new Failure(`IP Address ${quoteForGo(text)} parse error during conversion from string: ${parsed.message}`);
  }
  const { address, zone } = parsed;
  if (zone !== undefined) return new Failure(`IP address ${quoteForGo(text)} with zone value is not allowed`);
  return isIpv4InIpv6(address) ? new Failure(`IPv4-mapped IPv6 address ${quoteForGo(text)} is not allowed`) : new CelIp(address);
}

export function isIpv4InIpv6(address: AddressBytes): boolean {
  return (
    address.length === 16 && address.slice(0, 10).every((byte) => byte === 0) && address[10] === 0xff && address[11] === 0xff
  );
}

function isCanonical(text: string): boolean | Failure {
  const ip = ipOf(text);
  return ip instanceof Failure ? ip : String(ip) === text;
}

function isUnspecified(address: AddressBytes): boolean {
  return address.every((byte) => byte === 0);
}

function isLoopback(address: AddressBytes): boolean {
  if (address.length === 4) return address[0] === 127;
  return address.slice(0, 15).every((byte) => byte === 0) && address[15] === 1;
}

function isMulticast([first = 0, ...rest]: AddressBytes): boolean {
  return rest.length === 3 ? (first & 0xf0) === 0xe0 : first === 0xff;
}

function isLinkLocalMulticast(address: AddressBytes): boolean {
  const [first = 0, second = 0, third = 0] = address;
  if (address.length === 4) return first === 224 && second === 0 && third === 0;
  return first === 0xff && (second & 0x0f) === 2;
}

function isLinkLocalUnicast(address: AddressBytes): boolean {
  const [first = 0, second = 0] = address;
  return address.length === 4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
}

function isGlobalUnicast(address: AddressBytes): boolean {
  const isBroadcast = address.length === 4 && address.every((byte) => byte === 255);
  return ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast].some((other) => other(address)) && !isBroadcast;
}
