import { describe, expect, test } from "vitest";
import { compileText } from "../documents/compile-text.ts";

interface Parts {
  readonly before?: string;
  readonly waysOut?: string;
  readonly rules?: string;
}

const asking = `{ used: { denyWhen: ({ cluster }) => cluster.exists(pods), message: "it is used" } }`;

/** The codes of what is reported, each with the text that it points to. */
function refusalsOf({ before = "", waysOut = "", rules = asking }: Parts): readonly string[] {
  const text = `import { type Cluster, type KubernetesObject, deletionPolicy, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
${before}
export const unused = (cluster: Cluster) => cluster.exists(pods);
export default deletionPolicy({
  name: "example",
  match: [{ group: "", resource: "configmaps" }],
  waysOut: [${waysOut}],
  rules: ${rules},
});
`;
  const { diagnostics } = compileText("example.ts", text);
  return diagnostics.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`);
}

/** A rule that CEL answers alone. */
const native = `{ kept: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "it is kept" } }`;
const when = `when: ({ oldObject }) => oldObject.metadata.labels?.["approved"] === "yes"`;
const wayThatAsks = `{ name: "approved", when: ({ cluster, oldObject }) => cluster.exists(pods, { name: oldObject.metadata.name }) }`;

describe("a way out that asks the cluster is refused", () => {
  test.each([
    ["beside a rule that asks", wayThatAsks, asking],
    ["beside a rule that CEL answers", wayThatAsks, native],
    ["where it lifts guards, too", wayThatAsks.replace(" }) }", " }), liftsGuards: true }"), native],
    ["in what opens it", `{ name: "approved", ${when}, how: ({ cluster }) => \`one of \${cluster.list(pods).length}\` }`, native],
    ["in its warning", `{ name: "approved", ${when}, warning: ({ cluster }) => \`of \${cluster.list(pods).length}\` }`, native],
    [
      "in the updates that it refuses",
      `{ name: "approved", ${when}, refusesUpdate: { when: ({ cluster }) => cluster.exists(pods), message: () => "no" } }`,
      native,
    ],
    [
      "in what it says of such an update",
      `{ name: "approved", ${when}, refusesUpdate: { when: ({ request }) => request.dryRun, message: ({ cluster }) => \`of \${cluster.list(pods).length}\` } }`,
      native,
    ],
  ])("%s", (_, waysOut, rules) => {
    expect(refusalsOf({ waysOut, rules })).toEqual([`way-out-asks-cluster: ${waysOut}`]);
  });
});

describe("a message that asks, of a rule that CEL answers", () => {
  const counted = "message: ({ cluster }) => `there are ${cluster.list(pods).length}`";

  test.each([
    ["that refuses", `kept: { denyWhen: ({ oldObject }) => oldObject.metadata.name === "kept", ${counted} }`],
    ["that warns", `kept: { warnWhen: ({ oldObject }) => oldObject.metadata.name === "kept", ${counted} }`],
    ["of updates", `kept: { operation: "update", denyWhen: ({ oldObject }) => oldObject.metadata.name === "kept", ${counted} }`],
  ])("%s", (_, rule) => {
    expect(refusalsOf({ rules: `{ ${rule} }` })).toEqual([`asks-natively: ${rule}`]);
  });

  test("is fine where the condition asks for everything that it refuses", () => {
    expect(refusalsOf({ rules: `{ used: { denyWhen: ({ cluster }) => cluster.exists(pods), ${counted} } }` })).toEqual([
      expect.stringMatching(/^no-fallback: /),
    ]);
  });
});
