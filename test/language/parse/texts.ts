import fc from "fast-check";

/** Two texts for a value of one kind: often alike, often no such text at all. */
export type Pair = readonly [a: string, b: string];

const digits = (most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: most });
const sometimes = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(""), text);
const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(""));
const oneOf = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

const sign = oneOf("", "", "", "-", "+");

const quantity = joined(
  sign,
  fc.oneof(digits(4), digits(21), oneOf("", "0", "1", "1000", "1024", "9223372036854775807", "8")),
  fc.oneof(fc.constant(""), fc.constant("."), joined(fc.constant("."), digits(10))),
  fc.oneof(
    oneOf("", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "K", "ki", "Mb", "e"),
    joined(oneOf("e", "E"), sign, digits(3)),
  ),
);

const amount = joined(digits(9), sometimes(joined(fc.constant("."), digits(9))));
const inOrder = joined(
  sign,
  ...["h", "m", "s"].map((unit) => sometimes(joined(amount, fc.constant(unit)))),
  sometimes(joined(amount, oneOf("ms", "us", "µs", "ns"))),
);
const anyOrder = joined(
  sign,
  fc
    .array(joined(amount, oneOf("h", "m", "s", "ms", "us", "µs", "μs", "ns", "d", "")), { maxLength: 3 })
    .map((parts) => parts.join("")),
);
const duration = fc.oneof(inOrder, anyOrder, oneOf("0", "-0", "+", "1h", "60m", "3600s", "0.1h", "0.3s"));

/** Mostly up to `most`, and now and then one more: those are none. */
const two = (least: number, most: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 20, arbitrary: fc.integer({ min: least, max: most }) },
      { weight: 1, arbitrary: fc.constantFrom(0, most + 1) },
    )
    .map((number) => String(number).padStart(2, "0"));
const timestamp = joined(
  fc.oneof(
    fc.integer({ min: 1968, max: 2101 }).map(String),
    oneOf("1970", "1972", "2000", "2024", "2026", "2099", "2100", "0001"),
  ),
  fc.constant("-"),
  fc.oneof(two(1, 12), oneOf("02")),
  fc.constant("-"),
  fc.oneof(two(1, 31), oneOf("28", "29", "30", "31")),
  oneOf(..."TTTTTTTTTTTTTTt ".split("")),
  two(0, 23),
  fc.constant(":"),
  two(0, 59),
  fc.constant(":"),
  two(0, 59),
  sometimes(joined(oneOf(..."..........,".split("")), digits(10))),
  fc.oneof(oneOf(..."ZZZZZZZZz".split("")), joined(oneOf("+", "-"), two(0, 23), fc.constant(":"), two(0, 59))),
);

/** Mostly well, and now and then what is none. */
const mostly = (well: fc.Arbitrary<string>, ...wrong: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 30, arbitrary: well }, { weight: 1, arbitrary: oneOf(...wrong) });

const octet = mostly(
  fc.oneof(fc.integer({ min: 0, max: 255 }).map(String), oneOf("0", "127", "169", "224", "239", "254", "255")),
  "01",
  "",
  "256",
  "+1",
  "1e1",
);
const dotted = (count: number): fc.Arbitrary<string> =>
  fc.array(octet, { minLength: count, maxLength: count }).map((octets) => octets.join("."));
const ipv4 = fc.oneof({ weight: 20, arbitrary: dotted(4) }, { weight: 1, arbitrary: fc.oneof(dotted(3), dotted(5)) });
const hexadecimal = mostly(
  fc.oneof(
    fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 1, maxLength: 4 }),
    oneOf("0", "1", "0000", "ffff", "fe80", "febf", "ff02", "ff12"),
  ),
  "00000",
  "",
  "g",
  "-1",
);
const groups = (least: number, most: number): fc.Arbitrary<string> =>
  fc.array(hexadecimal, { minLength: least, maxLength: most }).map((parts) => parts.join(":"));
const ipv6 = fc.oneof(
  groups(8, 8),
  groups(7, 9),
  joined(groups(0, 4), fc.constant("::"), groups(0, 4)),
  joined(groups(6, 6), fc.constant(":"), ipv4),
  joined(groups(0, 6), oneOf(":", "::"), ipv4),
  joined(groups(0, 3), fc.constant("::"), groups(0, 3), oneOf("%eth0", "%", ":", "::", "/")),
  oneOf("::", "::1", "::ffff:1.2.3.4", "::ffff:102:304", "fe80::1", "2001:db8::"),
);
const address = fc.oneof(ipv4, ipv6);
const network = joined(
  address,
  mostly(
    fc.oneof(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 0, max: 130 })).map((length) => `/${length}`),
    "/08",
    "/+8",
    "/",
    "",
    "/1/2",
    "/8 ",
  ),
);

/** A character too many, or one less: what people mistype. */
const mistyped = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.nat(), oneOf("", " ", "\n", "\t", "0", "-", ".", "_", "١", "５", "é", "🦀", "\u0000"))
    .map(([whole, at, inserted]) => {
      const place = whole.length === 0 ? 0 : at % (whole.length + 1);
      return `${whole.slice(0, place)}${inserted}${whole.slice(inserted === "" ? place + 1 : place)}`;
    });

const pairsOf = (text: fc.Arbitrary<string>, related: (text: string) => fc.Arbitrary<string>): fc.Arbitrary<Pair> => {
  const mostlyWell = fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: mistyped(text) });
  return fc.oneof(
    fc.tuple(mostlyWell, mostlyWell),
    text.chain((first) => fc.tuple(fc.constant(first), related(first))),
  );
};

/** The same value in other words, as often as it is easy, or one close by. */
export const pairs: Readonly<Record<string, fc.Arbitrary<Pair>>> = {
  quantity: pairsOf(quantity, (text) =>
    oneOf(text, text.replace(/Gi$/, "Mi"), text.replace(/k$/, "e3"), text.replace(/M$/, "000k"), `0${text}`, `-${text}`),
  ),
  duration: pairsOf(duration, (text) =>
    oneOf(text, text.replace(/^1h/, "60m"), text.replace(/us$/, "µs"), text.replace(/^[-+]?/, "-")),
  ),
  timestamp: pairsOf(timestamp, (text) =>
    oneOf(text, text.replace("Z", "+00:00"), text.replace("Z", "-00:00"), text.replace("Z", ".000000001Z")),
  ),
  ip: pairsOf(address, (text) => oneOf(text, text.toUpperCase(), text.replace("::", ":0:"), text.replace(":0:", "::"))),
  cidr: pairsOf(network, (text) =>
    oneOf(text, text.replace(/\/.*/, "/9"), text.replace(/\/.*/, "/24"), text.replace(/[.:]\d+\//, ".0/")),
  ),
};
