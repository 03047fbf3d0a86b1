import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StoredObject } from "../../runtime-fallback/kubernetes/stored-object.ts";
import { enforce } from "../ack/policies-in-force.ts";
import { type Finished, holdfastHere } from "../cli/user-project.ts";
import { changed, created } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { keepSettings } from "../deletion/keep-settings.ts";

const admission = "admissionregistration.k8s.io/v1";

/** Of somebody else: what opens it is in its messages alone. */
const keepServices = [
  {
    apiVersion: admission,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "keep-services" },
    spec: {
      failurePolicy: "Fail",
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["services"], operations: ["DELETE"] }],
      },
      validations: [
        {
          expression: "oldObject.metadata.?labels[?'keep'].orValue('') != 'yes'",
          message: "first run: kubectl label services/web -n shop keep=no --overwrite",
        },
        {
          expression: "oldObject.metadata.name != 'never'",
          message: "first run: kubectl annotate services/never -n shop example.com/nothing=1",
        },
      ],
    },
  },
  {
    apiVersion: admission,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "keep-services" },
    spec: { policyName: "keep-services", validationActions: ["Deny"] },
  },
]
  .map((one) => JSON.stringify(one))
  .join("\n---\n");

describeWithServer("holdfast unprotect", {}, (server) => {
  const path = "/api/v1/namespaces/shop/configmaps/settings";
  const unprotect = (...words: readonly string[]): Promise<Finished> =>
    holdfastHere(".", ["unprotect", ...words, "-n", "shop", "--kubeconfig", server().kubeconfig]);
  const read = async (): Promise<StoredObject> => (await server().request({ method: "GET", path })).body as StoredObject;
  const tryDelete = async (of: string) => (await server().request({ method: "DELETE", path: `${of}?dryRun=All` })).status;

  beforeAll(async () => {
    await enforce(server(), `${keepSettings}\n---\n${keepServices}`);
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    await created(server(), "/api/v1/namespaces/shop/configmaps", { metadata: { name: "settings", labels: { keep: "yes" } } });
    for (const [name, label] of [
      ["web", "keep"],
      ["never", "never"],
    ] as const)
      await created(server(), "/api/v1/namespaces/shop/services", {
        metadata: { name, labels: { [label]: "yes" } },
        spec: { ports: [{ port: 80 }] },
      });
  });

  beforeEach(async () => {
    await changed(server(), path, { metadata: { annotations: null } });
  });

  test("without --apply it says what opens the policy, and changes nothing", async () => {
    const { uid } = (await read()).metadata;
    const { code, out, error } = await unprotect("cm/settings", "--reason", "it's moved");
    expect(error).toBe("");
    expect(out).toContain("ConfigMap shop/settings is kept:\n  keep-settings: keep: it is kept; to delete it anyway: ");
    expect(out).toContain(`\nThis opens it:\n  kubectl annotate configmaps/settings -n shop holdfast.dev/release=${uid} `);
    expect(out).toContain("\nThe delete itself, then: Deletes 1 object in 1 Namespace\n");
    expect(out).toContain("\nNothing has been changed: run it, or give --apply.\n");
    expect(code).toBe(0);
    expect((await read()).metadata["annotations"]).toBeUndefined();
    expect(await tryDelete(path)).toBe(403);
  });

  test("its command, as printed, does what --apply does", async () => {
    const { out } = await unprotect("cm/settings", "--reason", "it's moved", "--for", "2h");
    const line = out.split("\n").find((one) => one.startsWith("  kubectl annotate")) ?? "";
    const typed = line.trim().slice("kubectl ".length);
    // A shell takes the quotes away.
    const typedWords = [...typed.matchAll(/(?:'((?:[^']|'\\'')*)'|(\S+))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? "") : quoted.replaceAll(`'\\''`, "'"),
    );
    const { code, stderr } = await server().kubectl(typedWords);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(await tryDelete(path)).toBe(200);
  });

  test("for programs it says how many objects it has changed", async () => {
    const { code, out } = await unprotect("cm/settings", "--reason", "moved", "--apply", "--format", "json");
    expect({ code, found: JSON.parse(out) as object }).toMatchObject({
      code: 0,
      found: { changed: 1, steps: [{ name: "settings" }] },
    });
    expect(await tryDelete(path)).toBe(200);
  });

  test("with --apply the object carries why and until when, and --undo takes all of it back", async () => {
    const { uid } = (await read()).metadata;
    const { code, out } = await unprotect("cm/settings", "--reason", "moved", "--for", "2h", "--apply");
    expect(code).toBe(0);
    expect(out).toContain(
      "\n1 object changed.\nWhat takes it back:\n  holdfast unprotect configmaps/settings -n shop --undo --apply\n",
    );
    const { annotations } = (await read()).metadata as unknown as { annotations: Readonly<Record<string, string>> };
    expect(annotations["holdfast.dev/release"]).toBe(uid);
    const { reason, until } = JSON.parse(annotations["holdfast.dev/unprotected"] ?? "") as Readonly<Record<string, string>>;
    expect(reason).toBe("moved");
    const hours = (Date.parse(until ?? "") - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1.9);
    expect(hours).toBeLessThanOrEqual(2);
    expect(await tryDelete(path)).toBe(200);

    const shown = await unprotect("cm/settings", "--undo");
    expect(shown.out).toContain("ConfigMap shop/settings was opened: moved\n");
    expect(await tryDelete(path)).toBe(200);
    await unprotect("cm/settings", "--undo", "--apply");
    expect((await read()).metadata["annotations"]).toBeUndefined();
    expect(await tryDelete(path)).toBe(403);
    expect(await unprotect("cm/settings", "--undo")).toMatchObject({
      code: 2,
      error: expect.stringContaining("ConfigMap shop/settings has no record of `holdfast unprotect`"),
    });
  });

  test("for a Namespace it opens what the Namespace holds, and nothing else is written", async () => {
    const { code, out } = await unprotect("ns/shop", "--reason", "closed", "--apply");
    expect(out).toContain("Namespace shop is kept:\n");
    expect(out).toContain("\nThis opens it:\n  kubectl annotate configmaps/settings -n shop holdfast.dev/release=");
    expect(code).toBe(0);
    const events = readFileSync(server().auditLog, "utf8")
      .split("\n")
      .filter((line) => line.includes('"verb":"patch"'));
    const patched = events.map((line) => (JSON.parse(line) as { readonly requestURI: string }).requestURI.split("?")[0] ?? "");
    expect(new Set(patched.filter((one) => one.startsWith("/api/")))).toEqual(new Set([path]));
    expect(await tryDelete("/api/v1/namespaces/shop")).toBe(200);
  });

  test("a label that the message names is changed, and given back", async () => {
    const service = "/api/v1/namespaces/shop/services/web";
    expect((await unprotect("svc/web", "--reason", "gone", "--apply")).code).toBe(0);
    expect(await tryDelete(service)).toBe(200);
    await unprotect("svc/web", "--undo", "--apply");
    expect(await tryDelete(service)).toBe(422);
  });

  test("a record that somebody else has written opens nothing, and names no flag", async () => {
    const { uid } = (await read()).metadata;
    const forged = (before: readonly object[]) =>
      changed(server(), path, {
        metadata: { annotations: { "holdfast.dev/unprotected": JSON.stringify({ reason: "routine", before }) } },
      });
    await forged([{ field: "annotations", key: "holdfast.dev/release", value: uid }]);
    const opening = await unprotect("cm/settings", "--undo", "--apply");
    expect(opening.out).toContain("It is not undone here: with what the record says, policies deny no more than now.");
    expect(opening.code).toBe(1);
    expect((await read()).metadata["annotations"]).not.toHaveProperty("holdfast.dev/release");
    await changed(server(), path, { metadata: { annotations: { "holdfast.dev/release": uid } } });
    const release = { field: "annotations", key: "holdfast.dev/release" };
    await forged([release, { field: "labels", key: "team", value: "mallory" }]);
    const undone = await unprotect("cm/settings", "--undo", "--apply");
    expect(undone.out).toContain("\nLeft out, since it protects nothing: 1 change of the record.\n");
    const { annotations, labels } = (await read()).metadata as unknown as Readonly<Record<string, object | undefined>>;
    expect([annotations, labels]).toEqual([undefined, { keep: "yes" }]);
    await forged([{ field: "annotations", key: "--server", value: "https://example.com" }]);
    expect((await unprotect("cm/settings", "--undo")).error).toContain("has no record of `holdfast unprotect`");
  });

  test("what was there before the first time is what an undo brings back", async () => {
    await unprotect("cm/settings", "--reason", "first", "--apply");
    await changed(server(), path, { metadata: { annotations: { "holdfast.dev/release": "of another" } } });
    await unprotect("cm/settings", "--reason", "second", "--apply");
    expect(await tryDelete(path)).toBe(200);
    await unprotect("cm/settings", "--undo", "--apply");
    expect((await read()).metadata["annotations"]).toBeUndefined();
  });

  test("what a message names and opens nothing is not done", async () => {
    const { code, out } = await unprotect("svc/never", "--reason", "x", "--apply");
    expect(out).toContain("Service shop/never is kept:\n  keep-services: first run: kubectl annotate services/never");
    expect(out).toContain("\nNothing that the messages name opens all of it.\n");
    expect(out).not.toContain("changed");
    expect(code).toBe(1);
    const { body } = await server().request({ method: "GET", path: "/api/v1/namespaces/shop/services/never" });
    expect(JSON.stringify(body)).not.toContain("example.com/nothing");
  });

  test.each([
    [["cm/settings"], "`--reason` is missing"],
    [["cm"], "needs the name of an object"],
    [["cm/settings", "--reason", "x", "--for", "soon"], "`--for soon` is no duration"],
    [["cm/settings", "--undo", "--reason", "x"], "`--undo` takes neither"],
    [["cm/none", "--reason", "x"], "there is no ConfigMap none in Namespace shop"],
  ])("unprotect %j is an error: %s", async (words, message) => {
    const { code, error } = await unprotect(...words);
    expect(error).toContain(message);
    expect(code).toBe(2);
  });
});
