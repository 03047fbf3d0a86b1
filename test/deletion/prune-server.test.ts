import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdfastHere } from "../cli/user-project.ts";
import { created } from "../control-plane/requests.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";

/** What kubectl itself prunes, and what the plan says of it. */
describeWithServer("holdfast plan --from --to of kubectl apply --prune", { controllerManager: false }, (server) => {
  const directory = openDirectory();
  afterAll(() => removeDirectory(directory));

  const kubectl = async (...words: readonly string[]): Promise<string> => {
    const env = { KUBECTL_APPLYSET: "true" };
    const { code, stdout, stderr } = await server().kubectl(words, { cwd: directory, env });
    expect(code, stderr).toBe(0);
    return stdout;
  };

  function write(place: string, objects: readonly object[]): void {
    mkdirSync(join(directory, place), { recursive: true });
    writeFileSync(join(directory, place, "all.json"), JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
  }

  const object = (kind: string, name: string, namespace: string, app: string): object => ({
    apiVersion: kind === "Role" ? "rbac.authorization.k8s.io/v1" : "v1",
    kind,
    metadata: { name, namespace, labels: { app } },
  });

  /** `configmap/goes` */
  async function planned(...words: readonly string[]): Promise<readonly string[]> {
    const place = ["--kubeconfig", server().kubeconfig, "--format", "json"];
    const { out, error } = await holdfastHere(directory, ["plan", "--from", "old", "--to", "new", ...place, ...words]);
    expect(error).toBe("");
    const { targets } = JSON.parse(out) as { targets: readonly { kind: string; name: string }[] };
    return targets.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`).toSorted();
  }

  const prunedIn = (out: string): readonly string[] =>
    out
      .split("\n")
      .filter((line) => line.endsWith(" pruned"))
      .map((line) => line.replace(" pruned", "").replace(".rbac.authorization.k8s.io", ""))
      .toSorted();

  beforeAll(async () => {
    for (const name of ["one", "two", "sets"]) await created(server(), "/api/v1/namespaces", { metadata: { name } });
  });

  test("labels, kinds, Namespaces and what kubectl apply has not made", async () => {
    const stays = object("ConfigMap", "stays", "one", "web");
    const made = [
      stays,
      object("ConfigMap", "goes", "one", "web"),
      object("Secret", "goes-too", "one", "web"),
      object("ConfigMap", "other-app", "one", "db"),
      object("ConfigMap", "elsewhere", "two", "web"),
      object("Role", "of-another-kind", "one", "web"),
    ];
    write("made", made);
    write("old", [...made, object("ConfigMap", "by-hand", "one", "web")]);
    write("new", [stays]);
    await created(server(), "/api/v1/namespaces/one/configmaps", { metadata: { name: "by-hand", labels: { app: "web" } } });
    await kubectl("apply", "-f", "made");
    const wanted = await planned("--pruner", "kubectl", "-l", "app=web");
    const out = await kubectl("apply", "-f", "new", "--prune", "-l", "app=web");
    expect(prunedIn(out)).toEqual(wanted);
    expect(wanted).toEqual(["configmap/goes", "secret/goes-too"]);
  });

  test("members of an ApplySet", async () => {
    write("old", [
      object("ConfigMap", "stays", "sets", "web"),
      object("ConfigMap", "goes", "sets", "web"),
      object("Role", "goes-too", "sets", "web"),
      object("ConfigMap", "taken-out", "sets", "web"),
    ]);
    write("new", [object("ConfigMap", "stays", "sets", "web")]);
    const set = ["--prune", "--applyset", "configmap/set", "-n", "sets"];
    await kubectl("apply", "-f", "old", ...set);
    await kubectl("label", "configmap/taken-out", "-n", "sets", "applyset.kubernetes.io/part-of-");
    const wanted = await planned("--pruner", "applyset");
    expect(prunedIn(await kubectl("apply", "-f", "new", ...set))).toEqual(wanted);
    expect(wanted).toEqual(["configmap/goes", "role/goes-too"]);
  });
});
