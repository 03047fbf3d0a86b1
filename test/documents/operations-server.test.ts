import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { type Installation, install, quickController } from "../install/installed/installation.ts";
import { created } from "../control-plane/requests.ts";
import { usageSources } from "../fallback/usages/usage-sources.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

const declaration = `import { fallback } from "holdfast";
export default fallback({
  image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}",
  usages: { of: [{ group: "", resource: "configmaps" }] },
});
`;

const pages = ["upgrades", "troubleshooting", "uninstall"] as const;

/** The commands of this page among which is this one, in their order. */
function commandsOf(page: (typeof pages)[number], one: string): readonly string[] {
  const all = fencesOf(`docs/operate/${page}.md`).map(({ language, text }) => (language === "sh" ? text.trim().split("\n") : []));
  const found = all.find((lines) => lines.some((line) => line.startsWith(one)));
  if (found === undefined) throw new Error(`docs/operate/${page}.md has no command ${one}`);
  return found;
}

describeWithServer(`docs/operate/{${pages.join(",")}}.md`, { controllerManager: true }, (server) => {
  let installation: Installation;
  const configMaps = "/api/v1/namespaces/shop/configmaps";
  const usages = "/apis/protection.holdfast.dev/v1alpha1/namespaces/shop/usages";
  const remove = () => server().request({ method: "DELETE", path: `${configMaps}/used?dryRun=All` });

  /** A line of a shell, in which another command may stand. */
  const run = async (line: string): Promise<string> => {
    const inner = /\$\(kubectl ([^)]*)\)/.exec(line);
    const uid = inner === null ? "" : (await kubectl(inner[1] ?? "")).trim();
    return kubectl(line.replace(/\$\([^)]*\)/, uid).replace(/^kubectl /, ""));
  };
  const kubectl = async (words: string): Promise<string> => {
    const args = words
      .split(" ")
      .map((word) => word.replaceAll(/["']/g, "").replace(/^generated(?=\/|$)/, `${installation.directory}/generated`));
    const { code, stdout, stderr } = await server().kubectl(args);
    if (code !== 0) throw new Error(`kubectl ${words}: ${stderr}`);
    return stdout;
  };

  beforeAll(async () => {
    const sources = {
      ...usageSources('[{ group: "", resource: "configmaps/*" }]'),
      "holdfast-webhooks.ts": readFileSync(join(root, "policies/holdfast-webhooks.ts"), "utf8"),
      "fallback.ts": declaration,
    };
    // It sees within a moment, and not within half a minute, that a configuration was applied again.
    installation = await install(server(), sources, { controllerProgram: quickController });
    await created(server(), configMaps, { metadata: { name: "used" } });
    const of = { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "used" } };
    const body = { apiVersion: "protection.holdfast.dev/v1alpha1", kind: "Usage", metadata: { name: "why" } };
    await created(server(), usages, { ...body, spec: { of, reason: "production" } });
    await waitUntil("the Usage is ready", async () => {
      const { text } = await server().request({ method: "GET", path: `${usages}/why` });
      return text.includes('"Available"');
    });
  });

  afterAll(() => installation.end());

  test("what is in use is denied by the webhook, with its words", async () => {
    const { status, body } = await remove();
    expect([status, body["message"]]).toEqual([409, expect.stringContaining("This resource is in-use by 1 usage(s)")]);
  });

  test("an upgrade that takes a webhook away is denied until it is meant, and then the guard is back", async () => {
    const file = join(installation.directory, "generated/fallback/webhook-configuration.yaml");
    const whole = readFileSync(file, "utf8");
    const [annotate = "", apply = "", guardAgain = ""] = commandsOf(
      "upgrades",
      "kubectl apply --server-side -f generated/fallback/webhook",
    );
    // As it is applied, and not as it was led to a port of this machine.
    await run(annotate);
    await run("kubectl delete validatingwebhookconfiguration holdfast");
    await run(apply);
    const bundles = "kubectl get validatingwebhookconfiguration holdfast --output jsonpath={.webhooks[*].clientConfig.caBundle}";
    await waitUntil("the controller has written each caBundle", async () => (await run(bundles)).split(" ").length === 3);
    writeFileSync(file, whole.replace("name: keep-mark.usages.holdfast.dev", "name: other.usages.holdfast.dev"));
    await expect(run(apply)).rejects.toThrow("webhookGuard: ValidatingWebhookConfiguration holdfast is protected");
    await run(annotate);
    await run(apply);
    writeFileSync(file, whole);
    await run(apply);
    await run(guardAgain);
    await expect(run("kubectl delete validatingwebhookconfiguration holdfast")).rejects.toThrow("keepConfiguration");
    expect(await run("kubectl get validatingwebhookconfiguration holdfast --output jsonpath={.webhooks[*].name}")).toBe(
      "in-use.usages.holdfast.dev keep-mark.usages.holdfast.dev authors.usages.holdfast.dev",
    );
  });

  test("the override of a locked cluster works while the webhook is dead, and back again", async () => {
    await installation.webhook?.kill();
    expect((await remove()).text).toContain('failed calling webhook \\"in-use.usages.holdfast.dev\\"');
    const [annotate = "", away = ""] = commandsOf("troubleshooting", "kubectl delete validatingwebhookconfiguration");
    await expect(run(away)).rejects.toThrow("keepConfiguration: ValidatingWebhookConfiguration holdfast protects other objects");
    await run(annotate);
    await run(away);
    await waitUntil("nothing is asked any more", async () => (await remove()).status === 200);
    const [back = ""] = commandsOf("troubleshooting", "kubectl apply --server-side -f generated/fallback/webhook");
    await run(back);
    await waitUntil("it is asked again, and nobody answers", async () => (await remove()).status !== 200);
  });

  test("uninstalling leaves no mark and no finalizer", async () => {
    const [annotate = "", away = ""] = commandsOf("uninstall", "kubectl delete validatingwebhookconfiguration");
    await run(annotate);
    await run(away);
    const [ofUsages = ""] = commandsOf("uninstall", "kubectl delete usages.protection.holdfast.dev");
    await run(ofUsages);
    const [marked = ""] = commandsOf("uninstall", "kubectl get configmaps,deployments");
    await waitUntil("no mark is left", async () => (await run(marked)).trim() === "");
    await installation.controller?.kill();
    for (const line of commandsOf("uninstall", "kubectl delete -k generated")) await run(line);
    expect(await kubectl("get validatingadmissionpolicies --selector holdfast.dev/policy=usages --output name")).toBe("");
    const { status } = await server().request({ method: "DELETE", path: `${configMaps}/used` });
    expect(status).toBe(200);
  });
});
