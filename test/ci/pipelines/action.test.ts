import { mkdirSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { keepLabelled } from "../../cli/user-project.ts";
import { action, runAction } from "./action.ts";
import { Checkout, cases } from "./checkout.ts";
import { fakeForge } from "./fake-forge.ts";

const inputs = { install: "", base: "main" };

/** The rule keeps nothing any more. */
const weakened = keepLabelled.replace(/denyWhen: [^\n]*/, "denyWhen: () => false,");

async function weaken(checkout: Checkout): Promise<void> {
  checkout.write("policies/keep-labelled.ts", weakened);
  await checkout.run("npx --no-install holdfast compile -q");
  checkout.commit();
}

describe("action.yml", () => {
  test("no step puts an input into its script: a branch may be called anything", () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
    for (const { shell } of action.runs.steps) expect(shell).toBe("bash");
    expect(Object.values(action.inputs).every(({ description }) => description.length > 10)).toBe(true);
  });

  test("checks, tests and compares a branch that changes nothing", async () => {
    const { code, said, summary } = await runAction(new Checkout(), { ...inputs, install: "touch installed" });
    expect([code, [...said.keys()]]).toEqual([
      0,
      ["Install", "Check", "Test", "Fetch what to compare with", "Compare the protection"],
    ]);
    expect(said.get("Check")?.out).toContain("holdfast compile: everything is up to date");
    expect(said.get("Test")?.out).toContain("holdfast test: 1 passed");
    expect(summary).toBe("**no protection is lost, and none gained**\n");
  });

  test("a file that is not compiled fails the check, with an annotation and SARIF", async () => {
    const checkout = new Checkout({}, { below: "deploy" });
    const generated = readFileSync(join(checkout.directory, "generated/keep-labelled.yaml"), "utf8");
    checkout.write("generated/keep-labelled.yaml", `${generated}# mine\n`);
    const { failed, said } = await runAction(checkout, { ...inputs, sarif: "a.sarif" });
    expect(failed).toBe("Check");
    expect(said.get("Check")?.out).toMatch(/::error file=deploy\/generated\/keep-labelled\.yaml,line=\d+/);
    expect(readFileSync(join(checkout.directory, "a.sarif"), "utf8")).toContain('"uri": "deploy/generated/keep-labelled.yaml"');
  });

  test("a case that fails, fails", async () => {
    const checkout = new Checkout();
    checkout.write("policies/keep-labelled.test.yaml", cases.replace("expect: deny", "expect: allow"));
    const { failed, said } = await runAction(checkout, inputs);
    expect([failed, said.get("Test")?.out]).toEqual([
      "Test",
      expect.stringContaining("::error file=policies/keep-labelled.test.yaml,line=3") as string,
    ]);
  });

  test("what becomes weaker is on the page of the run, and fails where that is asked for", async () => {
    const checkout = new Checkout();
    await weaken(checkout);
    const told = await runAction(checkout, { ...inputs, run: "diff" });
    expect([told.code, told.summary]).toEqual([0, expect.stringMatching(/^\*\*Weaker; rules: 1 (lost|changed)/)]);
    expect(await runAction(checkout, { ...inputs, run: "diff", "fail-when-weaker": "true" })).toMatchObject({
      code: 1,
      failed: "Compare the protection",
    });
  });

  test("the first branch that has policies is compared with none, and one whose files are broken fails", async () => {
    const first = new Checkout();
    const started = await runAction(first, { ...inputs, run: "diff", generated: "policies/../generated" });
    expect(started.code).toBe(0);
    first.git("mv", "generated", "rules");
    first.commit();
    const { code, summary } = await runAction(first, { ...inputs, run: "diff", generated: "rules" });
    expect([code, summary]).toEqual([0, expect.stringMatching(/^\*\*Stronger; rules: \d+ gained/)]);
    first.write("rules/keep-labelled.yaml", "a: [");
    expect((await runAction(first, { ...inputs, run: "diff", generated: "rules" })).code).toBe(2);
  });

  test("a branch with a hostile name is a branch", async () => {
    const checkout = new Checkout();
    const [base, place] = ["$(touch${IFS}made)`touch${IFS}made`;x", temporaryDirectory()];
    checkout.git("push", "--quiet", "origin", `HEAD:refs/heads/${base}`);
    expect((await runAction(checkout, { ...inputs, run: "diff", base })).code).toBe(0);
    expect([checkout.directory, place].some((one) => existsSync(join(one, "made")))).toBe(false);
  });

  test("plan says what the change deletes of the manifests", async () => {
    const checkout = new Checkout();
    const plan = { ...inputs, run: "plan", manifests: "deploy" };
    expect((await runAction(checkout, plan)).summary).toContain("Argo CD prunes nothing");
    checkout.git("rm", "--quiet", "deploy/claim.yaml");
    await checkout.run(
      "mkdir -p deploy; printf 'apiVersion: v1\\nkind: Secret\\nmetadata: { name: s, namespace: shop }\\n' > deploy/s.yaml",
    );
    expect((await runAction(checkout, plan)).summary).toContain("Argo CD prunes 1 object");
    expect((await runAction(checkout, { ...plan, manifests: "nowhere" })).said.get("Plan what the change deletes")?.out).toBe(
      "nothing to compare with\n",
    );
  });

  test("one comment says both, and follows the branch", async () => {
    const checkout = new Checkout();
    const forge = await fakeForge({ kind: "github", me: "github-actions[bot]", token: "right" });
    const event = join(temporaryDirectory({ event: JSON.stringify({ pull_request: { number: 7 } }) }), "event");
    const github = { GITHUB_API_URL: forge.url, GITHUB_REPOSITORY: "acme/shop", GITHUB_EVENT_PATH: event };
    const all = { ...inputs, run: "diff,plan,comment", manifests: "deploy", token: "right" };
    expect((await runAction(checkout, all, github)).code).toBe(0);
    expect(forge.comments[0]?.body).toContain("**no protection is lost, and none gained**\n\n**Argo CD prunes nothing**");
    await weaken(checkout);
    expect((await runAction(checkout, all, github)).code).toBe(0);
    expect(forge.comments.map(({ body }) => body)).toEqual([expect.stringContaining("**Weaker; rules: 1")]);
    // What cannot be compared takes back what was said of the push before.
    checkout.write("generated/keep-labelled.yaml", "a: [");
    expect(await runAction(checkout, all, github)).toMatchObject({ code: 2, failed: "Compare the protection" });
    expect(forge.comments.map(({ body }) => body)).toEqual([expect.stringContaining("could not be compared: see the log")]);
  });

  test("a directory that the change names like the base does not stand for it", async () => {
    const checkout = new Checkout();
    await weaken(checkout);
    mkdirSync(join(checkout.directory, "refs/holdfast/base:generated"), { recursive: true });
    checkout.write("refs/holdfast/base:generated/keep-labelled.yaml", "# nothing");
    const { code, said } = await runAction(checkout, { ...inputs, run: "diff" });
    expect(code).toBe(2);
    expect(said.get("Compare the protection")?.error).toContain("could be one of the git revision refs/holdfast/base");
  });
});
