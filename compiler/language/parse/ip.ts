import type { Written } from "./readable.ts";
import { isMatch } from "./is-match.ts";

const bitsOf = { 4: 32, 6: 128 } as const;

/** The bits of an address. The family says how many there are. */
export interface Address {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

/** An IPv4 or IPv6 address. CEL: `ip('10.0.0.1')`, from Kubernetes 1.31 on. */
export class IP {
  readonly #address: Address;

  constructor(address: Address) {
    this.#address = address;
  }

  /** Not available in rules: they get values of this type, never the class. */
  static addressIn(ip: IP): Address {
    return ip.#address;
  }

  /** 4 or 6. */
  family(): number {
    return this.#address.family;
  }

  /** Whether both are the same address, also if written differently. CEL: `==`. */
  equals(other: IP): boolean {
    return this.#address.family === other.#address.family && this.#address.bits === other.#address.bits;
  }

  /** Whether it is `0.0.0.0` or `::`. */
  isUnspecified(): boolean {
    return this.#address.bits === 0n;
  }

  /** Whether it is in `127.0.0.0/8`, or `::1`. */
  isLoopback(): boolean {
    return this.#starts({ 4: [8, 127n], 6: [128, 1n] });
  }

  /** Whether it is in `224.0.0.0/24`, or in `ff02::/16` with any flags. */
  isLinkLocalMulticast(): boolean {
    const { family, bits } = this.#address;
    return family === 4 ? bits >> 8n === 0xe0_00_00n : ((bits >> 112n) & 0xff0fn) === 0xff02n;
  }

  /** Whether it is in `169.254.0.0/16` or `fe80::/10`. */
  isLinkLocalUnicast(): boolean {
    return this.#starts({ 4: [16, 0xa9_fen], 6: [10, 0x3fan] });
  }

  /**
   * Whether it is neither unspecified, loopback, multicast, link-local nor broadcast. Private addresses such as
   * `10.0.0.1` are global unicast addresses, as in Go.
   */
  isGlobalUnicast(): boolean {
    const { family, bits } = this.#address;
    const isBroadcast = family === 4 && bits === 0xff_ff_ff_ffn;
    const isMulticast = this.#starts({ 4: [4, 0xen], 6: [8, 0xffn] });
    return !isBroadcast && !isMulticast && !this.isUnspecified() && !this.isLoopback() && !this.isLinkLocalUnicast();
  }

  #starts(prefixes: Readonly<Record<4 | 6, readonly [length: number, bits: bigint]>>): boolean {
    const { family, bits } = this.#address;
    const [length, prefix] = prefixes[family];
    return bits >> BigInt(bitsOf[family] - length) === prefix;
  }
}

/**
 * Parses an IPv4 or IPv6 address. `undefined` for any other text. Needs Kubernetes 1.31 (`--kube 1.31`). A literal in
 * the policy is checked at compile time.
 *
 * ```ts
 * ip(oldObject.spec?.address)?.isLoopback() === true
 * ```
 *
 * CEL: `isIP(variables.spec.address) && ip(variables.spec.address).isLoopback()`
 */
export function ip<const Text extends string>(text: Written<Text>): IP;
export function ip(text: string | undefined): IP | undefined;
export function ip(text: string | undefined): IP | undefined {
  const address = text === undefined ? undefined : addressOf(text);
  return address === undefined ? undefined : new IP(address);
}

/** The length of `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255`, the longest address. */
const longestAddress = 45;

/** As Go's netip parses it, with Kubernetes' restrictions: no zones, no leading zeros, no IPv4 in `::ffff:0:0/96`. */
export function addressOf(text: string): Address | undefined {
  if (text.length > longestAddress) return undefined;
  if (!text.includes(":")) {
    const bits = ipv4Of(text);
    return bits === undefined ? undefined : { family: 4, bits };
  }
  const bits = ipv6Of(text);
  return bits === undefined || bits >> 32n === 0xffffn ? undefined : { family: 6, bits };
}

function ipv4Of(text: string): bigint | undefined {
  const octets = text.split(".");
  if (octets.length !== 4 || !octets.every((octet) => isMatch(/^(0|[1-9][0-9]{0,2})$/, octet) && Number(octet) <= 255))
    return undefined;
  return octets.reduce((bits, octet) => (bits << 8n) | BigInt(octet), 0n);
}

/** `::` stands for one or more groups of zeros. */
function ipv6Of(text: string): bigint | undefined {
  const [before = "", after, ...others] = withoutIpv4(text).split("::");
  const [left, right] = [groupsOf(before), after === undefined ? [] : groupsOf(after)];
  const missing = 8 - left.length - right.length;
  const isComplete = after === undefined ? missing === 0 : missing > 0;
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...right];
  if (others.length > 0 || !isComplete || !groups.every((group) => isMatch(/^[0-9A-Fa-f]{1,4}$/, group))) return undefined;
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(parseInt(group, 16)), 0n);
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}

/** `::1.2.3.4` is `::102:304`. */
function withoutIpv4(text: string): string {
  const start = text.lastIndexOf(":") + 1;
  const bits = ipv4Of(text.slice(start));
  if (bits === undefined) return text;
  return `${text.slice(0, start)}${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
}
