import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../../control-plane/api-client.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { grant } from "../on-server.ts";
import { workloadSpec } from "../../fixtures/objects.ts";
import { defineKinds, type Guard, guard } from "./guarded-cluster.ts";
import { clusterUsages, clusters, configMaps, crossplaneUsages, legacyUsages, objectsOn, reference, usages } from "./objects.ts";
import { type RunningController, runController, defaultFlags, countDeletes } from "./running-controller.ts";

const attempt = "holdfast.dev/delete-when-unused";
const usedBy = "holdfast.dev/used-by";
const marks = "holdfast.dev/marks";
const asking = "fieldManager=holdfast-delete-when-unused";

/**
 * The controller may delete Usages, and what is used. Whoever may write an annotation, a record or an owner, and not
 * delete, must not have it delete for them; nor must a controller that copies annotations from one object to another.
 */
describeWithServer("What the controller deletes, nobody makes it delete who may not", { controllerManager: true }, (server) => {
  const { make, use, read, remove, untilReady, untilGone } = objectsOn(server);
  let guarded: Guard | undefined;
  let controller: RunningController | undefined;
  const deletes: string[] = [];

  const counting = countDeletes((path) => deletes.push(path));

  beforeAll(async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    await defineKinds(server());
    guarded = await guard(server());
    const change = ["get", "patch", "update"];
    const groups = ["protection.holdfast.dev", "protection.crossplane.io", "apiextensions.crossplane.io"];
    const patching = [{ apiGroups: groups, resources: ["*"], verbs: change }];
    const editing = [{ apiGroups: ["apps"], resources: ["deployments"], verbs: ["get", "patch"] }];
    await grant(server(), { user: "patcher", namespace: "shop", permissions: { role: [], clusterRole: patching } });
    await grant(server(), { user: "editor", namespace: "shop", permissions: { role: editing, clusterRole: [] } });
    controller = await runController(server(), { flags: { ...defaultFlags, attempts: "replayed" }, through: counting });
  }, 300_000);

  afterAll(async () => {
    await controller?.end();
    await guarded?.end();
  });

  const patch = (
    path: string,
    body: object,
    rest: { readonly as?: string; readonly query?: string } = {},
  ): Promise<ApiResponse> =>
    server().request(
      mergePatch(rest.query === undefined ? path : `${path}?${rest.query}`, body, {
        ...(rest.as !== undefined && { as: rest.as }),
      }),
    );
  const denied = (rule: string) => ({ status: 403, text: expect.stringContaining(`${rule}: `) });
  const now = () => `${new Date().toISOString().slice(0, 19)}Z`;
  const denials = async (policy: string): Promise<number> => {
    const { text } = await server().request({ method: "GET", path: "/metrics" });
    const lines = text.split("\n").filter((line) => line.startsWith("apiserver_validating_admission_policy_check_total{"));
    const about = lines.filter((line) => line.includes(`policy="${policy}"`) && line.includes('enforcement_action="deny"'));
    return about.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  };

  describe("a delete that somebody asks for", () => {
    test("is not one that the Deployment controller has copied to the ReplicaSet that it names", async () => {
      const deployments = "/apis/apps/v1/namespaces/shop/deployments";
      await created(server(), deployments, { metadata: { name: "web" }, spec: workloadSpec({ app: "web" }, { replicas: 0 }) });
      const replicaSets = async () => {
        const { body } = await server().request({ method: "GET", path: "/apis/apps/v1/namespaces/shop/replicasets" });
        return body["items"] as readonly { metadata: { name: string; uid: string; annotations: Record<string, string> } }[];
      };
      await waitUntil("the Deployment has a ReplicaSet", async () => (await replicaSets()).length === 1);
      const [replicaSet] = await replicaSets();
      const { name = "", uid = "" } = replicaSet?.metadata ?? {};
      const of = { apiVersion: "apps/v1", kind: "ReplicaSet", resourceRef: { name } };
      await use(usages, "replicas", { reason: "kept", of, replayDeletion: true });
      await untilReady(usages, "replicas");
      const annotate = (annotations: object) =>
        patch(`${deployments}/web`, { metadata: { annotations } }, { as: "editor", query: asking });
      expect(await annotate({ seen: "today" })).toMatchObject({ status: 200 });
      await waitUntil("annotations are copied", async () => (await replicaSets())[0]?.metadata.annotations["seen"] === "today");
      const before = await denials("usage-attempts-update");
      expect(await annotate({ [attempt]: `${uid}/${now()}` })).toMatchObject({ status: 200 });
      await waitUntil("the copy is denied", async () => (await denials("usage-attempts-update")) > before);
      expect((await replicaSets())[0]?.metadata.annotations).not.toHaveProperty([attempt]);
      expect(await annotate({ [attempt]: null, seen: "later" })).toMatchObject({ status: 200 });
      await waitUntil("copying goes on", async () => (await replicaSets())[0]?.metadata.annotations["seen"] === "later");
      await remove(usages, "replicas");
      await untilGone(usages, "replicas");
      expect((await replicaSets()).map(({ metadata }) => metadata.uid)).toEqual([uid]);
    });

    test("is not one that Crossplane has copied from a claim to its composite", async () => {
      const crossplane = "system:serviceaccount:crossplane-system:crossplane";
      const everything = [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }];
      await grant(server(), { user: crossplane, namespace: "shop", permissions: { role: [], clusterRole: everything } });
      const { uid } = await make(clusters, "claimed");
      await use(legacyUsages, "claimed", { reason: "kept", of: reference(clusters, "claimed"), replayDeletion: true });
      await untilReady(legacyUsages, "claimed");
      const copy = { metadata: { annotations: { [attempt]: `${uid}/${now()}` } } };
      for (const query of ["fieldManager=crossplane", "fieldManager=apiextensions.crossplane.io%2Fclaim"])
        expect(await patch(`${clusters}/claimed`, copy, { as: crossplane, query })).toMatchObject(denied("copiedAttempt"));
      expect(await patch(`${clusters}/claimed`, copy, { as: crossplane })).toMatchObject(denied("copiedAttempt"));
      // Crossplane's own form has no time, and names no object.
      const theirs = { metadata: { annotations: { "usage.crossplane.io/deletion-attempt-with-policy": "Background" } } };
      expect(await patch(`${clusters}/claimed`, theirs, { as: crossplane })).toMatchObject({ status: 200 });
      await remove(legacyUsages, "claimed");
      await untilGone(legacyUsages, "claimed");
      expect((await read(clusters, "claimed"))?.uid).toBe(uid);
      expect(deletes.filter((path) => path.includes("/clusters/"))).toEqual([]);
    });
  });

  describe.each([
    ["a Usage", usages, undefined],
    ["a ClusterUsage", clusterUsages, "shop"],
    ["a Usage of Crossplane", crossplaneUsages, undefined],
    ["a Usage of Crossplane's older group", legacyUsages, "shop"],
  ])("%s", (title, path, namespace) => {
    const name = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    const byMap = (user: string) => reference(configMaps, user, namespace);
    const change = (body: object, query?: string) =>
      patch(`${path}/${name}`, body, { as: "patcher", ...(query !== undefined && { query }) });
    const note = async (changes: object, key = usedBy) => {
      const { annotations = {} } = (await read(path, name)) ?? {};
      const record = JSON.parse(annotations[key] ?? "{}") as object;
      return { metadata: { annotations: { [key]: JSON.stringify({ ...record, ...changes }) } } };
    };

    beforeAll(async () => {
      for (const one of ["used", "user", "other", "own"]) await make(configMaps, `${name}-${one}`);
      await use(path, name, { of: byMap(`${name}-used`), by: byMap(`${name}-user`) });
      await untilReady(path, name);
      await use(path, `${name}-for-good`, { reason: "kept", of: byMap(`${name}-used`) });
      await untilReady(path, `${name}-for-good`);
    });

    test("is not deleted for a note that its user is gone, under whatever name that is written", async () => {
      for (const query of [undefined, "fieldManager=holdfast-controller"]) {
        expect(await change(await note({ uid: "somebody-else" }), query)).toMatchObject(denied("mayNotNote"));
        expect(await change(await note({ name: `${name}-other` }, marks), query)).toMatchObject(denied("mayNotNote"));
      }
    });

    test("gets no other user, nor any where it has a reason, from who may not delete it", async () => {
      const by = byMap(`${name}-own`);
      expect(await change({ spec: { by } })).toMatchObject(denied("mayNotReplaceUser"));
      expect(await patch(`${path}/${name}-for-good`, { spec: { by } }, { as: "patcher" })).toMatchObject(
        denied("mayNotReplaceUser"),
      );
      const forged = {
        usage: (await read(path, name))?.uid,
        group: "",
        kind: "ConfigMap",
        namespace: "shop",
        name: `${name}-own`,
      };
      const both = { ...(await note({ ...forged, uid: "never-was" })), spec: { by } };
      expect(await change(both)).toMatchObject({ status: 403 });
    });

    test("does not come to name another object, so that the first one goes", async () => {
      expect(await change({ spec: { of: byMap(`${name}-other`) } })).toMatchObject(denied("mayNotRename"));
      expect(await change({ spec: { of: { apiVersion: "v1", kind: "Secret" } } })).toMatchObject(denied("mayNotRename"));
    });

    test("gets no owner that there is not, with which the garbage collector would delete it", async () => {
      const { ownerReferences = [] } = (await read(path, name)) ?? {};
      const ghost = { apiVersion: "v1", kind: "ConfigMap", name: "ghost", uid: "7c1a33a0-0000-4000-8000-000000000000" };
      expect(await change({ metadata: { ownerReferences: [...ownerReferences, ghost] } })).toMatchObject(denied("mayNotOwn"));
    });

    test("can be labelled and annotated by them; without its note, and its owners, it meets its user again, and stays", async () => {
      const metadata = { labels: { team: "tills" }, annotations: { seen: "today", [usedBy]: null }, ownerReferences: null };
      expect(await change({ metadata })).toMatchObject({ status: 200 });
      await waitUntil("it is noted again", async () => (await read(path, name))?.annotations?.[usedBy] !== undefined);
      expect((await read(path, name))?.deletionTimestamp).toBeUndefined();
    });

    test("and so what is used stays; nothing was deleted", async () => {
      expect(await remove(configMaps, `${name}-used`)).toMatchObject({
        status: 409,
        text: expect.stringContaining("in-use by 2 usage(s)"),
      });
      expect(deletes).toEqual([]);
    });

    test("goes with its user, as before", async () => {
      await remove(configMaps, `${name}-user`);
      await untilGone(path, name);
      deletes.length = 0;
    });
  });

  test("who may delete a Usage may do what ends it", async () => {
    await make(configMaps, "let-go");
    await use(crossplaneUsages, "let-go", { reason: "kept", of: reference(configMaps, "let-go") });
    await untilReady(crossplaneUsages, "let-go");
    const may = [{ apiGroups: ["protection.crossplane.io"], resources: ["usages"], verbs: ["get", "patch", "delete"] }];
    await grant(server(), { user: "owner", namespace: "shop", permissions: { role: may, clusterRole: [] } });
    const of = { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "let-go-too" } };
    expect(await patch(`${crossplaneUsages}/let-go`, { spec: { of } }, { as: "owner" })).not.toMatchObject(
      denied("mayNotRename"),
    );
    await remove(crossplaneUsages, "let-go");
    await untilGone(crossplaneUsages, "let-go");
  });
});
