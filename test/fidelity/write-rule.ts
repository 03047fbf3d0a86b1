import { Choices } from "./choices.ts";
import { type Code, constructsOf, leaf } from "./code.ts";
import { type CodeType, type Construct, constructsFor, constructsSince } from "./construct-table.ts";
import { type RuleKind, ruleKinds } from "./rule-kind.ts";
import { type Statement, piecesOf, statementNames, writeStatement } from "./statements.ts";
import { type Name, type Context, writeCode, writeConstruct } from "./write-code.ts";

/** A generated rule, as pieces that can be made smaller. */
export interface GeneratedRule {
  readonly kind: RuleKind;
  readonly statements: readonly Statement[];
  readonly answer: Code;
  /** What stands between the words of its message. */
  readonly shown: readonly Code[];
}

/** The names of everything that a rule for Kubernetes 1.`kube` can be made of, and that the compiler takes. */
export function constructNames(kube: number): readonly string[] {
  const compiled = constructsSince(kube).filter(({ mayBeRejected }) => mayBeRejected !== true);
  return [...compiled.map(({ name }) => name), ...Object.values(statementNames)];
}

/**
 * How many constructs are put into each rule, whatever else it holds: 250 rules (20,000 cases) meet each of 450 twice.
 */
const focused = 5;

/** Neighbours in the table are alike; with a step that shares no factor with their number rules get strangers. */
const stepOver = (constructs: number): number => (constructs % 101 === 0 ? 103 : 101);

/** How deep constructs stand inside each other; what is deeper is more often too expensive on unlimited text. */
const depths = [0, 0, 0, 1, 1, 2] as const;

/** The rule that the numbers make; `at` counts through the constructs, so that rare ones are met as often as others. */
export function ruleOf(numbers: readonly number[], { at, kube }: { readonly at: number; readonly kube: number }): GeneratedRule {
  const choices = new Choices(numbers);
  const kind: RuleKind = choices.weighted<RuleKind>(ruleKinds);
  const around = { choices, kind, kube, names: [], depth: choices.any(depths), isInIteration: false };
  const rows = constructsFor(kind, kube);
  return ruleAbout(
    focusOf(at, constructsSince(kube)).filter((row) => rows.includes(row)),
    around,
  );
}

/** What may be rejected stands alone, or it would take the others with it. */
function focusOf(at: number, constructs: readonly Construct[]): readonly Construct[] {
  const step = stepOver(constructs.length);
  const all = Array.from({ length: focused }, (_, turn) => ((at * focused + turn) * step) % constructs.length).flatMap(
    (place) => constructs[place] ?? [],
  );
  const [first] = all;
  return first?.mayBeRejected === true ? [first] : all.filter(({ mayBeRejected }) => mayBeRejected !== true);
}

/** A rule that has each of these constructs, and decides by them. */
export function ruleAbout(focus: readonly Construct[], around: Context): GeneratedRule {
  const statements: Statement[] = [];
  const names: Name[] = [];
  const shown: Code[] = [];
  for (const construct of focus) {
    const observed = observers[construct.gives];
    const isShown = construct.gives === "shown" || (shown.length < maxShown && around.choices.below(2) === 0);
    if (observed !== undefined && isShown) {
      shown.push(observed(writeConstruct(construct, { ...around, names: [] })));
      continue;
    }
    const name = `v${statements.length}`;
    const value = writeConstruct(construct, { ...around, names: [...names] });
    statements.push({ kind: "const", name, value });
    names.push({ name, type: construct.gives });
  }
  const uses = names.map((name) => useOf(name, { ...around, names: [...names] }));
  for (let left = around.choices.below(4); left > 0; left -= 1)
    statements.push(writeStatement({ ...around, names }, `v${statements.length}`, names));
  return { kind: around.kind, statements, answer: writeAnswer(uses, { ...around, names }), shown };
}

/** A server sends 4 KiB of warnings at most, and it is asked about several rules at once. */
const maxShown = 2;

/** A message shows what is only compared in a rule: text and numbers that differ a little come out there. */
const observers: Readonly<Partial<Record<CodeType, (code: Code) => Code>>> = {
  shown: (code) => code,
  text: (code) => shownBy(["show(", code, ")"]),
  ascii: (code) => shownBy(["show(", code, ")"]),
  whole: (code) => shownBy(["show(", code, ")"]),
  maybeText: (code) => shownBy(["show(", code, ' ?? "none")']),
  maybeAscii: (code) => shownBy(["show(", code, ' ?? "none")']),
};

const shownBy = (parts: Code["parts"]): Code => ({ gives: "shown", construct: undefined, parts });

/** How a value of each type becomes a boolean; `v` is its name. */
const uses: Readonly<Record<Exclude<CodeType, "shown">, string>> = {
  bool: "v",
  maybeBool: "(v ?? <bool>)",
  text: "(v === <text>)",
  ascii: "(v !== <text>)",
  maybeAscii: "(v !== <maybeText>)",
  maybeText: "(v === <maybeText>)",
  number: "(v < <number>)",
  whole: "(v > <constant number>)",
  maybeNumber: "(v !== <maybeNumber>)",
  texts: "v.includes(<text>)",
  maybeTexts: "(v?.[0] === <maybeText>)",
  items: "v.some((item) => item.size === 1 || item.name === s1)",
  maybeItem: "(v?.name === <text>)",
  map: "(v?.[<text>] !== <maybeText>)",
  lists: "(v.at(-1)?.[0] === <maybeText>)",
  numbers: "v.some((one) => one > 1)",
  flags: "v.includes(true)",
  mixed: 'v.some((one) => (typeof one === "string" ? one === s1 : one.length === 1))',
  maybeUnion: "(firstOf(v) === <maybeText>)",
  anys: 'v.some((one) => typeof one === "string" && one !== s1)',
  mapOfLists: "(v?.[<text>]?.[0] === <maybeText>)",
  mapOfRecords: "Object.values(v ?? {}).some((item) => item.size === 1 || item.name === s1)",
  mapOfNumbers: "Object.values(v ?? {}).some((one) => one > 1)",
  maybeQuantity: '(v?.isLessThan(quantity("2")) === <maybeBool>)',
  maybeDuration: '(v?.isLessThan(duration("2h")) === <maybeBool>)',
  maybeTimestamp: '(v?.isBefore(timestamp("2026-03-01T00:00:00Z")) === <maybeBool>)',
  maybeIp: '(v?.equals(ip("::1")) === <maybeBool>)',
  maybeCidr: '(v?.containsIP(ip("192.168.0.1")) === <maybeBool>)',
};

function useOf({ name, type }: Name, around: Context): Code {
  if (type === "item" || type === "shown") return leaf("bool", name);
  const code = uses[type].replace(/\bv\b/, name);
  return { ...writeConstruct({ name: "a use", gives: "bool", code }, around), construct: undefined };
}

/** Everything that was focused on, joined so that each of them can decide. */
function writeAnswer(used: readonly Code[], around: Context): Code {
  const { choices } = around;
  const pieces = choices.below(2) === 0 ? used : [...used, writeCode("bool", around)];
  const [first = writeCode("bool", around), ...others] = pieces;
  return others.reduce(
    (left, right): Code => {
      const form = choices.any(["||", "&&", "===", "!=="] as const);
      return { gives: "bool", construct: undefined, parts: ["(", negated(left, choices), ` ${form} `, right, ")"] };
    },
    negated(first, choices),
  );
}

function negated(code: Code, choices: Choices): Code {
  return choices.below(2) === 0 ? code : { gives: "bool", construct: undefined, parts: ["!", code] };
}

/** The constructs in it, each once. */
export function constructsIn({ statements, answer, shown }: GeneratedRule): ReadonlySet<string> {
  const pieces = [answer, ...shown, ...statements.flatMap(piecesOf)];
  return new Set([...pieces.flatMap(constructsOf), ...statements.map(({ kind }) => statementNames[kind])]);
}
