import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { stringify } from "yaml";
import { definitionOf, schemaWithSpec } from "../crd-types/definition-text.ts";
import { answerJson, openHttpServer } from "../fallback/http-server.ts";
import { temporaryDirectory, contents } from "../fixtures/temporary-directory.ts";
import { type Outcome, runCommand } from "./fake-run.ts";
import { definitions } from "../control-plane/collections.ts";

const thingFile = "thing.example.com.v1.d.ts";

const types = (directory: string, ...words: readonly string[]): Promise<Outcome> => runCommand(["types", ...words], directory);

describe("holdfast types --cluster", () => {
  const stored = (plural: string): object => {
    const definition = definitionOf(schemaWithSpec({ type: "string" }), { plural, kind: plural.slice(0, -1) });
    return { ...definition, metadata: { name: `${plural}.example.com`, uid: "u", resourceVersion: "7" } };
  };

  /** A cluster with these definitions, or one that answers otherwise, and a kubeconfig whose contexts lead there. */
  async function clusterWith(plurals: readonly string[], denial?: { readonly status: number; readonly message: string }) {
    const asked: string[] = [];
    const http = await openHttpServer(({ url = "" }, response) => {
      asked.push(url);
      if (denial !== undefined) return answerJson(response, denial.status, { kind: "Status", message: denial.message });
      const name = /\/([a-z]+)\.example\.com$/.exec(url)?.[1];
      if (name === undefined) {
        const list = {
          kind: "CustomResourceDefinitionList",
          apiVersion: "apiextensions.k8s.io/v1",
          metadata: { resourceVersion: "9" },
        };
        return answerJson(response, 200, { ...list, items: plurals.map(stored) });
      }
      if (plurals.includes(name)) return answerJson(response, 200, stored(name));
      const details = { name: `${name}.example.com` };
      answerJson(response, 404, { kind: "Status", reason: "NotFound", message: "not found", details });
    });
    onTestFinished(() => http.close());
    const kubeconfig = stringify({
      "current-context": "my ctx",
      clusters: [{ name: "c", cluster: { server: http.url } }],
      contexts: [{ name: "my ctx", context: { cluster: "c" } }],
    });
    const directory = temporaryDirectory({ kubeconfig });
    const run = (...words: readonly string[]) =>
      types(directory, "--cluster", "--kubeconfig", join(directory, "kubeconfig"), ...words);
    return { directory, asked, run };
  }

  it("asks for all definitions", async () => {
    const { directory, asked, run } = await clusterWith(["things", "others"]);
    expect(await run()).toMatchObject({ code: 0, error: "" });
    expect(asked).toEqual([`${definitions}?limit=500`]);
    expect(Object.keys(contents(join(directory, "types")))).toEqual(["other.example.com.v1.d.ts", thingFile]);
  });

  it("asks for the named ones, in the named context, and says so again in --check", async () => {
    const { directory, asked, run } = await clusterWith(["things", "others"]);
    const { code, out } = await run("--check", "--context", "my ctx", "things.example.com");
    expect([code, asked]).toEqual([1, [`${definitions}/things.example.com`]]);
    const words = `--cluster --kubeconfig ${directory}/kubeconfig --context 'my ctx' things.example.com --out types`;
    expect(out).toContain(`To fix it: npx holdfast types ${words}\n`);
  });

  it("needs no kubectl", async () => {
    const { run } = await clusterWith(["things"]);
    vi.stubEnv("PATH", "/nowhere");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await run()).toMatchObject({ code: 0 });
  });

  it.each([
    [
      "no right",
      { status: 403, message: "User \u001b[31mbob cannot list" },
      "answered 403: User \\u{1b}[31mbob cannot list",
      "may get and list",
    ],
    [
      "no answer to somebody unknown",
      { status: 401, message: "Unauthorized" },
      "does not accept the credentials of context my ctx: 401",
      "renew the token",
    ],
    [
      "trouble",
      { status: 500, message: "etcdserver: no leader" },
      "answered 500: etcdserver: no leader",
      "customresourcedefinitions",
    ],
  ])("%s: exit code 3, and what to do", async (_, denial, message, help) => {
    const { directory, run } = await clusterWith([], denial);
    const { code, error } = await run();
    const [first, second] = error.split("\n");
    expect([code, first, second]).toEqual([3, expect.stringContaining(message), expect.stringContaining(help)]);
    expect(Object.keys(contents(directory))).toEqual(["kubeconfig"]);
  });

  it("a name that the cluster does not know: exit code 3", async () => {
    const { run } = await clusterWith(["things"]);
    const { code, error } = await run("nothing.example.com");
    expect([code, error.split("\n")[0]]).toEqual([
      3,
      expect.stringContaining("there is no CustomResourceDefinition nothing.example.com in "),
    ]);
  });

  it("when the cluster has no definitions: exit code 3", async () => {
    const { run } = await clusterWith([]);
    const { code, error } = await run();
    expect([code, error]).toEqual([
      3,
      expect.stringContaining("there is no CustomResourceDefinition with a served version in the cluster"),
    ]);
  });

  it.each(["context", "kubeconfig"])("--%s is for a cluster", async (flag) => {
    const { code, error } = await types(temporaryDirectory(), `--${flag}`, "x", "crds");
    expect([code, error.split("\n")[0]]).toEqual([2, `error: \`--${flag}\` is for \`--cluster\``]);
  });
});
