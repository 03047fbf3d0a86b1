import { CelCompileError } from "../failures.ts";
import { isInt64, uint64Max } from "../values/integers.ts";
import { CelUint } from "../values/value.ts";
import type { LiteralValue } from "./expression.ts";
import type { Token } from "./tokens.ts";

/** The value of a number token, with the minus before it. */
export function readNumber({ kind, text }: Token, isNegative: boolean): LiteralValue {
  if (kind === "double") return readDouble(text, isNegative);
  const magnitude = BigInt(text.replace(/[uU]$/, ""));
  const value = isNegative ? -magnitude : magnitude;
  if (kind === "uint") {
    if (value > uint64Max) throw new CelCompileError("invalid uint literal");
    return new CelUint(value);
  }
  if (!isInt64(value)) throw new CelCompileError("invalid int literal");
  return value;
}

function readDouble(text: string, isNegative: boolean): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new CelCompileError("invalid double literal");
  return isNegative ? -value : value;
}
