import { describe, expect, test } from "vitest";
import { type EndpointReport, type Verification, codeOf, printVerification } from "../../compiler/cli/verify/verify.ts";
import { ClusterError } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { State } from "../../compiler/cluster/verify/index.ts";

const hostile = "x\u001b[2J\n::error::y";
const found = (state: State): EndpointReport => ({
  url: `https://${state.length}`,
  findings: [{ policy: hostile, state, why: hostile }],
  failure: undefined,
});
const failed: EndpointReport = { url: "https://b", findings: [], failure: new ClusterError(hostile, hostile) };

async function printed(
  verification: Omit<Verification, "policies" | "files">,
): Promise<{ readonly out: string; readonly error: string }> {
  const written = { out: "", error: "" };
  const options = { format: "text", formatFiles: [], isQuiet: false } as const;
  await printVerification({ ...verification, policies: 1, files: new Map() }, options, {
    workingDirectory: "",
    color: false,
    outputColor: false,
    showsProgress: false,
    debug: false,
    kubeconfig: undefined,
    cache: { given: undefined, ofUser: undefined },
    print: (text) => void (written.out += `${text}\n`),
    report: (text) => void (written.error += `${text}\n`),
    readInput: () => Promise.resolve(""),
  });
  return written;
}

describe("the report of holdfast verify", () => {
  test("lets nothing that a cluster says get at the terminal", async () => {
    const { out, error } = await printed({ reports: [found("drifted"), failed], others: { unknown: hostile } });
    const shown = "x\\u{1b}[2J\\u{a}::error::y";
    expect(out).toContain(`DRIFTED  ${shown}  https://7   ${shown}\n`);
    expect(error).toBe(`error: ${shown}\nhelp: ${shown}\nnot known: how many API servers there are (${shown})\n`);
  });

  test("has what is amiss first, whichever server it is about", async () => {
    const { out } = await printed({ reports: [found("proven"), found("left behind"), found("missing")], others: undefined });
    expect(out.split("\n").map((line) => line.split("  ")[0])).toEqual([
      "STATE",
      "MISSING",
      "LEFT BEHIND",
      "PROVEN",
      "",
      "1 policy on 3 API servers: 1 missing, 1 left behind, 1 proven",
      "",
    ]);
  });
});

test.each([
  ["all is well", [found("proven"), found("warning"), found("left behind"), found("not provable here")], 0],
  ["something was found", [found("not enforced"), found("proven")], 1],
  ["nothing serves the kinds of a policy", [found("not served"), found("proven")], 1],
  ["a server does not answer", [failed, found("proven")], 3],
  ["both: what was found is certain", [failed, found("missing")], 1],
])("the exit code where %s", (_, reports, code) => {
  expect(codeOf(reports)).toBe(code);
});
