import { describe, expect, test } from "vitest";

import { describeWithOracle } from "./oracle-suite.ts";
import { deleteRequest, samplePolicy } from "./sample-requests.ts";

const denyAll = { validations: [{ expression: "false", message: "no", reason: "Forbidden" }] };
const deployments = { group: "apps", version: "v1", resource: "deployments" };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  spec: { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } }, spec: { containers: [] } } },
};

describeWithOracle("the oracle", {}, (oracle) => {
  test("answers with the status that the client would get", async () => {
    const { rejections, answers } = await oracle().admit({ ...samplePolicy(denyAll), inputs: [deleteRequest()] });
    expect(rejections).toEqual([]);
    expect(answers).toEqual([
      {
        status: {
          code: 403,
          reason: "Forbidden",
          message: `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'sample' with binding 'sample' denied request: no`,
        },
        warnings: [],
        auditAnnotations: {},
      },
    ]);
  });

  test("answers in the order of the tasks, whatever each takes", async () => {
    const tasks = Array.from({ length: 300 }, (_, index) => ({
      ...samplePolicy({ validations: [{ expression: "false", message: `no ${index}` }] }),
      inputs: Array.from({ length: index % 7 === 0 ? 40 : 1 }, () => deleteRequest()),
    }));
    const messages: (string | undefined)[] = [];
    for await (const { answers } of oracle().admitAll(tasks))
      messages.push(answers[0]?.status?.message.replace(/^.*request: /, ""));
    expect(messages).toEqual(tasks.map((_, index) => `no ${index}`));
  });

  test("takes no more tasks than it can answer soon", async () => {
    let taken = 0;
    function* tasks() {
      for (; taken < 1_000; taken++) yield { ...samplePolicy(denyAll), inputs: [deleteRequest()] };
    }
    const answers = oracle().admitAll(tasks())[Symbol.asyncIterator]();
    await answers.next();
    expect(taken).toBeLessThan(100);
    await answers.return?.();
  });

  test("says what the server would reject storing, and evaluates it anyway", async () => {
    const { rejections, answers } = await oracle().admit({
      ...samplePolicy({ validations: [{ expression: "request.uid == ''" }] }),
      inputs: [deleteRequest()],
    });
    expect(rejections).toMatchObject([
      {
        document: "ValidatingAdmissionPolicy/sample",
        status: { code: 422, reason: "Invalid", message: expect.stringContaining("undefined field 'uid'") },
        causes: [{ field: "spec.validations[0].expression" }],
      },
    ]);
    expect(answers[0]?.status?.message).toContain("compilation error: compilation failed");
  });

  test("does not check documents where that is not wanted", async () => {
    const task = { ...samplePolicy({ validations: [{ expression: "1 +" }] }), inputs: [] };
    expect((await oracle().admit({ ...task, skipChecks: true })).rejections).toEqual([]);
    expect((await oracle().admit(task)).rejections).toHaveLength(1);
  });

  test("says which objects no server can have, and goes on with the next", async () => {
    const inputs = [
      deleteRequest({ metadata: { labels: "none" } }),
      deleteRequest({ kind: "Unheard", metadata: { labels: 5 } }),
      deleteRequest(),
    ];
    const { answers } = await oracle().admit({ ...samplePolicy(denyAll), inputs });
    expect(answers.map(({ problem }) => problem)).toEqual([
      expect.stringContaining("cannot unmarshal string into Go struct field ObjectMeta.metadata.labels"),
      expect.stringContaining("metadata: json: cannot unmarshal number"),
      undefined,
    ]);
    expect(answers[2]?.status?.code).toBe(403);
  });

  test("names what is wrong with a task", async () => {
    const unknown = { ...samplePolicy({ ...denyAll, matchCondition: [] }), inputs: [] };
    await expect(oracle().admit(unknown)).rejects.toThrow(`ValidatingAdmissionPolicy: unknown field "spec.matchCondition"`);
    const other = { apiVersion: "admissionregistration.k8s.io/v1beta1", kind: "ValidatingAdmissionPolicy" };
    await expect(oracle().admit({ policies: [other], bindings: [], inputs: [] })).rejects.toThrow("among those of");
  });

  test("shows objects as policies see them: with defaults, without what has no type", async () => {
    const stored = deleteRequest({ ...deployment, metadata: { labels: {}, annotations: { a: null } }, extra: 1 }, deployments);
    const { answers } = await oracle().admit({ ...samplePolicy(denyAll), inputs: [stored], showObjects: true });
    expect(answers[0]?.objects).toMatchObject({
      object: null,
      oldObject: {
        metadata: { name: "c", namespace: "n", annotations: { a: "" } },
        spec: { replicas: 1, strategy: { type: "RollingUpdate" } },
      },
    });
    expect(answers[0]?.objects?.oldObject).not.toHaveProperty("extra");
    expect(answers[0]?.objects?.oldObject).not.toHaveProperty("metadata.labels");
  });

  test("counts costs, those of variables where they are read", async () => {
    const spec = {
      variables: [{ name: "labels", expression: "oldObject.metadata.?labels.orValue({})" }],
      validations: [
        {
          expression: "size(variables.labels) > 0 || variables.labels == {}",
          messageExpression: "'m' + oldObject.metadata.name",
        },
      ],
    };
    const { answers } = await oracle().admit({ ...samplePolicy(spec), inputs: [deleteRequest()], showCosts: true });
    const place = { policy: "sample", binding: "sample" };
    expect(answers[0]?.evaluations).toEqual([
      { ...place, place: "variables.labels", cost: 2 },
      { ...place, place: "validations[0].expression", cost: 6 },
      { ...place, place: "validations[0].messageExpression", cost: 4 },
    ]);
  });

  test("has only the permissions that the task gives", async () => {
    const check = "authorizer.group('').resource('configmaps').namespace('n').check('delete')";
    const task = { ...samplePolicy({ validations: [{ expression: `${check}.allowed()`, message: "may not" }] }) };
    const allowed = {
      ...deleteRequest(),
      authorizer: [{ verb: "delete", resource: "configmaps", namespace: "n", decision: "Allow" }],
    } as const;
    const elsewhere = { ...deleteRequest(), authorizer: [{ verb: "delete", namespace: "m", decision: "Allow" }] } as const;
    const { answers } = await oracle().admit({ ...task, inputs: [allowed, elsewhere, deleteRequest()] });
    expect(answers.map(({ status }) => status?.code)).toEqual([undefined, 422, 422]);
  });

  test("converts built-in kinds to the version that a policy matches", async () => {
    const rule = {
      apiGroups: ["autoscaling"],
      apiVersions: ["v2"],
      operations: ["DELETE"],
      resources: ["horizontalpodautoscalers"],
    };
    const spec = {
      matchConstraints: { resourceRules: [rule] },
      validations: [
        { expression: "false", messageExpression: "oldObject.apiVersion + ' ' + oldObject.spec.metrics[0].resource.name" },
      ],
    };
    const autoscaler = {
      apiVersion: "autoscaling/v1",
      kind: "HorizontalPodAutoscaler",
      spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 50, scaleTargetRef: { kind: "Deployment", name: "d" } },
    };
    const resource = { group: "autoscaling", resource: "horizontalpodautoscalers" };
    const equivalents = [
      {
        resource: { ...resource, version: "v2" },
        kind: { group: "autoscaling", version: "v2", kind: "HorizontalPodAutoscaler" },
      },
    ];
    const inputs = [{ ...deleteRequest(autoscaler, resource), equivalents }];
    const { answers } = await oracle().admit({ ...samplePolicy(spec), inputs });
    expect(answers[0]?.status?.message).toMatch(/denied request: autoscaling\/v2 cpu$/);
  });
});

describe.each([
  { kubernetes: "1.30", thrice: "no such permission", nullTimestamp: true },
  { kubernetes: "1.37", thrice: "actual cost limit exceeded", nullTimestamp: false },
])("Kubernetes $kubernetes", ({ kubernetes, thrice, nullTimestamp }) => {
  describeWithOracle("as the oracle emulates it", { kubernetes }, (oracle) => {
    test("charges for the authorizer, or not", async () => {
      const check = (resource: string) => `authorizer.group('').resource('${resource}').check('x').allowed()`;
      const spec = { validations: [{ expression: ["a", "b", "c"].map(check).join(" || "), message: "no such permission" }] };
      const { answers } = await oracle().admit({ ...samplePolicy(spec), inputs: [deleteRequest()] });
      expect(answers[0]?.status?.message).toContain(thrice);
    });

    test("has a timestamp in the metadata of a template that was never created, or not", async () => {
      const spec = {
        validations: [
          { expression: "false", messageExpression: "string(has(oldObject.spec.template.metadata.creationTimestamp))" },
        ],
      };
      const { answers } = await oracle().admit({ ...samplePolicy(spec), inputs: [deleteRequest(deployment, deployments)] });
      expect(answers[0]?.status?.message).toMatch(new RegExp(`denied request: ${nullTimestamp}$`));
    });

    test("rejects functions that are too new to be written", async () => {
      const known = { validations: [{ expression: "sets.contains([1], [1])" }] };
      const newer = { validations: [{ expression: "isIP('10.0.0.1')" }] };
      expect((await oracle().admit({ ...samplePolicy(known), inputs: [] })).rejections).toEqual([]);
      const { rejections } = await oracle().admit({ ...samplePolicy(newer), inputs: [] });
      expect(rejections).toHaveLength(kubernetes === "1.30" ? 1 : 0);
    });
  });
});
