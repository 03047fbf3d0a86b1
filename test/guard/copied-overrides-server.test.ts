import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { yamlOf } from "../fixtures/compile-files.ts";

const controller = "system:serviceaccount:kube-system:deployment-controller";
const released = "holdfast.dev/release";
const confirmed = "holdfast.dev/confirm-delete";

/**
 * About ReplicaSets alone, so that they do not follow their Deployments; protected by the label that has the name of
 * the policy.
 */
const policyOf = (
  name: string,
  { guards = "", overrides = "", condition = "" },
): string => `import { confirmedByName, deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "${name}",
  match: [{ group: "apps", resource: "replicasets" }],
  ${overrides}
  guards: { namespaces: { off: "not what this is about" }, ${guards} },
  rules: {
    keep: {
      denyWhen: ({ oldObject: { metadata } }) => metadata.labels?.["${name}"] === "yes"${condition},
      message: ({ oldObject }) => \`ReplicaSet \${oldObject.metadata.name} is kept\`,
    },
  },
});
`;

const byName = "overrides: [confirmedByName()],";
const clearMark = { condition: ' && metadata.annotations?.["example.com/keep"] !== "no"', guards: 'release: "clear-mark",' };
const confirmable = { condition: ' && metadata.annotations?.["example.com/allow-delete"] !== "yes"' };

const policies: readonly string[] = [
  policyOf("held", {}),
  policyOf("weak", { guards: 'release: { off: "to show what the guard is for" },' }),
  policyOf("held-name", { overrides: byName }),
  policyOf("weak-name", { overrides: byName, guards: 'release: { off: "to show what the guard is for" },' }),
  policyOf("clear", clearMark),
  policyOf("allow", confirmable),
];

const collection = (resource: string): string => `/apis/apps/v1/namespaces/default/${resource}`;

interface Stored {
  readonly name: string;
  readonly uid: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

describeWithServer("what a Deployment's controller copies onto protected ReplicaSets", { controllerManager: true }, (server) => {
  const patch = (resource: string, name: string, body: object, more: object = {}): Promise<ApiResponse> =>
    server().request(mergePatch(`${collection(resource)}/${name}`, body, more));

  const annotate = (name: string, annotations: Readonly<Record<string, string | null>>): Promise<ApiResponse> =>
    patch("deployments", name, { metadata: { annotations } });

  async function replicaSetsOf(name: string): Promise<readonly Stored[]> {
    const { body } = await server().request({ method: "GET", path: `${collection("replicasets")}?labelSelector=app%3D${name}` });
    return (body as unknown as { readonly items: readonly { readonly metadata: Stored }[] }).items.map(
      ({ metadata }) => metadata,
    );
  }

  /**
   * A Deployment whose ReplicaSets have the label, and its first ReplicaSet. No Pods: nobody runs them here, and no
   * rollout would end.
   */
  async function deployed(name: string, label: string): Promise<Stored> {
    const template = {
      metadata: { labels: { app: name, [label]: "yes" } },
      spec: { containers: [{ name: "main", image: "example.com/none" }] },
    };
    const spec = { replicas: 0, revisionHistoryLimit: 0, selector: { matchLabels: { app: name } }, template };
    await created(server(), collection("deployments"), { metadata: { name }, spec });
    await waitUntil(`${name} has a ReplicaSet`, async () => (await replicaSetsOf(name)).length === 1);
    return (await replicaSetsOf(name))[0] as Stored;
  }

  const rollOut = (name: string, image: string): Promise<ApiResponse> =>
    patch("deployments", name, { spec: { template: { metadata: { annotations: { image } } } } });

  const untilCopied = (name: string, key: string, value: string): Promise<void> =>
    waitUntil(`${key} is copied`, async () =>
      (await replicaSetsOf(name)).some(({ annotations }) => annotations?.[key] === value),
    );

  /** What the controller is told when it copies this onto the ReplicaSet. */
  async function asController(name: string, annotations: object, as = controller): Promise<string> {
    const path = `${collection("replicasets")}/${name}?dryRun=All`;
    const groups = ["system:masters"];
    const { status, body } = await server().request(mergePatch(path, { metadata: { annotations } }, { as, groups }));
    return status === 200 ? "allowed" : String(body["message"]);
  }

  const remains = async (name: string, { uid }: Stored): Promise<boolean> =>
    (await replicaSetsOf(name)).some((replicaSet) => replicaSet.uid === uid);

  beforeAll(async () => {
    await enforce(server(), policies.map(yamlOf).join("\n---\n"));
  });

  const opened = (label: string, { uid, name }: Stored): Readonly<Record<string, string>> =>
    label.endsWith("-name") ? { [confirmed]: name } : { [released]: uid };

  test.each(["weak", "weak-name"])(
    "without the guard, whoever may patch the Deployment has its ReplicaSet deleted: %s",
    async (label) => {
      const first = await deployed(label, label);
      const [[key, value] = ["", ""]] = Object.entries(opened(label, first));
      expect((await annotate(label, { [key]: value })).status).toBe(200);
      await untilCopied(label, key, value);
      expect((await rollOut(label, "second")).status).toBe(200);
      await waitUntil("it is gone", async () => !(await remains(label, first)));
    },
  );

  test.each(["held", "held-name"])(
    "the copy of an override that fits the ReplicaSet is denied, and it stays: %s",
    async (label) => {
      const first = await deployed(label, label);
      const annotations = opened(label, first);
      const [key = ""] = Object.keys(annotations);
      expect((await annotate(label, annotations)).status).toBe(200);
      for (const user of [controller, "system:kube-controller-manager"])
        expect(await asController(first.name, annotations, user)).toContain(
          `'${label}' denied request: copiedOverrideGuard: ReplicaSet default/${first.name} is protected against deletion, and "${user}" ` +
            `copies onto it, from its owner, what would allow its deletion. Remove that from the owner (see metadata.ownerReferences), and ` +
            `set it on the object itself: annotation ${key}`,
        );
      // The controller goes on as soon as the annotation is gone: it has copied nothing meanwhile, and copies what is
      // changed after it.
      expect((await annotate(label, { [key]: null, after: "yes" })).status).toBe(200);
      await untilCopied(label, "after", "yes");
      expect((await replicaSetsOf(label)).map(({ annotations: own }) => own?.[key])).toEqual([undefined]);
      expect((await rollOut(label, "second")).status).toBe(200);
      await waitUntil("there is the second", async () => (await replicaSetsOf(label)).length === 2);
      expect(await remains(label, first)).toBe(true);
    },
  );

  test("a rollout goes on while the Deployment is poisoned, and the ReplicaSet stays", async () => {
    const first = await deployed("poisoned", "held");
    expect((await annotate("poisoned", opened("held", first))).status).toBe(200);
    expect((await rollOut("poisoned", "second")).status).toBe(200);
    await waitUntil("there is the second", async () => (await replicaSetsOf("poisoned")).length === 2);
    expect(await remains("poisoned", first)).toBe(true);
  });

  test("the Deployment's own release is copied and opens nothing; the ReplicaSet's own holds once that is off the Deployment", async () => {
    const first = await deployed("own", "held");
    const { body } = await server().request({ method: "GET", path: `${collection("deployments")}/own` });
    const { uid } = body["metadata"] as { readonly uid: string };
    const remove = { method: "DELETE", path: `${collection("replicasets")}/${first.name}?dryRun=All` } as const;
    const releaseByHand = async (): Promise<void> => {
      const { status } = await patch("replicasets", first.name, { metadata: { annotations: { [released]: first.uid } } });
      expect(status).toBe(200);
    };
    expect((await annotate("own", { [released]: uid })).status).toBe(200);
    await untilCopied("own", released, uid);
    expect((await server().request(remove)).body["message"]).toContain("'held' denied request: keep: ");
    // The controller writes the Deployment's over it.
    await releaseByHand();
    await untilCopied("own", released, uid);
    expect((await server().request(remove)).status).toBe(403);
    expect((await annotate("own", { [released]: null, after: "yes" })).status).toBe(200);
    await untilCopied("own", "after", "yes");
    await releaseByHand();
    expect((await server().request(remove)).status).toBe(200);
  });

  describe("a mark that whoever may update the ReplicaSet may change", () => {
    test.each([
      ["clear", { "example.com/keep": "no" }, "copiedReleaseGuard"],
      ["allow", { "example.com/allow-delete": "yes" }, "releaseGuard"],
    ])("is not changed by a copy: %s", async (label, annotations, rule) => {
      const first = await deployed(label, label);
      expect(await asController(first.name, annotations)).toContain(
        `'${label}' denied request: ${rule}: ReplicaSet default/${first.name} is protected against deletion, and `,
      );
      expect(await asController(first.name, { other: "yes" })).toBe("allowed");
      expect(await asController(first.name, annotations, "alice")).toBe("allowed");
    });
  });
});
