import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Policy } from "holdfast";
import { type PolicyRequest, del } from "../../../compiler/simulator/testing/index.ts";
import { type AskedPolicy, ask } from "../../../compiler/simulator/testing/ask.ts";
import { TestedPolicy, compiledForTests } from "../../../compiler/simulator/testing/tested-policy.ts";
import { CaseFiles } from "../case-files.ts";
import { askingPolicy, fallbackDeclaration } from "./asking-policy.ts";

const metadata = { name: "settings", namespace: "shop" };
const shared = { ...metadata, labels: { "example.com/shared": "true" } };
const config = (more: object): PolicyRequest => del({ apiVersion: "v1", kind: "ConfigMap", metadata: { ...metadata, ...more } });
const pod = (name: string, more: object = {}, serviceAccountName = "builder") => {
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "shop", ...more }, spec: { serviceAccountName } };
};

describe("a policy that asks the cluster", () => {
  const files = new CaseFiles();
  let asked: AskedPolicy;
  let policy: Policy;

  beforeAll(async () => {
    files.write("used-config.ts", askingPolicy);
    files.write("fallback.ts", fallbackDeclaration);
    const compilation = files.compile(["used-config.ts", "fallback.ts"]);
    expect(compilation.diagnostics).toEqual([]);
    const [compiled] = compiledForTests(compilation, 30);
    if (compiled === undefined) throw new Error("nothing was compiled");
    policy = await files.importPolicy("used-config.ts");
    asked = { tested: new TestedPolicy(compiled), typescript: policy };
  });

  afterAll(() => files.remove());

  const answerTo = (request: PolicyRequest) => ask([asked], request.description, []).answer;

  test("denies natively what CEL can say, whatever the cluster holds", () => {
    expect(answerTo(config({ labels: { "example.com/keep": "yes" } }))).toMatchObject([
      {
        rule: "kept",
        action: "deny",
        message: expect.stringContaining("kept: ConfigMap settings is kept; to delete it") as string,
      },
    ]);
  });

  test("denies what a query finds, and names what it found", () => {
    const uses = { annotations: { uses: "settings" } };
    const held = [pod("b", uses), pod("a", uses), pod("c", uses, "other")];
    expect(answerTo(config(shared).inCluster(...held))).toMatchObject([
      { rule: "used", action: "deny", message: expect.stringContaining("used: ConfigMap settings is used by a, b") as string },
    ]);
    const keeping = pod("d", { labels: { keeps: "settings" } });
    expect(answerTo(config(shared).inCluster(keeping))).toMatchObject([{ rule: "kept", action: "deny" }]);
  });

  test("lets go what nothing uses, or what is in use elsewhere", () => {
    expect(answerTo(config(shared))).toEqual([]);
    const elsewhere = {
      ...pod("d", { labels: { keeps: "settings" } }),
      metadata: { name: "d", namespace: "other", labels: { keeps: "settings" } },
    };
    expect(answerTo(config(shared).inCluster(elsewhere))).toEqual([]);
  });

  test("without its label nobody is asked", () => {
    expect(answerTo(config({}).inCluster(pod("d", { labels: { keeps: "settings" } })))).toEqual([]);
  });

  test("what carries its release mark goes, and the audit log says so", () => {
    const uid = "6f2b3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f";
    const released = { ...shared, uid, annotations: { "holdfast.dev/release": uid } };
    const held = pod("d", { labels: { keeps: "settings" } });
    expect(answerTo(config(released).inCluster(held))).toMatchObject([{ rule: "released", action: "audit" }]);
  });

  test("its CEL alone cannot say what the webhook would", () => {
    const native = { tested: asked.tested };
    const only = (request: PolicyRequest) => ask([native], request.description, []).answer;
    expect(only(config({ labels: { "example.com/keep": "yes" } }))).toMatchObject([{ rule: "kept" }]);
    expect(only(config({}))).toEqual([]);
    expect(() => only(config(shared))).toThrow("is answered by the webhook, which takes its TypeScript");
  });
});
