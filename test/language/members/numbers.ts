import { type Members, impossible, supported, supportedWhere } from "./member.ts";

const functions = "CEL has no such function, and cannot calculate it exactly";
const bits = "it calculates with 32 bits";
const locale = "it depends on the locale of the process";
const constants = (name: string): string => `number > Math.${name}`;

export const math: Members = {
  abs: supported("Math.abs(number) > 1"),
  ceil: supported("Math.ceil(number) > 1"),
  floor: supported("Math.floor(number) > 1"),
  max: supported("Math.max(number, 2) > 1"),
  min: supported("Math.min(number, 2) > 1"),
  round: supported("Math.round(number) > 1"),
  sign: supported("Math.sign(number) > 0"),
  trunc: supported("Math.trunc(number) > 1"),
  E: supported(constants("E")),
  LN10: supported(constants("LN10")),
  LN2: supported(constants("LN2")),
  LOG10E: supported(constants("LOG10E")),
  LOG2E: supported(constants("LOG2E")),
  PI: supported(constants("PI")),
  SQRT1_2: supported(constants("SQRT1_2")),
  SQRT2: supported(constants("SQRT2")),
  ...impossible("a rule must give one answer to one request", { random: `Math.random() > 0.5` }),
  ...impossible(bits, { clz32: "Math.clz32(number) > 1", imul: "Math.imul(number, 2) > 1", fround: "Math.fround(number) > 1" }),
  ...impossible(functions, {
    acos: "Math.acos(number) > 1",
    acosh: "Math.acosh(number) > 1",
    asin: "Math.asin(number) > 1",
    asinh: "Math.asinh(number) > 1",
    atan: "Math.atan(number) > 1",
    atan2: "Math.atan2(number, 1) > 1",
    atanh: "Math.atanh(number) > 1",
    cbrt: "Math.cbrt(number) > 1",
    cos: "Math.cos(number) > 1",
    cosh: "Math.cosh(number) > 1",
    exp: "Math.exp(number) > 1",
    expm1: "Math.expm1(number) > 1",
    hypot: "Math.hypot(number, 1) > 1",
    log: "Math.log(number) > 1",
    log10: "Math.log10(number) > 1",
    log1p: "Math.log1p(number) > 1",
    log2: "Math.log2(number) > 1",
    pow: "Math.pow(number, 2) > 1",
    sin: "Math.sin(number) > 1",
    sinh: "Math.sinh(number) > 1",
    sqrt: "Math.sqrt(number) > 1",
    tan: "Math.tan(number) > 1",
    tanh: "Math.tanh(number) > 1",
  }),
  ...impossible("it has no use in a rule", { "[Symbol.toStringTag]": "Math[Symbol.toStringTag] === text" }),
};

/** Of a fraction CEL prints other digits than JavaScript; a message has words where it would. */
const printed = "of lengths and other whole numbers; of any number in a message";

export const number: Members = {
  toFixed: supportedWhere(printed, 'list.length.toFixed(2) === "1.00"'),
  toString: supportedWhere(printed, 'list.length.toString() === "1"'),
  valueOf: supported("number.valueOf() > 1"),
  ...impossible("CEL prints only whole numbers and tenths", {
    toExponential: 'number.toExponential() === "1e+0"',
    toPrecision: 'number.toPrecision(2) === "1.0"',
  }),
  ...impossible(locale, { toLocaleString: 'number.toLocaleString() === "1"' }),
};

export const numberConstructor: Members = {
  EPSILON: supported("number > Number.EPSILON"),
  MAX_SAFE_INTEGER: supported("number > Number.MAX_SAFE_INTEGER"),
  MAX_VALUE: supported("number > Number.MAX_VALUE"),
  MIN_SAFE_INTEGER: supported("number > Number.MIN_SAFE_INTEGER"),
  MIN_VALUE: supported("number > Number.MIN_VALUE"),
  NEGATIVE_INFINITY: supported("number > Number.NEGATIVE_INFINITY"),
  NaN: supported("number > Number.NaN"),
  POSITIVE_INFINITY: supported("number > Number.POSITIVE_INFINITY"),
  isFinite: supported("Number.isFinite(number)"),
  isInteger: supported("Number.isInteger(number)"),
  isNaN: supported("Number.isNaN(number)"),
  isSafeInteger: supported("Number.isSafeInteger(number)"),
  parseFloat: supported("Number.parseFloat(text) > 1"),
  parseInt: supported('Number.parseInt(annotations?.a ?? "", 10) > 1'),
  prototype: { is: "impossible", rule: "Number.prototype === undefined", why: "it is for classes, which policies do not have" },
};
