import { type Compared, compareWithHandWritten, lengthOf } from "./compare-hand-written.ts";
import { handWritten } from "./hand-written.ts";

const beginning = `# Beside YAML written by hand

For twelve rules a person who knows Kubernetes well has written the ValidatingAdmissionPolicy by hand.
A test compiles the same rules from TypeScript and compares: both policies deny and allow the same objects, also
generated ones, and where both deny an example, they say the same. The rules and the YAML are in
\`test/natural-rules/hand-written/\`.

The rules are compiled alone, without [guards and overrides](guards.md): nobody writes those by hand. What Holdfast
still adds:

- A message may hold text from the cluster. It is shown where it is short and cannot mislead, and is replaced otherwise.
- An iteration has a limit: a policy that costs too much fails, and then denies every delete. Beyond the limit the
  request is denied with a message of its own.
- A field of another type than the rule expects reads as absent, where no schema of Kubernetes makes that impossible.
- Every default of the API server is written out, so that what is stored is what stands in the file.
- Each message begins with the name of its rule.
`;

const shown = ["running-deployments", "bound-claims", "critical-labels"] as const;

const ofAll = `## All of them

Lines of \`spec\` without comments and without what Kubernetes would fill in, and characters of CEL: variables,
conditions and messages, where white space of whatever length counts as one. Ten are at most twice as long. The other
two, \`owned-by-operator\` and \`load-balancers\`, iterate over a list and show several texts of the cluster.

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
