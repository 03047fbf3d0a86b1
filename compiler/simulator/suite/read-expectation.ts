import type { Expectation, ExpectedFinding, ExpectedMessage } from "../testing/expectation.ts";
import type { PlacedValue } from "./place.ts";

const forms = "write allow, deny, warn or audit, or for example deny: { rule: keep, message: is kept }";

/**
 * What a case expects: a word, or a map.
 *
 *     expect: allow
 *     expect: { deny: { rule: keep, message: is kept }, warn: false }
 *     expect: { audit: { rule: released } }
 */
export function readExpectation(place: PlacedValue): Expectation {
  if (place.isText) return readWord(place);
  const { deny, allow, warn, audit } = place.fields(["deny", "allow", "warn", "audit"]);
  if (deny !== undefined && allow !== undefined) place.reject("a request is either denied or allowed", forms);
  if ([deny, allow, warn, audit].every((one) => one === undefined)) place.reject("nothing is expected", forms);
  const expected = {
    ...(warn !== undefined && { warnings: readFindings(warn) }),
    ...(audit !== undefined && { audited: readFindings(audit) }),
  };
  if (allow !== undefined) requireTrue(allow);
  if (deny === undefined) return { decision: "allow", ...expected };
  return { decision: "deny", denial: deny.value === true ? {} : readFinding(deny), ...expected };
}

function readWord(place: PlacedValue): Expectation {
  switch (place.value) {
    case "allow":
      return { decision: "allow" };
    case "deny":
      return { decision: "deny" };
    case "warn":
      return { decision: "allow", warnings: [{}] };
    case "audit":
      return { decision: "allow", audited: [{}] };
    default:
      return place.reject(`\`${place.text()}\` is no decision`, forms);
  }
}

function requireTrue(place: PlacedValue): void {
  if (place.value !== true) place.reject("`allow` can only be true", forms);
}

/** `true`: some; `false`: none. */
function readFindings(place: PlacedValue): readonly ExpectedFinding[] {
  if (place.value === true) return [{}];
  if (place.value === false) return [];
  return place.isList ? place.items().map(readFinding) : [readFinding(place)];
}

function readFinding(place: PlacedValue): ExpectedFinding {
  const { policy, rule, message } = place.fields(["policy", "rule", "message"]);
  return {
    ...(policy !== undefined && { policy: policy.text() }),
    ...(rule !== undefined && { rule: rule.text() }),
    ...(message !== undefined && { message: readMessage(message) }),
  };
}

/** A text is contained in the message; `exactly` is all of it, `matches` a regular expression. */
function readMessage(place: PlacedValue): ExpectedMessage {
  if (place.isText) return place.text();
  const { exactly, matches } = place.fields(["exactly", "matches"]);
  if (exactly !== undefined && matches === undefined) return { exactly: exactly.text() };
  if (matches !== undefined && exactly === undefined) return readPattern(matches);
  return place.reject("the message is given in no way or two", "write a text, { exactly: ... } or { matches: ... }");
}

function readPattern(place: PlacedValue): RegExp {
  try {
    return new RegExp(place.text(), "u");
  } catch (error) {
    if (error instanceof SyntaxError) return place.reject(error.message, "write a regular expression of JavaScript");
    throw error;
  }
}
