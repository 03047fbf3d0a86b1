import { Failure, noSuchOverload } from "../failures.ts";
import type { CelOpaque } from "../values/value.ts";
import { parseType } from "../values/type-text.ts";
import { type KubernetesCost, ofFirst, oneUnit, traversal, twice, plainSizeOf } from "../cost/charges.ts";
import { ofNetwork, ofTarget, atMostOne } from "../cost/estimates.ts";
import { type CelFunction, define, since } from "./cel-function.ts";
import { CelIp, ipOf, isIpv4InIpv6 } from "./ip.ts";
import { type AddressBytes, formatAddress, parseAddress } from "../kubernetes-types/ip-address.ts";
import { quoteForGo } from "../format/quote.ts";

export const cidrType = parseType("net.CIDR");

export class CelCidr implements CelOpaque {
  readonly type = cidrType;
  readonly address: AddressBytes;
  /** Length of the prefix. */
  readonly bits: number;

  constructor(address: AddressBytes, bits: number) {
    this.address = address;
    this.bits = bits;
  }

  /** In bytes, as costs count it. */
  get size(): number {
    return Math.ceil(this.bits / 8);
  }

  equals(other: unknown): boolean | Failure {
    if (!(other instanceof CelCidr)) return noSuchOverload;
    return this.bits === other.bits && Buffer.compare(this.address, other.address) === 0;
  }

  toString(): string {
    return `${formatAddress(this.address)}/${this.bits}`;
  }
}

/** apiserver: pkg/cel/library/cidr.go. */
export const cidrFunctions: readonly CelFunction[] = since(31, [
  define("cidr", [["string_to_cidr", "(string): net.CIDR", cidrOf]], {
    charges: { kubernetes: ofFirst },
    emitted: { estimate: ofTarget, text: "none" },
  }),
  define(
    "containsIP",
    [
      ["cidr_contains_ip_string", "net.CIDR.(string): bool", (cidr: CelCidr, text: string) => containsIp(cidr, ipOf(text))],
      ["cidr_contains_ip_ip", "net.CIDR.(net.IP): bool", containsIp],
    ],
    { charges: { kubernetes: containment("cidr_contains_ip_string") }, emitted: { estimate: ofNetwork } },
  ),
  define(
    "containsCIDR",
    [
      ["cidr_contains_cidr_string", "net.CIDR.(string): bool", (cidr: CelCidr, text: string) => containsCidr(cidr, cidrOf(text))],
      ["cidr_contains_cidr", "net.CIDR.(net.CIDR): bool", containsCidr],
    ],
    {
      charges: {
        kubernetes: (values, result, overload) =>
          containment("cidr_contains_cidr_string")(values, result, overload) + traversal(plainSizeOf(values[0])) + 1,
      },
      emitted: { estimate: ofNetwork },
    },
  ),
  define("ip", [["cidr_ip", "net.CIDR.(): net.IP", ({ address }: CelCidr) => new CelIp(address)]], {
    charges: oneUnit,
    emitted: { estimate: atMostOne, text: "none" },
  }),
  define("prefixLength", [["cidr_prefix_length", "net.CIDR.(): int", ({ bits }: CelCidr) => BigInt(bits)]], {
    charges: oneUnit,
    emitted: { estimate: atMostOne },
  }),
  define(
    "masked",
    [["cidr_masked", "net.CIDR.(): net.CIDR", ({ address, bits }: CelCidr) => new CelCidr(mask(address, bits), bits)]],
    { charges: oneUnit, emitted: { estimate: atMostOne, text: "none" } },
  ),
  define("isCIDR", [["is_cidr", "(string): bool", (text: string) => !(cidrOf(text) instanceof Failure)]], {
    charges: { kubernetes: ofFirst },
    emitted: { estimate: ofTarget },
  }),
  define("string", [["cidr_to_string", "(net.CIDR): string", String as (cidr: CelCidr) => string]], { charges: oneUnit }),
]);

/** Of two networks or addresses; text has to be read before. */
function containment(ofText: string): (...call: Parameters<KubernetesCost>) => number {
  return ([cidr, other], _, overload) => twice(plainSizeOf(cidr)) + (overload === ofText ? traversal(plainSizeOf(other)) : 0);
}

function cidrOf(text: string): CelCidr | Failure {
  const problem = (words: string): Failure =>
    new Failure(`network address parse error during conversion from string: netip.ParsePrefix(${quoteForGo(text)}): ${words}`);
  const slash = text.lastIndexOf("/");
  if (slash === -1) return problem("no '/'");
  const parsed = parseAddress(text.slice(0, slash));
  if (parsed instanceof Failure) return problem(parsed.message);
  const { address, zone } = parsed;
  if (zone !== undefined) return problem("IPv6 zones cannot be present in a prefix");
  const length = text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,18})$/.test(length)) return problem(`bad bits after slash: ${quoteForGo(length)}`);
  if (Number(length) > address.length * 8) return problem("prefix length out of range");
  if (isIpv4InIpv6(address)) return new Failure(`IPv4-mapped IPv6 address ${quoteForGo(text)} is not allowed`);
  return new CelCidr(address, Number(length));
}

/** Text that is no address is an error that the API server then takes for a missing overload. */
function containsIp(cidr: CelCidr, ip: CelIp | Failure): boolean | Failure {
  if (ip instanceof Failure) return noSuchOverload;
  return cidr.address.length === ip.address.length && isEqualUpTo(cidr.bits, cidr.address, ip.address);
}

function containsCidr(cidr: CelCidr, other: CelCidr | Failure): boolean | Failure {
  if (other instanceof Failure) return other;
  if (cidr.address.length !== other.address.length || cidr.bits > other.bits) return false;
  return isEqualUpTo(cidr.bits, cidr.address, other.address);
}

function isEqualUpTo(bits: number, a: AddressBytes, b: AddressBytes): boolean {
  return Buffer.compare(mask(a, bits), mask(b, bits)) === 0;
}

function mask(address: AddressBytes, bits: number): AddressBytes {
  return address.map((byte, at) => byte & ~(0xff >> Math.min(8, Math.max(0, bits - at * 8))));
}
