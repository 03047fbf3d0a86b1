import { type Compared, compareWithHandWritten, lengthOf } from "./compare-hand-written.ts";
import { handWritten } from "./hand-written.ts";

const beginning = `# Generated YAML beside YAML written by hand

Use this page to judge how readable the generated policies are. For twelve rules, a person who knows Kubernetes well
wrote the ValidatingAdmissionPolicy by hand. A test compiles the same rules from TypeScript and compares the two. Both
deny and allow the same objects, including generated ones. If both deny an example, they give the same message. The
rules and the YAML are in \`test/natural-rules/hand-written/\`.

The rules are compiled without [guards](guards.md) and [overrides](overrides.md), because no one writes those by hand.
Holdfast still adds:

- **Safe messages.** Text from the cluster is shown if it is short and cannot mislead. Otherwise it is replaced.
- **Iteration limits.** A policy that costs too much fails, and then denies every delete. Beyond the limit, the request
  is denied with a message of its own.
- **Type tests.** A field of another type than expected reads as absent, unless a Kubernetes schema rules that out.
- **Defaults.** Every default of the API server is spelled out, so the stored object equals the file.
- **The rule's name**, at the beginning of each message.
`;

const shown = ["running-deployments", "bound-claims", "critical-labels"] as const;

const ofAll = `## All twelve rules

The table counts lines of \`spec\`, without comments and without defaults that Kubernetes fills in. It also counts
characters of CEL in variables, conditions and messages, where any white space counts as one character. Ten generated
policies are at most twice as long. The other two, \`owned-by-operator\` and \`load-balancers\`, iterate over a list and
show several texts from the cluster.

| rule | lines by hand | lines of Holdfast | CEL by hand | CEL of Holdfast |
|---|---|---|---|---|
`;

/** docs/rules/beside-hand-written.md */
export function besidePage(compared = compareWithHandWritten(Object.keys(handWritten))): string {
  const sections = shown.map((name) => sectionOf(name, compared.get(name) as Compared));
  return `${[beginning, ...sections, ofAll].join("\n")}${[...compared].map(rowOf).join("")}`;
}

function sectionOf(name: string, { source, byHand, generated }: Compared): string {
  return [
    `## \`${name}\`\n`,
    fence("ts", source),
    "By hand:\n",
    fence("yaml", partsOf(byHand)),
    "Generated:\n",
    fence("yaml", partsOf(generated)),
  ].join("\n");
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;

/** What comes behind `matchConstraints`, without comments. */
function partsOf(yaml: string): string {
  const parts = yaml.slice(yaml.search(/^ {2}(variables|validations):/m));
  return parts.replaceAll(/^ *#.*\n/gm, "").replaceAll(/^ {2}/gm, "");
}

function rowOf([name, { byHand, generated }]: readonly [string, Compared]): string {
  const [own, other] = [lengthOf(generated), lengthOf(byHand)];
  return `| \`${name}\` | ${other.lines} | ${own.lines} | ${other.characters} | ${own.characters} |\n`;
}
