import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import type { ApiRequest, ApiResponse } from "../control-plane/api-client.ts";
import { untilAudited } from "../control-plane/audited.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { isBefore } from "../control-plane/version-differences.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { expectDenied } from "./expect-denied.ts";
import { type Side, approvalKey, openingYaml, releaseKey, weakReleaseKey } from "./opening-policies.ts";

const sides: readonly Side[] = ["held", "weak"];
const person = (name: string) => ({ as: name, groups: ["system:masters"] });
const core = "/api/v1/namespaces";

describeWithServer("overrides and who may open them, on a real API server", { controllerManager: true }, (server) => {
  const send = (request: ApiRequest): Promise<ApiResponse> => server().request(request);
  const get = (path: string): Promise<ApiResponse> => send({ method: "GET", path });
  const remove = (path: string, who: object = {}): Promise<ApiResponse> => send({ method: "DELETE", path, ...who });
  const patch = (path: string, body: object, who: object = {}): Promise<ApiResponse> => send(mergePatch(path, body, who));
  const annotate = (path: string, key: string, value: string | null, who: object = {}): Promise<ApiResponse> =>
    patch(path, { metadata: { annotations: { [key]: value } } }, who);

  async function create(path: string, body: object): Promise<string> {
    return (await created(server(), path, body)).metadata.uid;
  }

  const isGone = async (path: string): Promise<boolean> => (await get(path)).status === 404;
  const annotationsOf = async (path: string): Promise<unknown> =>
    ((await get(path)).body["metadata"] as { readonly annotations?: object } | undefined)?.annotations;

  const container = { name: "main", image: "example.com/none" };
  const podOf = (name: string, label: string) => ({
    metadata: { name, labels: { [label]: "yes" } },
    // No scheduler takes it.
    spec: { containers: [container], schedulerName: "nobody" },
  });

  beforeAll(async () => {
    await enforce(server(), sides.map(openingYaml).join("\n---\n"));
    await waitUntil("Pods can be created", async () => (await get(`${core}/default/serviceaccounts/default`)).status === 200);
  });

  describe("a release is written on the object itself", () => {
    const service = (name: string, label: string) => ({
      metadata: { name, labels: { [label]: "yes" } },
      spec: { ports: [{ port: 80 }] },
    });
    const condition = { type: "Seen", status: "True", reason: "Seen", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" };
    const pathOf = (name: string): string => `${core}/default/services/${name}`;

    test("before, whoever could write its status released it", async () => {
      const uid = await create(`${core}/default/services`, service("weak", "weak"));
      expect((await annotate(`${pathOf("weak")}/status`, weakReleaseKey, uid)).status).toBe(200);
      expect((await remove(pathOf("weak"))).status).toBe(200);
    });

    test("and not through its status, where other annotations may still be written", async () => {
      const uid = await create(`${core}/default/services`, service("held", "held"));
      await expectDenied(
        annotate(`${pathOf("held")}/status`, releaseKey, uid),
        "overrideGuard: Service default/held is protected against deletion, and this update through /status changes what allows its deletion",
      );
      expect((await annotate(`${pathOf("held")}/status`, "example.com/other", "yes")).status).toBe(200);
      await expectDenied(remove(pathOf("held")), "keep: ");
      expect((await annotate(pathOf("held"), releaseKey, uid)).status).toBe(200);
      // What is there stays there when the status is written.
      expect((await patch(`${pathOf("held")}/status`, { status: { conditions: [condition] } })).status).toBe(200);
      expect((await remove(pathOf("held"))).status).toBe(200);
    });

    test.each(["status", "ephemeralcontainers", "resize"])("nor through /%s of a Pod", async (part) => {
      const name = `held-${part}`;
      const path = `${core}/default/pods/${name}`;
      const uid = await create(`${core}/default/pods`, podOf(name, "held"));
      const { status, body } = await annotate(`${path}/${part}`, releaseKey, uid);
      // What a part does not take it leaves as it is; what it does not have is not found.
      if (status === 403) expect(body["message"]).toContain("denied request: overrideGuard: ");
      else expect(await annotationsOf(path)).toBeUndefined();
      await expectDenied(remove(path), "keep: ");
    });

    test.each(["status", "finalize"])("nor through /%s of a Namespace whose marks protect what is in it", async (part) => {
      const name = `content-${part}`;
      const uid = await create(core, { metadata: { name, labels: { "held-content": "yes" } } });
      const object = (await get(`${core}/${name}`)).body;
      const metadata = { ...(object["metadata"] as object), annotations: { [releaseKey]: uid } };
      const { status, body } = await send({ method: "PUT", path: `${core}/${name}/${part}`, body: { ...object, metadata } });
      if (status === 403) expect(body["message"]).toContain("denied request: overrideGuard: ");
      else expect(await annotationsOf(`${core}/${name}`)).toBeUndefined();
      const unmarked = patch(`${core}/${name}`, { metadata: { labels: { "held-content": null } } });
      await expectDenied(unmarked, "namespaceReleaseGuard: ");
    });

    test("an object that is created with one is not released: its UID was not known yet", async () => {
      const guessed = "3f0e7b1c-0000-4000-8000-000000000001";
      const made = service("made", "held");
      await create(`${core}/default/services`, {
        ...made,
        metadata: { ...made.metadata, uid: guessed, annotations: { [releaseKey]: guessed } },
      });
      await expectDenied(remove(pathOf("made")), "keep: ");
    });
  });

  describe("a Binding", () => {
    const bind = (name: string, metadata: object, part: "binding" | "bindings", who: object = {}): Promise<ApiResponse> =>
      send({
        method: "POST",
        path: part === "binding" ? `${core}/default/pods/${name}/binding` : `${core}/default/bindings`,
        body: { apiVersion: "v1", kind: "Binding", metadata: { name, ...metadata }, target: { kind: "Node", name: "nowhere" } },
        ...who,
      });

    test.each(["binding", "bindings"] as const)(
      "through %s wrote annotations over those of its Pod, which was released",
      async (part) => {
        const name = `weak-${part}`;
        const uid = await create(`${core}/default/pods`, podOf(name, "weak"));
        expect((await bind(name, { annotations: { [weakReleaseKey]: uid } }, part)).status).toBe(201);
        expect(await annotationsOf(`${core}/default/pods/${name}`)).toEqual({ [weakReleaseKey]: uid });
        expect((await remove(`${core}/default/pods/${name}`)).status).toBe(200);
      },
    );

    test("overwrote the label that protected its Pod", async () => {
      await create(`${core}/default/pods`, podOf("weak-label", "weak"));
      expect((await bind("weak-label", { labels: { weak: "no" } }, "binding")).status).toBe(201);
      const weak = isBefore(server(), "bindingsWriteLabels") ? "yes" : "no";
      expect((await get(`${core}/default/pods/weak-label`)).body).toMatchObject({ metadata: { labels: { weak } } });
      expect((await remove(`${core}/default/pods/weak-label`)).status).toBe(weak === "yes" ? 403 : 200);
    });

    test.each(["binding", "bindings"] as const)(
      "through %s brings no release, no approval and no label that protects",
      async (part) => {
        const name = `held-${part}`;
        const uid = await create(`${core}/default/pods`, podOf(name, "held"));
        for (const metadata of [
          { annotations: { [releaseKey]: uid } },
          { annotations: { [approvalKey]: `${uid}/bob` } },
          { labels: { held: "no" } },
          { labels: { "held-approved": "no" } },
        ])
          await expectDenied(
            bind(name, metadata, part, person("alice")),
            `bindingGuard: the Binding would set labels or annotations of Pod ${name}`,
          );
        await expectDenied(remove(`${core}/default/pods/${name}`), "keep: ");
        // As schedulers and the API server do it: with labels of the Node.
        expect((await bind(name, { labels: { "topology.kubernetes.io/zone": "a" } }, part)).status).toBe(201);
        expect((await get(`${core}/default/pods/${name}`)).body).toMatchObject({ spec: { nodeName: "nowhere" } });
        await expectDenied(remove(`${core}/default/pods/${name}`), "keep: ");
      },
    );
  });

  describe("an approval", () => {
    const configMap = (name: string): string => `${core}/default/configmaps/${name}`;
    const [bob, alice] = [person("bob"), person("alice")];

    async function approvedConfigMap(side: Side, name: string, more: object = {}): Promise<void> {
      const metadata = { name, labels: { [`${side}-approved`]: "yes" }, ...more };
      const uid = await create(`${core}/default/configmaps`, { metadata });
      expect((await annotate(configMap(name), approvalKey, `${uid}/bob`, bob)).status).toBe(200);
    }

    async function ownerOf(name: string): Promise<object> {
      const uid = await create(`${core}/default/configmaps`, { metadata: { name } });
      return { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name, uid }] };
    }

    test("counted for the garbage collector: its author deleted an owner, and was two people", async () => {
      await approvedConfigMap("weak", "weak-owned", await ownerOf("weak-owner"));
      expect((await remove(configMap("weak-owner"), bob)).status).toBe(200);
      await waitUntil("the approved one is collected", () => isGone(configMap("weak-owned")));
    });

    test("counts for no controller: the object outlives its owner, until another person deletes it", async () => {
      await approvedConfigMap("held", "held-owned", await ownerOf("held-owner"));
      expect((await remove(configMap("held-owner"), bob)).status).toBe(200);
      const asCollector = { as: "system:serviceaccount:kube-system:generic-garbage-collector", groups: ["system:masters"] };
      await waitUntil("the owner is gone", () => isGone(configMap("held-owner")));
      await expectDenied(remove(configMap("held-owned"), asCollector), "keep: ");
      await expectDenied(remove(configMap("held-owned"), bob), "keep: ");
      const { status, warnings } = await remove(configMap("held-owned"), alice);
      expect([status, warnings]).toEqual([200, []]);
      await untilAudited(server(), "held-approved/approvedByAnother", "ConfigMap default/held-owned is protected");
    });

    test("of a Job that ends with its time to live counts for nobody but a person", async () => {
      const job = (side: Side) => ({
        metadata: { name: side, labels: { [`${side}-approved`]: "yes" } },
        spec: {
          completions: 0,
          suspend: true,
          ttlSecondsAfterFinished: 0,
          template: { spec: { restartPolicy: "Never", containers: [container] } },
        },
      });
      const path = "/apis/batch/v1/namespaces/default/jobs";
      for (const side of sides) {
        const uid = await create(path, job(side));
        // With nothing to do it is complete at once, suspended or not: what nobody keeps may be gone before the next request.
        const answers = side === "weak" ? [200, 404] : [200];
        expect(answers).toContain((await annotate(`${path}/${side}`, approvalKey, `${uid}/bob`, bob)).status);
        expect(answers).toContain((await patch(`${path}/${side}`, { spec: { suspend: false } }, bob)).status);
      }
      await waitUntil("the weak one is gone", () => isGone(`${path}/weak`));
      await waitUntil("the other one is finished", async () => {
        const { conditions = [] } = ((await get(`${path}/held`)).body["status"] ?? {}) as { conditions?: { type: string }[] };
        return conditions.some(({ type }) => type === "Complete");
      });
      const ttl = { as: "system:serviceaccount:kube-system:ttl-after-finished-controller", groups: ["system:masters"] };
      await expectDenied(remove(`${path}/held`, ttl), "keep: ");
      expect((await remove(`${path}/held`, alice)).status).toBe(200);
    });

    test("counts for no ServiceAccount, whose token its author may have", async () => {
      const robot = { as: "system:serviceaccount:default:robot", groups: ["system:masters"] };
      await approvedConfigMap("weak", "weak-robot");
      expect((await remove(configMap("weak-robot"), robot)).status).toBe(200);
      await approvedConfigMap("held", "held-robot");
      await expectDenied(remove(configMap("held-robot"), robot), "keep: ");
      const uid = await create(`${core}/default/configmaps`, {
        metadata: { name: "by-robot", labels: { "held-approved": "yes" } },
      });
      const own = `${uid}/system:serviceaccount:default:robot`;
      await expectDenied(annotate(configMap("by-robot"), approvalKey, own, robot), "approvedByAnother: ");
    });

    test("is written on the object itself, by a person in their own name", async () => {
      const path = `${core}/default/pods/approved`;
      const uid = await create(`${core}/default/pods`, podOf("approved", "held-approved"));
      await expectDenied(annotate(`${path}/status`, approvalKey, `${uid}/bob`, bob), "approvedByAnother: ");
      await expectDenied(annotate(path, approvalKey, `${uid}/bob`, alice), "approvedByAnother: ");
      expect((await annotate(path, approvalKey, `${uid}/bob`, bob)).status).toBe(200);
    });
  });

  describe("what has been confirmed or approved", () => {
    // A guard looks up what is in its cache, a moment after it is created. A request that is sent until then must change
    // nothing.
    const dryRun = "?dryRun=All";

    const evict = (name: string, who: object = {}, query = ""): Promise<ApiResponse> =>
      send({
        method: "POST",
        path: `${core}/default/pods/${name}/eviction${query}`,
        body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } },
        ...who,
      });

    test("a confirmed Pod is evicted, and before that the message says what to do", async () => {
      const path = `${core}/default/pods/confirmed`;
      await create(`${core}/default/pods`, podOf("confirmed", "held-confirmed"));
      await waitUntil("the Pod is known", async () => (await evict("confirmed", {}, dryRun)).status === 403);
      const said = String((await evict("confirmed")).body["message"]);
      const words = / the message says what to do: kubectl (.*)$/u.exec(said)?.[1]?.split(" ") ?? [];
      expect(words).toEqual(["delete", "pod/confirmed", "-n", "default"]);
      const { stderr } = await server().kubectl(words);
      const [, annotation = ""] = /kubectl annotate \S+ -n default (\S+)/u.exec(stderr) ?? [];
      expect((await annotate(path, annotation.split("=")[0] ?? "", annotation.split("=")[1] ?? "")).status).toBe(200);
      await waitUntil("it is evicted", async () => (await evict("confirmed")).status === 201);
      await waitUntil("it is gone", () => isGone(path));
    });

    test("an approved Pod is evicted by another person, and by nobody else", async () => {
      const path = `${core}/default/pods/approved-too`;
      const uid = await create(`${core}/default/pods`, podOf("approved-too", "held-approved"));
      expect((await annotate(path, approvalKey, `${uid}/bob`, person("bob"))).status).toBe(200);
      await waitUntil("the approval is known", async () => (await evict("approved-too", person("bob"), dryRun)).status === 403);
      await expectDenied(evict("approved-too", person("bob")), "evictionGuard: ");
      await waitUntil("it is evicted", async () => (await evict("approved-too", person("alice"))).status === 201);
    });

    test("a Namespace goes with what is confirmed in it", async () => {
      await create(core, { metadata: { name: "confirmed" } });
      const path = `${core}/confirmed/configmaps`;
      await create(path, { metadata: { name: "one", labels: { "held-confirmed": "yes" } } });
      await waitUntil("what it holds is known", async () => (await remove(`${core}/confirmed${dryRun}`)).status === 403);
      expect((await annotate(`${path}/one`, "holdfast.dev/confirm-delete", "one")).status).toBe(200);
      await waitUntil("the Namespace may be deleted", async () => (await remove(`${core}/confirmed`)).status === 200);
      await waitUntil("the Namespace is gone", () => isGone(`${core}/confirmed`));
    });

    test("a Namespace with what is approved says what to delete first, and goes then", async () => {
      await create(core, { metadata: { name: "approved" } });
      const path = `${core}/approved/configmaps`;
      const uid = await create(path, { metadata: { name: "one", labels: { "held-approved": "yes" } } });
      expect((await annotate(`${path}/one`, approvalKey, `${uid}/bob`, person("bob"))).status).toBe(200);
      await waitUntil(
        "what it holds is known",
        async () => (await remove(`${core}/approved${dryRun}`, person("alice"))).status === 403,
      );
      const said = String((await remove(`${core}/approved`, person("alice"))).body["message"]);
      const words = / the message says what to do: kubectl (.*)$/u.exec(said)?.[1];
      expect(words).toBe("delete configmaps/one -n approved");
      expect((await remove(`${path}/one`, person("alice"))).status).toBe(200);
      await waitUntil(
        "the Namespace may be deleted",
        async () => (await remove(`${core}/approved`, person("alice"))).status === 200,
      );
    });
  });
});
