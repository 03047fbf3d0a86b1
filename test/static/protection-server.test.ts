import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { untilAudited } from "../control-plane/audited.ts";
import { describeWithOwnServer, describeWithServer } from "../control-plane/server-suite.ts";
import { isBefore } from "../control-plane/version-differences.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { configMap } from "../fixtures/objects.ts";
import { create, kindOf, ours, pathOf, plurals, rejectionOf, updateDry } from "./configurations.ts";
import { large, tooLong } from "./large.ts";
import { compileSet } from "./static-set.ts";
import { upgrades, weakenings } from "./updates.ts";

const set = compileSet();
afterAll(() => set.remove());

const protection = "holdfast-protection";
const released = (uid: string) => ({ metadata: { annotations: { "holdfast.dev/release": uid } } });

async function deleted({ request }: ControlPlane, path: string): Promise<number> {
  return (await request({ method: "DELETE", path })).status;
}

async function exists({ request }: ControlPlane, path: string): Promise<boolean> {
  return (await request({ method: "GET", path })).status === 200;
}

describeWithOwnServer(
  "an API server with the files of --static",
  { admissionConfiguration: set.admissionConfiguration, controllerManager: true },
  (server) => {
    let isOld = false;
    beforeAll(() => {
      isOld = isBefore(server(), "policiesAreReadFromFiles");
    });

    describe.each(plurals)("%s", (plural) => {
      const kind = kindOf[plural];

      test("of Holdfast are not deleted, one by one or together", async () => {
        const uid = await create(server(), plural, { name: "kept", labels: ours });
        const single = await server().request({ method: "DELETE", path: pathOf(plural, "kept") });
        if (isOld) return expect(single.status).toBe(200);
        const text =
          `deleteGuard: ${kind} kept protects other objects: without it, their deletes would be allowed; to delete it anyway: ` +
          `kubectl annotate ${plural}.admissionregistration.k8s.io/kept holdfast.dev/release=${uid} (or commit that annotation)`;
        expect(rejectionOf(single, protection)).toBe(text);
        const together = await server().request({ method: "DELETE", path: `${pathOf(plural)}?labelSelector=${label}` });
        expect(rejectionOf(together, protection)).toBe(text);
        expect(await exists(server(), pathOf(plural, "kept"))).toBe(true);
      });

      test("of others are deleted and changed", async () => {
        await create(server(), plural, { name: "of-others", labels: { "app.kubernetes.io/managed-by": "Helm" } });
        const [first] = weakenings.filter((update) => update.plural === plural && update.rule !== "labelGuard");
        expect(await updateDry(server(), pathOf(plural, "of-others"), first?.patch ?? {})).toMatchObject({
          status: 200,
          warnings: [],
        });
        expect(await deleted(server(), pathOf(plural, "of-others"))).toBe(200);
      });

      test("of Holdfast let themselves be deleted with the command that the rejection prints, and with no other mark", async () => {
        if (isOld) return;
        const path = pathOf(plural, "released");
        const uid = await create(server(), plural, { name: "released", labels: ours });
        const stolen = await create(server(), plural, {
          name: "released-too",
          labels: { ...ours },
          annotations: released(uid).metadata.annotations,
        });
        expect(stolen).not.toBe(uid);
        expect(
          rejectionOf(await server().request({ method: "DELETE", path: pathOf(plural, "released-too") }), protection),
        ).toContain("deleteGuard");
        const rejection = rejectionOf(await server().request({ method: "DELETE", path }), protection) ?? "";
        const command = /kubectl (annotate \S+ \S+)/.exec(rejection)?.[1]?.split(" ") ?? [];
        expect(await server().kubectl(command)).toMatchObject({ code: 0 });
        expect(await server().request({ method: "DELETE", path })).toMatchObject({ status: 200, warnings: [] });
        const told = `released: ${kind} released is protected, and its release annotation allows this delete`;
        await untilAudited(server(), `${protection}.static.k8s.io/released`, told);
        expect(await exists(server(), path)).toBe(false);
      });

      describe("updates of those of Holdfast", () => {
        const path = pathOf(plural, "updated");
        let uid = "";
        beforeAll(async () => {
          uid = await create(server(), plural, { name: "updated", labels: ours });
        });
        const isOfKind = (update: { readonly plural: string }): boolean => update.plural === plural;

        test.each(weakenings.filter(isOfKind))("are rejected: $title ($rule)", async ({ patch, rule, because }) => {
          const answer = await updateDry(server(), path, patch);
          if (isOld) return expect(answer.status).toBe(200);
          expect(rejectionOf(answer, `${protection}-${plural}`)).toBe(
            `${rule}: ${kind} updated protects other objects, and this update ${because}. To do it anyway, first run: ` +
              `kubectl annotate ${plural}.admissionregistration.k8s.io/updated holdfast.dev/release=${uid}`,
          );
        });

        test.each(upgrades.filter(isOfKind))("are let through: $title", async ({ patch }) => {
          expect(await updateDry(server(), path, patch)).toMatchObject({ status: 200, warnings: [] });
        });

        test("are let through, with a reminder, once the object carries its own release mark", async () => {
          if (isOld) return;
          const marked = pathOf(plural, "marked");
          const own = await create(server(), plural, { name: "marked", labels: ours });
          const unmarking = { metadata: { labels: null, ...released(own).metadata } };
          expect(rejectionOf(await updateDry(server(), marked, unmarking), `${protection}-${plural}`)).toContain("labelGuard");
          await server().request(mergePatch(marked, released(own)));
          const name = `${protection}-update-warn.static.k8s.io`;
          for (const { patch } of weakenings.filter(isOfKind)) {
            expect(await updateDry(server(), marked, patch)).toMatchObject({
              status: 200,
              warnings: [
                `Validation failed for ValidatingAdmissionPolicy '${name}' with binding '${name}': releaseReminder: ${kind} marked protects other ` +
                  "objects, and nothing protects it while it carries its release annotation: remove the annotation holdfast.dev/release once the change is made",
              ],
            });
          }
        });
      });
    });

    test.each(large)("$title are compared, however many", async ({ plural, content, upgrade, weakening, rule, title }) => {
      const name = `large-${title.replaceAll(" ", "-")}`;
      await create(server(), plural, { name, labels: ours }, content);
      expect(await updateDry(server(), pathOf(plural, name), upgrade)).toMatchObject({ status: 200, warnings: [] });
      const answer = await updateDry(server(), pathOf(plural, name), weakening);
      if (isOld) return expect(answer.status).toBe(200);
      expect(rejectionOf(answer, `${protection}-${plural}`)?.split(":")[0]).toBe(rule);
    });

    test.each(tooLong)("$title: rejected as too long to compare, and not for what it would cost", async (object) => {
      if (isOld) return;
      const { plural, content, upgrade, rule, title } = object;
      const name = `too-long-${title.toLowerCase().replaceAll(" ", "-")}`;
      await create(server(), plural, { name, labels: ours }, content);
      const rejection = rejectionOf(await updateDry(server(), pathOf(plural, name), upgrade), `${protection}-${plural}`);
      expect(rejection).toMatch(new RegExp(`^${rule}: .* or is too long to compare\\.`));
    });

    test("a policy keeps its label through its status, which its controller may write", async () => {
      await create(server(), "validatingadmissionpolicies", { name: "with-status", labels: ours });
      const path = pathOf("validatingadmissionpolicies", "with-status");
      const answer = await updateDry(server(), `${path}/status`, {
        metadata: { labels: null },
        status: { observedGeneration: 1 },
      });
      expect(answer).toMatchObject({ status: 200, body: { metadata: { labels: ours } } });
    });

    test("the garbage collector does not delete them with an owner that no longer exists", async () => {
      if (isOld) return;
      const ownerReferences = [
        { apiVersion: "v1", kind: "Namespace", name: "gone", uid: "8e0b9d2c-6a4f-4c55-9d7e-1a2b3c4d5e6f" },
      ];
      await create(server(), "validatingadmissionpolicybindings", { name: "owned", labels: ours, ownerReferences });
      await waitUntil("the garbage collector was rejected", async () => {
        const events = readFileSync(server().auditLog, "utf8").split("\n");
        return events.some(
          (line) => line.includes("generic-garbage-collector") && line.includes('"code":403') && line.includes('"name":"owned"'),
        );
      });
      expect(await exists(server(), pathOf("validatingadmissionpolicybindings", "owned"))).toBe(true);
    });

    test("compiled policies are in force, and nothing of them is in the API", async () => {
      const labels = { "example.com/keep": "yes" };
      const configMaps = "/api/v1/namespaces/default/configmaps";
      await server().request({ method: "POST", path: configMaps, body: configMap("settings", { labels }) });
      const answer = await server().request({ method: "DELETE", path: `${configMaps}/settings` });
      if (isOld) return expect(answer.status).toBe(200);
      expect(rejectionOf(answer, "keep-labelled")).toMatch(
        /^keep: ConfigMap settings is protected by its label; to delete it anyway: kubectl annotate/,
      );
      const unmarked = await updateDry(server(), `${configMaps}/settings`, { metadata: { labels: null } });
      expect(rejectionOf(unmarked, "keep-labelled")).toMatch(
        /^releaseGuard: ConfigMap default\/settings is protected against deletion/,
      );
      const { body } = await server().request({ method: "GET", path: pathOf("validatingadmissionpolicies") });
      expect(JSON.stringify(body)).not.toContain("keep-labelled");
    });

    test("a policy about policies is compiled into the set like any other: what is locked gets no release mark", async () => {
      if (isOld) return;
      const path = pathOf("validatingadmissionpolicies", "locked");
      const locked = { ...ours, "example.com/locked": "yes" };
      const uid = await create(server(), "validatingadmissionpolicies", { name: "locked", labels: locked });
      const text = "keepLocked: ValidatingAdmissionPolicy locked is locked, and gets no release mark";
      for (const patch of [released(uid), { metadata: { labels: { "example.com/locked": null } } }])
        expect(rejectionOf(await updateDry(server(), path, patch), "locked-policies-update")).toBe(text);
      expect(await updateDry(server(), path, { metadata: { labels: { other: "x" } } })).toMatchObject({ status: 200 });
    });

    test("Namespaces come and go, and garbage is collected", async () => {
      const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "passing" } };
      expect(await server().request({ method: "POST", path: "/api/v1/namespaces", body: namespace })).toMatchObject({
        status: 201,
      });
      const configMaps = "/api/v1/namespaces/passing/configmaps";
      const owner = await server().request({ method: "POST", path: configMaps, body: configMap("owner") });
      const { uid } = owner.body["metadata"] as { readonly uid: string };
      const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
      await server().request({ method: "POST", path: configMaps, body: configMap("owned", { ownerReferences }) });
      expect(await deleted(server(), `${configMaps}/owner`)).toBe(200);
      await waitUntil("what it owned is gone", async () => !(await exists(server(), `${configMaps}/owned`)));
      expect(await deleted(server(), "/api/v1/namespaces/passing")).toBe(200);
      await waitUntil("the Namespace is gone", async () => !(await exists(server(), "/api/v1/namespaces/passing")));
      expect(await exists(server(), "/api/v1/namespaces/kube-system")).toBe(true);
    });
  },
);

describeWithServer("an API server without them", {}, (server) => {
  test.each(plurals)("deletes %s of Holdfast", async (plural) => {
    await create(server(), plural, { name: "kept", labels: ours });
    expect(await deleted(server(), pathOf(plural, "kept"))).toBe(200);
  });
});

const label = encodeURIComponent("app.kubernetes.io/managed-by=holdfast");
