import type { Family, Request } from "../language-case.ts";

/** The text as an annotation, as a field of a custom resource and in a list. */
const both = (text: string, other = "10Gi"): Request => ({
  stored: { metadata: { annotations: { "example.com/size": text } }, spec: { size: text, other, sizes: [text] } },
});

const requests: Readonly<Record<string, Request>> = {
  "ten binary": both("10Gi"),
  "ten decimal": both("10G", "10000M"),
  "the same in bytes": both("10737418240", "10240Mi"),
  "a fraction": both("9.5Gi", "9728Mi"),
  "a billionth more": both("10737418240.000000001"),
  "a billionth and less": both("10737418240.0000000001"),
  thousandths: both("500m", "0.5"),
  exponent: both("1e3", "1E3"),
  exa: both("1E"),
  "more than 2^63": both("9Ei", "16Ei"),
  "largest exponent": both("1e99", "1e98"),
  negative: both("-1Gi", "-1024Mi"),
  "plus sign": both("+1"),
  zero: both("0", "-0"),
  "point only": both("."),
  "no digits": both("k"),
  empty: both("", ""),
  spaces: both(" 1Gi "),
  "line break": both("1Gi\n"),
  "other digits": both("１０Gi"),
  "other unit": both("10GB", "10Zi"),
  // The API server would need 16 seconds for the first and more than its time for the others.
  "huge exponent": both("1e30000000"),
  "exponent beyond an int": both("1e2147483648"),
  "tiny exponent": both("1.00000000000000000001e-2147483647"),
  "exponent of three digits": both("1e100"),
  "33 digits": both("1".repeat(33)),
  "32 digits": both("1".repeat(32)),
  "two thousand": { stored: { spec: { sizes: Array.from({ length: 2_000 }, () => `0.${"0".repeat(27)}1Gi`) } } },
  "a quarter of a MiB": {
    stored: { metadata: { annotations: { "example.com/size": "1".repeat(200_000) } }, spec: { size: "1".repeat(300_000) } },
  },
  groups: {
    stored: {
      spec: {
        other: "10Gi",
        groups: [{ least: "none", sizes: ["1"] }, "no group", { sizes: ["5Gi"] }, { least: "1Gi", sizes: ["1Mi", "bad", "2Gi"] }],
      },
    },
  },
  "groups without one": { stored: { spec: { other: "1e2147483648", groups: [{ least: "1e2147483648", sizes: ["2Gi"] }] } } },
  "other types": { stored: { spec: { size: 10, other: ["10Gi"], sizes: [10, null, "11Gi"] } } },
  nulls: { stored: { spec: { size: null, other: null, sizes: null } } },
  absent: { stored: {} },
};

const all = Object.keys(requests);
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

export const quantities: Family = {
  title: "quantities",
  type: "spec?: { size?: string; other?: string; sizes?: string[]; groups?: { least?: string; sizes?: string[] }[] }",
  requests,
  cases: [
    {
      title: "isGreaterThan",
      rule: `({ oldObject }) => quantity(oldObject.spec?.size)?.isGreaterThan(quantity("10Gi")) === true`,
      cel: `type(variables.spec.?size.orValue(null)) != string || size(variables.spec.size) > 32 || !variables.spec.size.matches('^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][-+]?[0-9]{1,2})?$') || !quantity(variables.spec.size).isGreaterThan(quantity('10Gi'))`,
      denies: ["a billionth more", "a billionth and less", "exa", "more than 2^63", "largest exponent", "32 digits"],
    },
    {
      title: "isLessThan of an annotation, denied where it cannot be read",
      rule: `({ oldObject }) => quantity(oldObject.metadata.annotations?.["example.com/size"])?.isLessThan(quantity("10Gi")) ?? true`,
      denies: but(
        "ten binary",
        "the same in bytes",
        "a billionth more",
        "a billionth and less",
        "exa",
        "more than 2^63",
        "largest exponent",
        "32 digits",
      ),
    },
    {
      title: "whether it can be read",
      rule: `({ oldObject }) => quantity(oldObject.spec?.size) !== undefined`,
      denies: [
        "ten binary",
        "ten decimal",
        "the same in bytes",
        "a fraction",
        "a billionth more",
        "a billionth and less",
        "thousandths",
        "exponent",
        "exa",
        "more than 2^63",
        "largest exponent",
        "negative",
        "plus sign",
        "zero",
        "32 digits",
      ],
    },
    {
      title: "equals",
      rule: `({ oldObject: { spec } }) => {
        const [size, other] = [quantity(spec?.size), quantity(spec?.other)];
        return size !== undefined && other !== undefined && size.equals(other);
      }`,
      denies: [
        "ten binary",
        "ten decimal",
        "the same in bytes",
        "a fraction",
        "thousandths",
        "exponent",
        "more than 2^63",
        "negative",
        "zero",
      ],
    },
    {
      title: "a double, or an int that may be absent",
      rule: `({ oldObject: { metadata, spec } }) => (spec?.other === undefined ? (metadata.finalizers ?? []).length / 2 : quantity(spec?.size)?.sign()) === 1`,
      denies: [
        "ten binary",
        "ten decimal",
        "the same in bytes",
        "a fraction",
        "a billionth more",
        "a billionth and less",
        "thousandths",
        "exponent",
        "exa",
        "more than 2^63",
        "largest exponent",
        "plus sign",
        "32 digits",
      ],
    },
    {
      title: "compareTo and sign",
      rule: `({ oldObject: { spec } }) => (quantity(spec?.size)?.compareTo(quantity("0.5")) ?? 1) <= 0 || quantity(spec?.other)?.sign() === -1`,
      denies: ["thousandths", "negative", "zero"],
    },
    {
      title: "sums and differences",
      rule: `({ oldObject: { spec } }) => {
        const size = quantity(spec?.size);
        if (size === undefined) return false;
        return size.add(quantity("1n")).sub(quantity("10Gi")).add(quantity("1k")).equals(quantity("1000.000000001"));
      }`,
      denies: ["ten binary", "the same in bytes"],
    },
    {
      title: "the first that can be read",
      rule: `({ oldObject: { spec, metadata } }) =>
        (quantity(metadata.annotations?.["example.com/none"]) ?? quantity(spec?.size) ?? quantity(spec?.other) ?? quantity("11Gi")).isGreaterThan(quantity("10Gi"))`,
      denies: [
        "a billionth more",
        "a billionth and less",
        "exa",
        "more than 2^63",
        "largest exponent",
        "empty",
        "other unit",
        "32 digits",
        "two thousand",
        "a quarter of a MiB",
        "groups without one",
        "other types",
        "nulls",
        "absent",
      ],
    },
    {
      title: "one or the other",
      rule: `({ oldObject: { spec }, request }) => {
        const chosen = request.dryRun ? quantity(spec?.size) : quantity(spec?.other);
        const limit = spec?.other === "10Gi" ? quantity("10Gi") : quantity("1Gi");
        return chosen !== undefined && !chosen.isLessThan(limit);
      }`,
      denies: [
        "ten binary",
        "ten decimal",
        "the same in bytes",
        "a fraction",
        "a billionth more",
        "a billionth and less",
        "exa",
        "more than 2^63",
        "largest exponent",
        "32 digits",
      ],
    },
    {
      title: "one or none",
      rule: `({ oldObject: { spec } }) => (spec?.other === "10Gi" ? undefined : quantity(spec?.size))?.isGreaterThan(quantity("0")) === true`,
      denies: ["ten decimal", "the same in bytes", "a fraction", "thousandths", "exponent", "more than 2^63", "largest exponent"],
    },
    {
      title: "a function of the policy",
      before: `const LIMITS = [quantity("1k"), quantity("10G")];
        const reaches = (text: string | undefined, limit: ReturnType<typeof limitOf>): boolean => !(quantity(text)?.isLessThan(limit) ?? true);
        function limitOf(at: number) { return quantity(\`\${at === 0 ? "1" : "2"}Gi\`) ?? quantity("3Gi"); }`,
      rule: `({ oldObject: { spec } }) => reaches(spec?.size, limitOf(1)) || LIMITS.some((limit) => quantity(spec?.size)?.equals(limit) === true)`,
      denies: [
        "ten binary",
        "ten decimal",
        "the same in bytes",
        "a fraction",
        "a billionth more",
        "a billionth and less",
        "exponent",
        "exa",
        "more than 2^63",
        "largest exponent",
        "32 digits",
      ],
    },
    {
      title: "some of a list",
      rule: `({ oldObject: { spec } }) => (spec?.sizes ?? []).some((size) => quantity(size)?.isGreaterThan(quantity("10Gi")) ?? false)`,
      denies: [
        "a billionth more",
        "a billionth and less",
        "exa",
        "more than 2^63",
        "largest exponent",
        "32 digits",
        "other types",
      ],
    },
    {
      title: "some of a list inside some of a list",
      rule: `({ oldObject: { spec } }) => (spec?.groups ?? []).some((group) => {
        const least = quantity(group.least);
        const size = quantity(spec?.other);
        return least !== undefined && size !== undefined && size.isGreaterThan(least) && (group.sizes ?? []).some((one) => one !== group.least);
      })`,
      denies: ["groups"],
    },
    {
      title: "every part of a name",
      rule: `({ oldObject: { metadata } }) => metadata.name.split("-").every((part) => quantity(part) === undefined)`,
      denies: but("more than 2^63", "33 digits", "32 digits"),
    },
  ],
};
