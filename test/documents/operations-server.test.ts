import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { type Installation, install } from "../fallback/installed/installation.ts";
import { created } from "../fallback/on-server.ts";
import { usageSources } from "../fallback/usages/usage-sources.ts";
import { root } from "../house/source-files.ts";
import { fencesOf } from "./fences.ts";

const declaration = `import { fallback } from "holdfast";
export default fallback({
  image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}",
  usages: { of: [{ group: "", resource: "configmaps" }] },
});
`;

/** The commands of a section of docs/operations.md, in their order. */
function commandsOf(first: string): readonly string[] {
  const fence = fencesOf("docs/operations.md").find(({ language, text }) => language === "sh" && text.includes(first));
  return (fence?.text ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

describeWithServer("docs/operations.md", { controllerManager: true }, (server) => {
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
      .map((word) => word.replaceAll(/["']/g, "").replace(/^generated\//, `${installation.directory}/generated/`));
    const { code, stdout, stderr } = await server().kubectl(args);
    if (code !== 0) throw new Error(`kubectl ${words}: ${stderr}`);
    return stdout;
  };

  beforeAll(async () => {
    installation = await install(server(), {
      ...usageSources('[{ group: "", resource: "configmaps" }]'),
      "holdfast-webhooks.ts": readFileSync(join(root, "policies/holdfast-webhooks.ts"), "utf8"),
      "fallback.ts": declaration,
    });
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

  test("what is in use is refused by the webhook, with its words", async () => {
    const { status, body } = await remove();
    expect([status, body["message"]]).toEqual([409, expect.stringContaining("This resource is in-use by 1 usage(s)")]);
  });

  test("the way out of a locked cluster works while the webhook is dead, and back again", async () => {
    await installation.webhook?.kill();
    expect((await remove()).text).toContain('failed calling webhook \\"in-use.usages.holdfast.dev\\"');
    const [annotate = "", away = ""] = commandsOf("kubectl annotate validatingwebhookconfiguration");
    await expect(run(away)).rejects.toThrow("keepConfiguration: ValidatingWebhookConfiguration holdfast protects other objects");
    await run(annotate);
    await run(away);
    await waitUntil("nothing is asked any more", async () => (await remove()).status === 200);
    const [back = ""] = commandsOf("generated/fallback/webhook-configuration.yaml");
    await run(back);
    await waitUntil("it is asked again, and nobody answers", async () => (await remove()).status !== 200);
  });
});
