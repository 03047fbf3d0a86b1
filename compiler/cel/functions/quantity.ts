import { Failure, noSuchOverload } from "../failures.ts";
import type { CelOpaque } from "../values/value.ts";
import { parseType } from "../values/type-text.ts";
import { ofFirst, oneUnit } from "../cost/charges.ts";
import { ofTarget, atMostOne } from "../cost/estimates.ts";
import { type AboutFunction, type CelFunction, define } from "./cel-function.ts";
import {
  type Amount,
  type Whole,
  addAmounts,
  asInteger,
  compareAmounts,
  isWhole,
  negatedAmount,
  toDecimal,
  parseQuantity,
} from "../kubernetes-types/quantity-amount.ts";

const quantityType = parseType("kubernetes.Quantity");

/**
 * apimachinery's resource.Quantity. The amount is an integer with a scale or a big decimal, and which of them it is
 * shows in `isInteger`: comparing with a big decimal makes one of this, for good.
 */
export class CelQuantity implements CelOpaque {
  readonly type = quantityType;
  amount: Amount;
  /** Sums are pointers in Go, and those the API server's `==` does not take on its right. */
  readonly isPointer: boolean;

  constructor(amount: Amount, isPointer: boolean) {
    this.amount = amount;
    this.isPointer = isPointer;
  }

  equals(other: unknown): boolean | Failure {
    if (!(other instanceof CelQuantity) || other.isPointer) return noSuchOverload;
    return compareAmounts(this.amount, other.amount) === 0;
  }

  compareTo(other: CelQuantity): number {
    if (!isWhole(this.amount) || !isWhole(other.amount)) this.amount = toDecimal(this.amount);
    return compareAmounts(this.amount, other.amount);
  }

  plus(amount: Amount): CelQuantity {
    return new CelQuantity(addAmounts(this.amount, amount), true);
  }
}

const emitted: AboutFunction = { charges: oneUnit, emitted: { estimate: atMostOne } };
const emittedSum: AboutFunction = { charges: oneUnit, emitted: { estimate: atMostOne, text: "none" } };

/** apiserver: pkg/cel/library/quantity.go. */
export const quantityFunctions: readonly CelFunction[] = [
  define("quantity", [["string_to_quantity", "(string): kubernetes.Quantity", quantityOf]], {
    charges: { kubernetes: ofFirst },
    emitted: { estimate: ofTarget, text: "none" },
  }),
  define("isQuantity", [["is_quantity_string", "(string): bool", (text: string) => !(parseQuantity(text) instanceof Failure)]], {
    charges: { kubernetes: ofFirst },
  }),
  define("sign", [["quantity_sign", "(kubernetes.Quantity): int", ({ amount }: CelQuantity) => signOf(amount)]], emitted),
  method("isGreaterThan", "quantity_is_greater_than", "(kubernetes.Quantity): bool", (a, b) => a.compareTo(b) > 0),
  method("isLessThan", "quantity_is_less_than", "(kubernetes.Quantity): bool", (a, b) => a.compareTo(b) < 0),
  method("compareTo", "quantity_compare_to", "(kubernetes.Quantity): int", (a, b) => BigInt(a.compareTo(b))),
  define(
    "asApproximateFloat",
    [["quantity_get_float", "kubernetes.Quantity.(): double", ({ amount }: CelQuantity) => floatOf(amount)]],
    { charges: oneUnit },
  ),
  define("asInteger", [["quantity_get_int", "kubernetes.Quantity.(): int", integerOf]], { charges: oneUnit }),
  define(
    "isInteger",
    [["quantity_is_integer", "kubernetes.Quantity.(): bool", ({ amount }: CelQuantity) => asInteger(amount) !== undefined]],
    { charges: oneUnit },
  ),
  define(
    "add",
    [
      [
        "quantity_add",
        "kubernetes.Quantity.(kubernetes.Quantity): kubernetes.Quantity",
        (a: CelQuantity, b: CelQuantity) => a.plus(b.amount),
      ],
      ["quantity_add_int", "kubernetes.Quantity.(int): kubernetes.Quantity", (a: CelQuantity, b: bigint) => a.plus(whole(b))],
    ],
    emittedSum,
  ),
  define(
    "sub",
    [
      [
        "quantity_sub",
        "kubernetes.Quantity.(kubernetes.Quantity): kubernetes.Quantity",
        (a: CelQuantity, b: CelQuantity) => a.plus(negatedAmount(b.amount)),
      ],
      [
        "quantity_sub_int",
        "kubernetes.Quantity.(int): kubernetes.Quantity",
        (a: CelQuantity, b: bigint) => a.plus(negatedAmount(whole(b))),
      ],
    ],
    emittedSum,
  ),
];

function method(
  name: string,
  id: string,
  rest: string,
  implementation: (a: CelQuantity, b: CelQuantity) => bigint | boolean,
): CelFunction {
  return define(name, [[id, `kubernetes.Quantity.${rest}`, implementation]], emitted);
}

function whole(value: bigint): Whole {
  return { kind: "whole", value, scale: 0 };
}

function quantityOf(text: string): CelQuantity | Failure {
  const amount = parseQuantity(text);
  return amount instanceof Failure ? amount : new CelQuantity(amount, false);
}

function signOf({ value }: Amount): bigint {
  return value === 0n ? 0n : value > 0n ? 1n : -1n;
}

function integerOf({ amount }: CelQuantity): bigint | Failure {
  return asInteger(amount) ?? new Failure("cannot convert value to integer");
}

function floatOf({ value, scale }: Amount): number {
  return scale === 0 ? Number(value) : Number(value) * powerOfTen(scale);
}

/** Go: math.Pow10, which multiplies two table entries. */
function powerOfTen(exponent: number): number {
  if (exponent > 308) return Infinity;
  if (exponent < -323) return 0;
  const [large, small] = [Math.floor(Math.abs(exponent) / 32) * 32, Math.abs(exponent) % 32];
  return exponent >= 0 ? Number(`1e${large}`) * Number(`1e${small}`) : Number(`1e-${large}`) / Number(`1e${small}`);
}
