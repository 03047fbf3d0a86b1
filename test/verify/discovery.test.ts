import { describe, expect, test } from "vitest";
import { codeOf, waitingReport } from "../../compiler/cli/verify/verify.ts";
import { type VerifyFinding, verifyEndpoint, wantedPolicies } from "../../compiler/cluster/verify/index.ts";
import { ScriptedCluster, binding, kept, policy } from "./scripted-cluster.ts";

const group = "things.example.com";
const groups = { "GET /apis": [200, { groups: [{ name: group, versions: [{ version: "v1" }] }] }] } as const;
const root = `GET /apis/${group}/v1`;
const policies = "GET /apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
const denied = {
  [`DELETE ${kept}`]: [
    403,
    { message: `configmaps "settings" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'keep' denied request: kept` },
  ],
} as const;

/** The policy over these groups, stored as it is wanted. */
function over(apiGroups: readonly string[], resources: readonly string[]) {
  const [rule] = policy.spec.matchConstraints.resourceRules;
  const stored = {
    ...policy,
    spec: { ...policy.spec, matchConstraints: { resourceRules: [{ ...rule, apiGroups, resources }] } },
  };
  return { wanted: wantedPolicies([stored, binding]), answers: { [policies]: [200, { items: [stored] }], ...groups } as const };
}

const said = (findings: readonly VerifyFinding[]): readonly string[] => findings.map(({ state, why }) => `${state}: ${why}`);
const exitCode = (findings: readonly VerifyFinding[]) => codeOf([{ url: "https://scripted", findings, failure: undefined }]);
const once = { waitMs: 0, pause: () => Promise.resolve() };
const unanswered = [
  ["a server that is down", [503, { message: "service unavailable" }], "503 (service unavailable)"],
  ["no right to ask", [403, { message: "alice cannot get path" }], "403 (alice cannot get path)"],
  ["something that is no JSON", [200, {}], "200 without a list of resources"],
  ["no reason", [502, {}], "502 (no reason given)"],
] as const;

describe("a group of which discovery does not tell is not taken for one that is not served", () => {
  test.each(unanswered)("%s", async (_, answer, shown) => {
    const { wanted, answers } = over([group], ["things"]);
    const findings = await verifyEndpoint(wanted, new ScriptedCluster({ ...answers, [root]: answer }).client, once);
    expect(said(findings)).toEqual([`not checked: cannot be checked: discovery of ${group}/v1 answered ${shown}`]);
    expect(exitCode(findings)).toBe(3);
  });

  test("who waits for it is told of how many policies, and once", async () => {
    const { wanted, answers } = over([group], ["things"]);
    const told: string[] = [];
    const progress = (showsProgress: boolean, isQuiet = false) =>
      waitingReport({ waitSeconds: 30, isQuiet }, { showsProgress, report: (text) => void told.push(text) });
    const { client } = new ScriptedCluster({ ...answers, [root]: [503, { message: "service unavailable" }] });
    for (const waiting of [progress(true), progress(false), progress(true, true)]) {
      let pauses = 0;
      const pause = () => ((pauses += 1) < 3 ? Promise.resolve() : Promise.reject(new Error("long enough")));
      await expect(verifyEndpoint(wanted, client, { waitMs: 60_000, pause, waiting })).rejects.toThrow("long enough");
    }
    expect(told).toEqual(["waiting for 1 policy, 30 s at most"]);
  });

  test("where the server says that there is nothing, that is believed", async () => {
    const { wanted, answers } = over([group], ["things"]);
    for (const answer of [[404, {}] as const, [200, { resources: [] }] as const]) {
      const findings = await verifyEndpoint(wanted, new ScriptedCluster({ ...answers, [root]: answer }).client, once);
      expect(said(findings)).toEqual([
        `not served: the API server serves none of its kinds: things.${group}; it protects nothing here`,
      ]);
      expect(exitCode(findings)).toBe(1);
    }
  });

  test("another group of the same policy is checked as ever", async () => {
    const down = { [root]: [503, { message: "service unavailable" }] } as const;
    for (const names of [["", group], [group, ""], ["*"]]) {
      const { wanted, answers } = over(names, ["configmaps"]);
      const findings = await verifyEndpoint(wanted, new ScriptedCluster({ ...answers, ...down, ...denied }).client, once);
      expect(said(findings)).toEqual(["proven: the delete of configmaps shop/settings is denied"]);
    }
  });

  test("where nothing else proves the policy, what was not told is told", async () => {
    const { wanted, answers } = over(["", group], ["configmaps"]);
    const empty = { "GET /api/v1/configmaps": [200, { items: [] }], [root]: [503, { message: "down" }] } as const;
    expect(said(await verifyEndpoint(wanted, new ScriptedCluster({ ...answers, ...empty }).client, once))).toEqual([
      `not provable here: discovery of ${group}/v1 answered 503 (down)`,
    ]);
  });

  test("a policy over other groups does not need it", async () => {
    const { wanted, answers } = over([""], ["configmaps"]);
    const cluster = new ScriptedCluster({ ...answers, ...denied, [root]: [503, {}] });
    expect(said(await verifyEndpoint(wanted, cluster.client, once))).toEqual([
      "proven: the delete of configmaps shop/settings is denied",
    ]);
  });
});

test.each([
  ["is installed", [404, {}]],
  ["can be asked about again", [503, {}]],
] as const)("a kind that %s while it is waited for is found", async (_, first) => {
  const { wanted, answers } = over([group], ["things"]);
  const now: [number, Readonly<Record<string, unknown>>] = [...first];
  const cluster = new ScriptedCluster({ ...answers, [root]: now });
  const pause = () => {
    now[0] = 200;
    now[1] = { resources: [{ name: "things", kind: "Thing", namespaced: true, verbs: ["list", "delete"] }] };
    return Promise.resolve();
  };
  expect(said(await verifyEndpoint(wanted, cluster.client, { waitMs: 60_000, pause }))).toEqual(["not provable here: not found"]);
});

test.each([
  ["/api", { "GET /api": [200, {}] }, "/api answers 200: it has no versions"],
  ["/apis", { "GET /apis": [200, { groups: "none" }] }, "/apis answers 200: it has no groups"],
] as const)("a list of groups that is none is no empty one: %s", async (_, answers, message) => {
  await expect(verifyEndpoint(wantedPolicies([policy, binding]), new ScriptedCluster(answers).client, once)).rejects.toThrow(
    message,
  );
});
