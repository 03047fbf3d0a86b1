import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlPlane, startControlPlane } from "../control-plane/control-plane.ts";
import { describeWithOwnServer } from "../control-plane/server-suite.ts";
import { isBefore } from "../control-plane/version-differences.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { create, ours, pathOf, rejectionOf } from "./configurations.ts";
import { compileSet } from "./static-set.ts";

const set = compileSet("--protection-only");
const [file, aside] = [join(set.policies, "holdfast-protection.yaml"), join(set.directory, "aside")];
const broken = join(set.policies, "broken.yaml");
afterAll(() => set.remove());

const path = `${pathOf("validatingadmissionpolicies", "kept")}?dryRun=All`;

async function isRejected({ request }: ControlPlane): Promise<boolean> {
  return rejectionOf(await request({ method: "DELETE", path }), "holdfast-protection")?.startsWith("deleteGuard: ") === true;
}

/** Kubernetes looks when the directory changes, and once a minute. */
const patienceMs = 90_000;

/** As API servers count what they read from files, and could not. */
async function reloads({ request }: ControlPlane, status: "success" | "failure"): Promise<number> {
  const { text } = await request({ method: "GET", path: "/metrics" });
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith("apiserver_manifest_admission_config_controller_automatic_reloads_total{"));
  return Number(
    lines
      .find((line) => line.includes(`status="${status}"`))
      ?.split(" ")
      .at(-1) ?? 0,
  );
}

describeWithOwnServer("files of --static that change", { admissionConfiguration: set.admissionConfiguration }, (server) => {
  let isOld = false;
  beforeAll(async () => {
    isOld = isBefore(server(), "policiesAreReadFromFiles");
    await create(server(), "validatingadmissionpolicies", { name: "kept", labels: ours });
  });

  test("a broken one changes nothing on a server that runs, and keeps another from starting", async () => {
    if (isOld) return;
    writeFileSync(
      broken,
      "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: { name: x }\n",
    );
    await waitUntil("the server has tried", async () => (await reloads(server(), "failure")) > 0, patienceMs);
    expect(await isRejected(server())).toBe(true);
    await expect(startControlPlane({ admissionConfiguration: set.admissionConfiguration })).rejects.toThrow(
      /kube-apiserver ended before [^]*failed to load static policy manifests from [^]*broken\.yaml/,
    );
    rmSync(broken);
  });

  test("once they are moved away, nothing is protected; once they are back, everything is", { timeout: 240_000 }, async () => {
    if (isOld) return;
    expect(await isRejected(server())).toBe(true);
    mkdirSync(aside);
    renameSync(file, join(aside, "holdfast-protection.yaml"));
    await waitUntil("the policy can be deleted", async () => !(await isRejected(server())), patienceMs);
    expect(await server().request({ method: "DELETE", path })).toMatchObject({ status: 200 });
    copyFileSync(join(aside, "holdfast-protection.yaml"), file);
    await waitUntil("the policy is protected again", () => isRejected(server()), patienceMs);
  });

  test("an older server takes no notice of them", async () => {
    if (!isOld) return;
    expect(await server().request({ method: "DELETE", path })).toMatchObject({ status: 200 });
  });
});
