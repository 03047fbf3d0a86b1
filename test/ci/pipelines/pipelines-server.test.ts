import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { created } from "../../control-plane/requests.ts";
import { fencesOf } from "../../documents/fences.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { root } from "../../house/source-files.ts";
import { runAction } from "./action.ts";
import { Checkout } from "./checkout.ts";

const shown = (name: string): string =>
  fencesOf("docs/operate/pipelines.md").find(({ text }) => text.startsWith(`# ${name}\n`))?.text ?? "";

interface Template {
  readonly "holdfast-drift": { readonly script: readonly string[] };
}

interface Job {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly [{ readonly command: readonly string[] }] } };
  };
}

/** A checkout whose policies are in force, and an object that they keep. */
describeWithServer("pipelines, with a cluster", {}, (server) => {
  test("verify passes after the rollout, in every pipeline, and fails once somebody has changed the cluster", async () => {
    const checkout = new Checkout();
    const kubeconfig = { KUBECONFIG: server().kubeconfig };
    const action = () => runAction(checkout, { install: "", base: "main", run: "check,verify" }, kubeconfig);
    const template = parse(readFileSync(join(root, ".ci/pipelines/gitlab.yml"), "utf8")) as Template;
    const gitlab = () =>
      checkout.run(template["holdfast-drift"].script.join("\n"), { ...kubeconfig, HOLDFAST_GENERATED: "generated" });
    const job = parse(shown("deploy/policies/verify.yaml")) as Job;
    const [{ command }] = job.spec.template.spec.containers;
    const argocd = () => {
      const words = command.map((word) => (word === "/etc/holdfast/kubeconfig" ? server().kubeconfig : word));
      return checkout.run(words.map((word) => `'${word}'`).join(" "));
    };

    expect((await action()).failed).toBe("Verify");
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    const metadata = { name: "settings", labels: { "example.com/keep": "true" } };
    await created(server(), "/api/v1/namespaces/shop/configmaps", { metadata });
    await server().kubectl(["apply", "--server-side", "-k", "generated"], { cwd: checkout.directory });

    expect(await argocd()).toMatchObject({ code: 0, out: expect.stringContaining("PROVEN") as string });
    const { code, said } = await action();
    expect([code, said.get("Verify")?.out]).toEqual([
      0,
      expect.stringMatching(/^holdfast verify: \d policies on 1 API server: .*proven/m),
    ]);
    expect((await gitlab()).code).toBe(0);

    await server().kubectl(["delete", "validatingadmissionpolicybinding", "keep-labelled"]);
    const drifted = await action();
    expect(drifted.failed).toBe("Verify");
    expect(drifted.said.get("Verify")?.out).toMatch(
      /^::error file=generated\/keep-labelled\.yaml,title=holdfast verify%3A no-binding::keep-labelled on https%?/m,
    );
    expect((await gitlab()).code).toBe(1);
    expect(readFileSync(join(checkout.directory, "holdfast-verify.xml"), "utf8")).toContain("no binding");
  });

  test("the objects of docs/operate/pipelines.md are those of Kubernetes, and the policies take the wave", async () => {
    const directory = temporaryDirectory({ "verify.yaml": shown("deploy/policies/verify.yaml") });
    await server().kubectl(["create", "namespace", "holdfast"]);
    await server().kubectl(["apply", "--dry-run=server", "-f", "verify.yaml"], { cwd: directory });
    const checkout = new Checkout({ "deploy/policies/kustomization.yaml": shown("deploy/policies/kustomization.yaml") });
    const { stdout } = await server().kubectl(["kustomize", "deploy/policies"], { cwd: checkout.directory });
    writeFileSync(join(directory, "all.yaml"), stdout);
    const waves = stdout.match(/argocd\.argoproj\.io\/sync-wave: "-1"/g)?.length;
    expect(waves).toBe(stdout.match(/^kind: /gm)?.length);
    await server().kubectl(["apply", "--dry-run=server", "-f", "all.yaml"], { cwd: directory });
  });
});
