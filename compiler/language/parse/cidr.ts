import { type Address, IP, addressOf } from "./ip.ts";
import type { Written } from "./readable.ts";
import { isMatch } from "./is-match.ts";

/** A network: an address and the length of its mask. CEL: `cidr('10.0.0.0/8')`, from Kubernetes 1.31 on. */
export class CIDR {
  readonly #address: Address;
  readonly #length: number;

  constructor(address: Address, length: number) {
    this.#address = address;
    this.#length = length;
  }

  /** Whether the network contains the address. False if one is IPv4 and the other IPv6. */
  containsIP(other: IP): boolean {
    return this.#covers(IP.addressIn(other));
  }

  /** Whether this network contains all of the other one. */
  containsCIDR(other: CIDR): boolean {
    return this.#length <= other.#length && this.#covers(other.#address);
  }

  /** The length of the mask in bits: 8 for `10.0.0.0/8`. */
  prefixLength(): number {
    return this.#length;
  }

  /** The address before the `/`, as written: `10.0.0.1` for `10.0.0.1/8`. */
  ip(): IP {
    return new IP(this.#address);
  }

  /** The network with the bits after the mask set to zero: `10.0.0.1/8` becomes `10.0.0.0/8`. */
  masked(): CIDR {
    const { family, bits } = this.#address;
    return new CIDR({ family, bits: (bits >> this.#rest) << this.#rest }, this.#length);
  }

  /** Whether address and mask are the same: `10.0.0.1/8` equals `10.0.0.0/8` only after `masked()`. CEL: `==`. */
  equals(other: CIDR): boolean {
    return this.#length === other.#length && this.ip().equals(other.ip());
  }

  /** The number of bits after the mask. */
  get #rest(): bigint {
    return BigInt((this.#address.family === 4 ? 32 : 128) - this.#length);
  }

  #covers({ family, bits }: Address): boolean {
    return family === this.#address.family && bits >> this.#rest === this.#address.bits >> this.#rest;
  }
}

/**
 * Parses a network such as `10.0.0.0/8` or `2001:db8::/32`. `undefined` for any other text. Needs Kubernetes 1.31
 * (`--kube 1.31`). A literal in the policy is checked at compile time.
 *
 * ```ts
 * cidr(oldObject.spec?.network)?.containsIP(ip("10.0.0.1")) === true
 * ```
 *
 * CEL: `isCIDR(variables.spec.network) && cidr(variables.spec.network).containsIP(ip('10.0.0.1'))`
 */
export function cidr<const Text extends string>(text: Written<Text>): CIDR;
export function cidr(text: string | undefined): CIDR | undefined;
export function cidr(text: string | undefined): CIDR | undefined {
  const slash = text?.lastIndexOf("/") ?? -1;
  if (text === undefined || slash === -1) return undefined;
  const [address, length] = [addressOf(text.slice(0, slash)), lengthOf(text.slice(slash + 1))];
  if (address === undefined || length === undefined || length > (address.family === 4 ? 32 : 128)) return undefined;
  return new CIDR(address, length);
}

function lengthOf(text: string): number | undefined {
  return isMatch(/^(0|[1-9][0-9]{0,2})$/, text) ? Number(text) : undefined;
}
