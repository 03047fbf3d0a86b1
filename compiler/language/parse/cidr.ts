import { type Address, IP, addressOf } from "./ip.ts";
import type { Written } from "./readable.ts";
import { isMatch } from "./is-match.ts";

/** A network. CEL: `cidr('10.0.0.0/8')`, from Kubernetes 1.31 on. */
export class CIDR {
  readonly #address: Address;
  readonly #length: number;

  constructor(address: Address, length: number) {
    this.#address = address;
    this.#length = length;
  }

  /** Whether the address belongs to the network; one of the other family does not. */
  containsIP(other: IP): boolean {
    return this.#covers(IP.addressIn(other));
  }

  /** Whether the whole of the other network belongs to this one. */
  containsCIDR(other: CIDR): boolean {
    return this.#length <= other.#length && this.#covers(other.#address);
  }

  /** Bits of the mask. */
  prefixLength(): number {
    return this.#length;
  }

  /** The address before the `/`, as it was written: that of `10.0.0.1/8` is `10.0.0.1`. */
  ip(): IP {
    return new IP(this.#address);
  }

  /** The network without the bits behind its mask: `10.0.0.1/8` becomes `10.0.0.0/8`. */
  masked(): CIDR {
    const { family, bits } = this.#address;
    return new CIDR({ family, bits: (bits >> this.#rest) << this.#rest }, this.#length);
  }

  /** The same address and the same mask: `10.0.0.1/8` and `10.0.0.0/8` are not equal unless masked. CEL: `==`. */
  equals(other: CIDR): boolean {
    return this.#length === other.#length && this.ip().equals(other.ip());
  }

  /** Bits behind the mask. */
  get #rest(): bigint {
    return BigInt((this.#address.family === 4 ? 32 : 128) - this.#length);
  }

  #covers({ family, bits }: Address): boolean {
    return family === this.#address.family && bits >> this.#rest === this.#address.bits >> this.#rest;
  }
}

/** Reads text such as `10.0.0.0/8` or `2001:db8::/32`; undefined for text that is no network. */
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
