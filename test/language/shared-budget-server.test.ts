import { beforeAll, expect, test } from "vitest";
import { budget } from "../../compiler/plan/limits/cost.ts";
import type { Compilation } from "../../compiler/compile.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { collectionOf } from "../control-plane/collections.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";

const off = `{ off: "the rules alone are asked" }`;

/**
 * Each rule and each message searches all data. A message is evaluated whatever its validation said, and takes of the
 * same budget.
 */
function policyWith(rules: number): string {
  const rule = (at: number): string => `r${at}: {
      denyWhen: ({ oldObject }) => Object.values(oldObject.data ?? {}).some((text) => text.includes("needle-${at};")),
      message: ({ oldObject }) => (Object.values(oldObject.data ?? {}).some((text) => text.includes("thread-${at};")) ? "with a thread" : "without one"),
    },`;
  return `import { deletionPolicy } from "holdfast";
import type { ConfigMap } from "holdfast/kinds";
export default deletionPolicy<ConfigMap>({
  name: "shared-budget",
  match: [{ group: "", version: "v1", resource: "configmaps" }],
  guards: { release: ${off}, owners: ${off}, namespaces: ${off}, definitions: ${off}, evictions: ${off} },
  rules: { ${Array.from({ length: rules }, (_, at) => rule(at)).join("\n")} },
});
`;
}

const compileWith = (rules: number): Compilation => compileFiles({ "a.ts": policyWith(rules) });
const codesOf = ({ diagnostics }: Compilation): readonly string[] => [...new Set(diagnostics.map(({ code }) => code))];

/** The most rules that the compiler lets into one policy. */
function largestPolicy(): { readonly rules: number; readonly compilation: Compilation } {
  let [fits, fails] = [1, 60];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (codesOf(compileWith(middle)).length === 0) fits = middle;
    else fails = middle;
  }
  return { rules: fits, compilation: compileWith(fits) };
}

/** As much as a ConfigMap holds, in as many entries as a rule iterates. */
function data(last: string): Readonly<Record<string, string>> {
  const text = "0123456789".repeat(50);
  const entries = Array.from({ length: 1_999 }, (_, at) => [`k${at}`, text] as const);
  return Object.fromEntries([...entries, ["last", last]]);
}

describeWithServer("the budget that all rules and messages of a policy share", {}, (server) => {
  const largest = largestPolicy();
  const path = "/api/v1/namespaces/default/configmaps";

  const tryDelete = async (name: string): Promise<{ readonly status: number; readonly message: string }> => {
    const { status, body } = await server().request({ method: "DELETE", path: `${path}/${name}?dryRun=All` });
    return { status, message: String(body["message"]) };
  };

  beforeAll(async () => {
    await store(server(), path, "searched", data(`needle-${largest.rules - 1};`));
    await store(server(), path, "plain", data("nothing"));
    await applyAll(server(), largest.compilation);
    await waitUntil("the policy is in force", async () => (await tryDelete("searched")).status === 403, 120_000);
  }, 300_000);

  test("a policy that could use it up is rejected when it is compiled, and says why", () => {
    expect(codesOf(compileWith(largest.rules + 1))).toEqual(["too-expensive-together"]);
    expect(compileWith(largest.rules + 1).diagnostics[0]?.message).toContain(
      `more than the ${budget} that the API server allows`,
    );
  });

  test("the largest one that compiles denies the largest object by the rule that holds, and by no other", async () => {
    expect(largest.rules).toBeGreaterThan(5);
    const { status, message } = await tryDelete("searched");
    expect(status).toBe(403);
    expect(message).toContain(`denied request: r${largest.rules - 1}: without one`);
  });

  test("and lets the largest object go that no rule keeps, whatever its messages cost", async () => {
    expect(await tryDelete("plain")).toMatchObject({ status: 200 });
  });
});

async function store(server: ControlPlane, path: string, name: string, content: object): Promise<void> {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: content };
  const { status } = await server.request({ method: "POST", path, body });
  expect(status).toBe(201);
}

async function applyAll(server: ControlPlane, { files }: Compilation): Promise<void> {
  const text = files.find(({ name }) => name === "a.yaml")?.text ?? "";
  for (const body of documentsIn(text)) {
    const answer = await server.request({ method: "POST", path: collectionOf(body), body });
    expect(answer.status, String(answer.body["message"])).toBe(201);
  }
}
