import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultSettings } from "../../../compiler/install/settings.ts";
import { buildWebhookConfiguration } from "../../../compiler/install/webhooks/webhook-configuration.ts";
import { type AskedPolicy, ask } from "../../../compiler/simulator/testing/ask.ts";
import { update } from "../../../compiler/simulator/testing/index.ts";
import { TestedPolicy, compiledForTests } from "../../../compiler/simulator/testing/tested-policy.ts";
import type { Policy } from "holdfast";
import { CaseFiles } from "../../language/case-files.ts";
import { sources } from "./protected-cluster.ts";

const uid = "6f2b3c9e-8f0a-4c55-9d7e-1a2b3c4d5e6f";
const labels = { "holdfast.dev/critical": "true", team: "a" };
const annotations = { [`critical.holdfast.dev/${uid}`]: "for-web", note: "x" };
const namespace = (metadata: object) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", ...metadata } });
const service = (metadata: object) => ({
  apiVersion: "protection.holdfast.dev/v1alpha1",
  kind: "CriticalService",
  metadata: { name: "for-web", uid, ...metadata },
  spec: {},
});

describe("the mark of a CriticalService", () => {
  const files = new CaseFiles();
  let asked: AskedPolicy;
  let conditions: readonly string[];

  beforeAll(async () => {
    for (const [name, text] of Object.entries(sources())) files.write(name, text);
    const compilation = files.compile(Object.keys(sources()));
    expect(compilation.diagnostics).toEqual([]);
    const { webhooks } = buildWebhookConfiguration(compilation.webhookRules, defaultSettings);
    conditions = webhooks.flatMap(({ matchConditions = [] }) => matchConditions.map(({ expression }) => expression));
    const [compiled] = compiledForTests(compilation, 30);
    if (compiled === undefined) throw new Error("nothing was compiled");
    const [typescript] = (await files.importPolicy("critical-services.ts")) as unknown as readonly [Policy];
    asked = { tested: new TestedPolicy(compiled), typescript };
  });

  afterAll(() => files.remove());

  const answerTo = (after: object, ...held: readonly object[]) => {
    const request = update(namespace({ labels, annotations }), namespace(after));
    return ask([asked], (held.length === 0 ? request : request.inCluster(...(held as never[]))).description, []).answer;
  };
  const denied = [
    {
      rule: "keepMark",
      action: "deny",
      message: expect.stringContaining("its mark goes with that: delete the CriticalService first") as string,
    },
  ];

  test("stays while the service is there", () => {
    expect(answerTo({ labels: { team: "a" }, annotations }, service({}))).toMatchObject(denied);
    expect(answerTo({ labels, annotations: { note: "x" } }, service({}))).toMatchObject(denied);
    expect(answerTo({}, service({}))).toMatchObject(denied);
  });

  test("of a service that no longer exists goes, while that of another stays", () => {
    const gone = "critical.holdfast.dev/11111111-8f0a-4c55-9d7e-1a2b3c4d5e6f";
    const both = update(namespace({ labels, annotations: { ...annotations, [gone]: "x" } }), namespace({ labels, annotations }));
    expect(ask([asked], both.inCluster(service({}) as never).description, []).answer).toEqual([]);
  });

  test("goes with a service that is terminating, or gone, or another", () => {
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    expect(answerTo({}, service({ deletionTimestamp, finalizers: ["x/y"] }))).toEqual([]);
    expect(answerTo({}, service({ uid: "11111111-8f0a-4c55-9d7e-1a2b3c4d5e6f" }))).toEqual([]);
  });

  test("is asked about only where it is taken: what is scaled and rolled out does not wait for the webhook", () => {
    expect(conditions).toEqual([
      expect.stringContaining("object.metadata.?labels[?'holdfast.dev/critical'].orValue('') != 'true'"),
    ]);
  });

  test("is nobody's business where it stays: anything else may change", () => {
    expect(answerTo({ labels: { ...labels, team: "b" }, annotations: { ...annotations, note: "y" } }, service({}))).toEqual([]);
  });
});
