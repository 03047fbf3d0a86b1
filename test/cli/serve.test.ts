import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { askingPolicy, fallbackDeclaration } from "../language/fallback/asking-policy.ts";
import { askOverTls } from "../serve/ask-over-tls.ts";
import { deletionReview } from "../serve/deletion-review.ts";
import { serveProcess } from "../serve/served-process.ts";
import { holdfastHere, userProject } from "./user-project.ts";

const pod = (uses: string): string =>
  `{ apiVersion: v1, kind: Pod, metadata: { name: builder, namespace: shop, annotations: { uses: ${uses} } }, spec: { serviceAccountName: builder } }\n`;

const settings = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "shop", labels: { "example.com/shared": "true" } },
};

const files = {
  "policies/used-config.ts": askingPolicy,
  "policies/fallback.ts": fallbackDeclaration,
  "objects/settings.json": JSON.stringify(settings),
  "objects/pod.yaml": pod("settings"),
};

const used = "/rules/used-config/used/deny";
const review = deletionReview(settings, "configmaps");

describe("holdfast serve", () => {
  test("answers a review over TLS, sees a change of a manifest at once, and ends with 0", async () => {
    const project = userProject(files, []);
    const served = await serveProcess(project, ["--objects", "objects"]);
    const asked = () => askOverTls(`${served.url}${used}`, served.authority, review);
    expect(await asked()).toMatchObject({
      status: 200,
      allowed: false,
      code: 403,
      message: expect.stringMatching(/^used: ConfigMap settings is used by builder; to delete it anyway: kubectl /) as string,
    });
    writeFileSync(join(project, "objects/pod.yaml"), pod("another"));
    expect(await asked()).toMatchObject({ status: 200, allowed: true });
    writeFileSync(join(project, "objects/pod.yaml"), pod("settings"));
    expect(await asked()).toMatchObject({ allowed: false, code: 403 });
    writeFileSync(join(project, "objects/pod.yaml"), "{ broken\n");
    expect(await asked()).toMatchObject({ status: 503, message: expect.stringContaining("objects/pod.yaml:") as string });
    expect(await served.end("SIGINT")).toBe(0);
    expect(served.error()).toContain('"evaluation":"denied"');
    expect(served.error()).not.toContain("Warning");
  });

  test("prints where it answers, and files that no longer exist with it unless they are asked for", async () => {
    const project = userProject(files, []);
    const words = ["--objects", "objects", "--configuration", "webhook.yaml", "--address", "172.18.0.1"];
    const served = await serveProcess(project, words);
    expect(served.out).toMatch(/^ {2}used-config used {2}https:\/\/172\.18\.0\.1:\d+\/rules\/used-config\/used\/deny$/m);
    const local = served.url.replace("172.18.0.1", "127.0.0.1");
    expect(await askOverTls(`${local}${used}`, served.authority, review)).toMatchObject({ code: 403 });
    const configuration = parse(readFileSync(join(project, "webhook.yaml"), "utf8")) as {
      readonly metadata: object;
      readonly webhooks: readonly { readonly clientConfig: { readonly url: string; readonly caBundle: string } }[];
    };
    expect(configuration.metadata).toEqual({ name: "holdfast-serve" });
    expect(configuration.webhooks.map(({ clientConfig }) => clientConfig.url)).toContain(`${served.url}${used}`);
    expect(Buffer.from(configuration.webhooks[0]?.clientConfig.caBundle ?? "", "base64").toString("utf8")).toBe(served.authority);
    const authority = /its authority: +(\S+)/.exec(served.out)?.[1] ?? "";
    expect(existsSync(authority)).toBe(true);
    expect(await served.end("SIGTERM")).toBe(0);
    expect(existsSync(authority)).toBe(false);
  });

  test.skipIf(!existsSync("/usr/bin/curl"))("its curl command works as it stands", async () => {
    const { metadata } = settings;
    const quoted = { ...settings, metadata: { ...metadata, annotations: { note: "it's \u202e $(echo no)" } } };
    const project = userProject({ ...files, "objects/settings.json": JSON.stringify(quoted) }, []);
    const served = await serveProcess(project, ["--objects", "objects", "--ca-file", "the ca.crt"]);
    expect(served.out).toContain("to ask about ConfigMap shop/settings:");
    const command = served.out.slice(served.out.indexOf("curl "), served.out.indexOf("^C"));
    expect(command).toMatch(/^[\x20-\x7e\n]+$/);
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", command.replace("/kept/deny", "/used/deny")], {
      cwd: project,
    });
    expect(JSON.parse(stdout)).toMatchObject({ kind: "AdmissionReview", response: { allowed: false, status: { code: 403 } } });
    await served.end("SIGINT");
    expect(existsSync(join(project, "the ca.crt"))).toBe(true);
  });

  test("says whether it is ready, and why not", async () => {
    const project = userProject(files, []);
    const served = await serveProcess(project, ["--objects", "objects"]);
    const ready = async () => {
      const answer = await fetch(`${served.health}/readyz`);
      return [answer.status, await answer.text()];
    };
    expect(await ready()).toEqual([200, "ok\n"]);
    writeFileSync(join(project, "objects/pod.yaml"), "- 1\n");
    // While the process is busy, its health port repeats what it knew last.
    await vi.waitFor(async () => {
      expect(await ready()).toEqual([503, "not ready: objects/pod.yaml:1:1: this is no Kubernetes object\n"]);
    }, 10_000);
    await served.end("SIGINT");
  });
});

/** A port that somebody else has. */
async function takenPort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

const kubeconfig = `
current-context: dead
clusters: [{ name: c, cluster: { server: "https://127.0.0.1:1" } }]
users: [{ name: u, user: { token: x } }]
contexts: [{ name: dead, context: { cluster: c, user: u } }]
`;

describe("what cannot be served", () => {
  test.each<readonly [string, readonly string[], number, string]>([
    ["no such directory", ["--objects", "nowhere"], 2, "nowhere: there is no such file or directory"],
    ["a manifest that is no object", ["--objects", "broken"], 2, "broken/a.yaml:2:5: this is no Kubernetes object"],
    ["objects and a cluster", ["--objects", "objects", "--context", "kind"], 2, "`--objects` and a cluster are given"],
    ["no port", ["--port", "http"], 2, "`--port http` is no port"],
    ["no kubeconfig", ["--kubeconfig", "nowhere"], 3, "nowhere cannot be read"],
    ["no such context", ["--kubeconfig", "config", "--context", "x"], 3, "there is no context x in config"],
    ["a cluster that does not answer", ["--kubeconfig", "config"], 3, "https://127.0.0.1:1 does not answer"],
    ["a host that is another machine's", ["--host", "192.0.2.1", "--port", "0"], 2, "cannot listen at 192.0.2.1"],
    ["no place for a file", ["--port", "0", "--ca-file", "no/where/ca.crt"], 2, "cannot write no/where/ca.crt"],
  ])("%s", async (_, words, expected, message) => {
    const broken = "{ apiVersion: v1, kind: Pod, metadata: { name: a } }\n--- 1\n";
    const project = userProject({ ...files, "broken/a.yaml": broken, config: kubeconfig }, []);
    const given = words.map((word, at) => (words[at - 1] === "--kubeconfig" ? join(project, word) : word));
    const { code, out, error } = await holdfastHere(project, ["serve", ...given]);
    expect([code, out]).toEqual([expected, ""]);
    expect(error.replaceAll(`${project}/`, "")).toContain(`error: ${message}`);
    expect(error).toMatch(/\nhelp: .+\n$/);
  });

  test("a port that somebody else has", async () => {
    const port = await takenPort();
    const { code, error } = await holdfastHere(userProject(files, []), ["serve", "--port", port]);
    expect([code, error]).toEqual([2, expect.stringContaining(`error: port ${port} of 127.0.0.1 is in use\nhelp: `)]);
    const health = await holdfastHere(userProject(files, []), ["serve", "--port", "0", "--health-port", port]);
    expect([health.code, health.error]).toEqual([2, expect.stringContaining(`port ${port} of 127.0.0.1 is in use`)]);
  });

  test("rules that ask nothing: says who answers them", async () => {
    const plain = askingPolicy.slice(0, askingPolicy.indexOf("    used: {")).replace(/\(oldObject[\s\S]*?\}\)\),/, "false,");
    const project = userProject({ "policies/kept.ts": plain.concat("  },\n});\n") }, []);
    const { code, error } = await holdfastHere(project, ["serve"]);
    expect(code).toBe(2);
    expect(error).toContain("there is nothing to serve: none of the 1 rules asks the cluster");
    expect(error).toContain("`holdfast test` tries them");
  });

  test("mistakes of policies are reported as `compile` reports them", async () => {
    const project = userProject({ "policies/used-config.ts": askingPolicy }, []);
    const { code, error } = await holdfastHere(project, ["serve"]);
    expect(code).toBe(2);
    expect(error).toContain("1 error; nothing is served");
    expect(error).toContain("no-fallback");
  });
});
