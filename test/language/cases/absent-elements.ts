import type { Family } from "../language-case.ts";

const requests = {
  addresses: {
    stored: { spec: { ingress: [{ ip: "10.0.0.1" }, { hostname: "a.example.com" }, {}, { ip: "", hostname: "b" }] } },
  },
  numbers: { stored: { spec: { ingress: [{ ports: 0 }, { ports: 2.5 }, {}, { ports: 3 }] } } },
  nothing: { stored: { spec: { ingress: [{}, {}] } } },
  "other types": { stored: { spec: { ingress: [{ ip: 1, hostname: null }, "a", { ip: ["10.0.0.1"], hostname: "c" }, null] } } },
  empty: { stored: { spec: { ingress: [] } } },
  marks: { stored: { metadata: { labels: { a: "x" }, annotations: { b: "y" } } } },
  absent: { stored: {} },
} as const;

const all = Object.keys(requests);
const list = `const ingress = oldObject.spec?.ingress ?? [];`;
const addresses = `${list} const addresses = ingress.map((one) => one.ip ?? one.hostname);`;
const body = (rest: string): string => `({ oldObject }) => { ${rest} }`;

export const absentElements: Family = {
  title: "a list whose elements may be absent",
  type: "spec?: { ingress?: { ip?: string; hostname?: string; ports?: number }[] }",
  requests,
  cases: [
    {
      title: "map and filter(Boolean)",
      rule: `({ oldObject }) => (oldObject.spec?.ingress?.map((one) => one.ip ?? one.hostname).filter(Boolean) ?? []).length > 1`,
      denies: ["addresses"],
    },
    {
      title: "joined with texts that may be absent, and others",
      rule: body(
        `${list} const { labels, annotations, finalizers } = oldObject.metadata; const all = [labels?.["a"], annotations?.["b"], ...ingress.map((one) => one.hostname), ...(finalizers ?? [])]; return all.filter((one): one is string => !!one).join() === "x,y" || all.includes("c") || all.some((one) => one?.startsWith("a.")) || (all.length === 4 && all.at(-1) === undefined && all[0] === undefined);`,
      ),
      denies: ["addresses", "nothing", "other types", "marks"],
    },
    {
      title: "a loop over such a list",
      rule: body(
        `for (const one of [oldObject.metadata.labels?.["a"], ...(oldObject.spec?.ingress ?? []).map((each) => each.ip), "end"]) if (one === "10.0.0.1" || one === "x") return true; return false;`,
      ),
      denies: ["addresses", "marks"],
    },
    {
      title: "joined, where what is absent is empty",
      rule: body(`${addresses} return addresses.join(",") === "10.0.0.1,a.example.com,,"`),
      denies: ["addresses"],
    },
    {
      title: "joined without them",
      rule: body(
        `${addresses} return addresses.filter(Boolean).join("|") === "10.0.0.1|a.example.com" || addresses.filter((x) => x !== undefined).join("|") === "c"`,
      ),
      denies: ["addresses", "other types"],
    },
    {
      title: "includes",
      rule: body(`${addresses} return addresses.includes("a.example.com") || addresses.includes("")`),
      denies: ["addresses"],
    },
    {
      title: "includes undefined",
      rule: body(`${addresses} return addresses.includes(undefined)`),
      denies: ["addresses", "numbers", "nothing", "other types"],
    },
    {
      title: "includes what may be absent",
      rule: body(`${addresses} return addresses.includes(oldObject.metadata.labels?.["a"])`),
      denies: ["addresses", "numbers", "nothing", "other types"],
    },
    {
      title: "some and every",
      rule: body(
        `${addresses} return addresses.some((x) => x?.startsWith("10.")) || (addresses.length > 0 && addresses.every((x) => x === undefined))`,
      ),
      denies: ["addresses", "numbers", "nothing"],
    },
    {
      title: "by position",
      rule: body(
        `${addresses} const [first] = addresses; return first === undefined && addresses[2] === undefined && addresses.at(-1) === undefined;`,
      ),
      denies: ["numbers", "nothing", "empty", "marks", "absent"],
    },
    {
      title: "a position there, with nothing in it, and a default",
      rule: body(
        `${addresses} return (addresses[2] ?? "none") === "none" && (addresses.find((x) => x !== "10.0.0.1") ?? "none") === "none";`,
      ),
      denies: ["numbers", "nothing", "other types", "empty", "marks", "absent"],
    },
    { title: "their number", rule: body(`${addresses} return addresses.length === 4`), denies: ["addresses", "numbers"] },
    {
      title: "numbers",
      rule: body(
        `${list} const ports = ingress.map((one) => one.ports); return ports.includes(2.5) || ports.some((port) => port === 3);`,
      ),
      denies: ["numbers"],
    },
    {
      title: "numbers that are true",
      rule: body(`${list} return ingress.map((one) => one.ports).filter(Boolean).length === 2`),
      denies: ["numbers"],
    },
    {
      title: "lengths of what may be absent",
      rule: body(`${list} return ingress.map((one) => one.ip?.length).some((length) => length === 8 || length === 2.5)`),
      denies: ["addresses"],
    },
    {
      title: "mapped once more",
      rule: body(
        `${addresses} return addresses.map((x) => x ?? "none").includes("none") && addresses.map((x) => x?.split(".")[0]).includes("10")`,
      ),
      denies: ["addresses"],
    },
    {
      title: "calculated",
      rule: body(
        `${list} return ingress.map((one) => (one.ports === undefined ? undefined : one.ports * 2)).some((x) => x === 6 || x === 5)`,
      ),
      denies: ["numbers"],
    },
    {
      title: "booleans",
      rule: body(`${list} return ingress.map((one) => one.ip?.startsWith("10.")).some((x) => x === true || x)`),
      denies: ["addresses"],
    },
    {
      title: "a part of it",
      rule: body(`${addresses} return addresses.slice(1, 3).includes("a.example.com")`),
      denies: ["addresses"],
    },
    {
      title: "written in the rule",
      rule: body(
        `return [oldObject.metadata.labels?.["a"], oldObject.metadata.annotations?.["b"], "c"].filter(Boolean).join("-") === "x-y-c"`,
      ),
      denies: ["marks"],
    },
    {
      title: "in a message",
      rule: "() => true",
      message: `({ oldObject }) => \`\${[oldObject.metadata.namespace, oldObject.kind].filter((x) => x !== undefined).join("/")}\``,
      denies: all,
      says: { empty: "{namespace}/Thing" },
    },
    {
      title: "a set of them",
      rule: body(
        `${addresses} const known = new Set(addresses); return known.has("a.example.com") || (known.has(undefined) && known.size > 0)`,
      ),
      denies: ["addresses", "numbers", "nothing", "other types"],
    },
    {
      title: "whether all are alike",
      rule: body(`${addresses} return new Set(addresses).size === 1`),
      denies: ["numbers", "nothing"],
    },
    {
      title: "a set of several that may be absent",
      rule: body(
        `const { labels, annotations } = oldObject.metadata; return new Set([labels?.["a"], annotations?.["b"]]).size === 1`,
      ),
      denies: ["addresses", "numbers", "nothing", "other types", "empty", "absent"],
    },
    {
      title: "a type predicate that leaves out what is absent",
      rule: body(
        `${addresses} return addresses.filter((one): one is string => one !== undefined).some((one) => one.startsWith("10."))`,
      ),
      denies: ["addresses"],
    },
    {
      title: "the same in a function",
      before: "const isDefined = <T>(value: T | undefined): value is T => value !== undefined;",
      rule: body(`${list} return ingress.map((one) => one.ports).filter(isDefined).length > 1`),
      denies: ["numbers"],
    },
    {
      title: "map(Number)",
      rule: body(`${addresses} return addresses.map(Number).some((one) => Number.isNaN(one))`),
      denies: ["addresses", "numbers", "nothing", "other types"],
    },
    {
      title: "a function that says which text it is",
      rule: body(
        `const a = oldObject.metadata.labels?.["a"]; return isMark(a) ? (MARKS[a] === "1" && a.startsWith("x")) : a !== undefined`,
      ),
      before: `const MARKS = { x: "1", y: "2" } as const;
const isMark = (value: string | undefined): value is "x" | "y" => value === "x" || value === "y";`,
      denies: ["marks"],
    },
    {
      title: "the same by an enum or a set",
      rule: body(
        `const { labels, annotations } = oldObject.metadata; const a = labels?.["a"]; const b = annotations?.["b"]; return isMark(a) && MARKS[a] === "1" ? isName(b) && b.length === 1 : isName(a)`,
      ),
      before: `enum Mark { X = "x", Y = "y" }
const MARKS: Record<Mark, string> = { [Mark.X]: "1", [Mark.Y]: "2" };
const NAMES: ReadonlySet<string> = new Set(["y"]);
const isMark = (value: string | undefined): value is Mark => Object.values(Mark).includes(value as Mark);
const isName = (value: string | undefined): value is string => value !== "z" && NAMES.has(value as string);`,
      denies: ["marks"],
    },
  ],
};
