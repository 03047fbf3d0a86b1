import { wrapped } from "../../fixtures/wrapped-text.ts";
import { formatMinor } from "../../../compiler/ir/kubernetes-version.ts";
import type { Member, Members } from "./member.ts";
import { tables } from "./tables.ts";

const beginning = `# Members of JavaScript's objects

Look up here whether a rule may use a method, for example \`Array.flat\` or \`String.padStart\`. The page lists every member
of \`Array\`, \`String\`, \`Object\`, \`Math\`, \`Number\`, \`Map\`, \`Set\` and \`Date\` in lib.es2024. A test compiles a rule
with each of them. A version in parentheses is the oldest Kubernetes that has what the member needs.

A rule that [the webhook answers](answered-by-webhook.md) may also use members that are not available in CEL, except for
those that [ADR 63](../adr/0063-rules-that-the-webhook-answers.md) leaves out.
`;

/** docs/rules/members.md, from the tables. */
export function membersPage(): string {
  return `${[beginning.trimEnd(), ...Object.entries(tables).map(sectionOf)].join("\n\n")}\n`;
}

function sectionOf([type, members]: readonly [string, Members]): string {
  const named = (is: Member["is"]): readonly string[] =>
    Object.entries(members).flatMap(([name, member]) => (member.is === is ? [shown(name, member)] : []));
  const lines = [
    ["Supported", named("supported")],
    ["Only in a rule that the webhook answers", named("webhook")],
  ] as const;
  const lists = lines.flatMap(([title, names]) => (names.length === 0 ? [] : [wrapped(`${title}: ${names.join(", ")}.`)]));
  return [`## ${titleOf(type)}`, ...lists, ...reasonsOf(members)].join("\n\n");
}

/** `ArrayConstructor` is `Array.of` and its like. */
function titleOf(type: string): string {
  const [, owner] = /^(\w+)Constructor$/.exec(type) ?? [];
  return owner === undefined ? `\`${type}\`` : `\`${owner}\`, static members`;
}

function shown(name: string, member: Member): string {
  if (member.is !== "supported") return `\`${name}\``;
  const { since, where } = member;
  const limits = [...(since === undefined ? [] : [`Kubernetes ${formatMinor(since)}`]), ...(where === undefined ? [] : [where])];
  return `\`${name}\`${limits.length === 0 ? "" : ` (${limits.join(", ")})`}`;
}

function reasonsOf(members: Members): readonly string[] {
  const impossible = Object.entries(members).flatMap(([name, member]) =>
    member.is === "impossible" ? [{ name, why: member.why }] : [],
  );
  return [...Map.groupBy(impossible, ({ why }) => why)].map(([why, all]) =>
    wrapped(`Not available, because ${why}: ${all.map(({ name }) => `\`${name}\``).join(", ")}.`),
  );
}
