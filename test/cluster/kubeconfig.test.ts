import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { currentContext, kubeconfigFiles, readKubeconfig } from "../../compiler/cluster/kubeconfig.ts";
import { temporaryDirectory } from "../manifest/temporary-directory.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const config = `
apiVersion: v1
kind: Config
current-context: production
clusters:
  - { name: kind, cluster: { server: "https://127.0.0.1:6443", certificate-authority-data: ${base64("CA")} } }
  - { name: files, cluster: { server: "https://10.0.0.1", certificate-authority: ca.crt, tls-server-name: api, insecure-skip-tls-verify: true } }
users:
  - { name: admin, user: { client-certificate-data: ${base64("CERT")}, client-key-data: ${base64("KEY")} } }
  - { name: token, user: { tokenFile: token.txt } }
  - { name: cloud, user: { exec: { command: aws } } }
contexts:
  - { name: kind-test, context: { cluster: kind, user: admin } }
  - { name: other, context: { cluster: files, user: token } }
  - { name: cloud, context: { cluster: kind, user: cloud } }
  - { name: broken, context: { cluster: nowhere, user: admin } }
`;

function files(more: Readonly<Record<string, string>> = {}): readonly string[] {
  return [join(temporaryDirectory({ config, "ca.crt": "CA of a file", "token.txt": "secret\n", ...more }), "config")];
}

describe("a kubeconfig", () => {
  test("with everything in itself", () => {
    expect(readKubeconfig(files(), "kind-test")).toEqual({
      url: "https://127.0.0.1:6443",
      ca: "CA",
      cert: "CERT",
      key: "KEY",
      token: undefined,
      serverName: undefined,
      skipsVerification: false,
    });
  });

  test("with files beside it", () => {
    expect(readKubeconfig(files(), "other")).toMatchObject({
      ca: "CA of a file",
      token: "secret",
      serverName: "api",
      skipsVerification: true,
    });
  });

  test("of several files, the first that has the context", () => {
    const empty = join(temporaryDirectory({ config: "apiVersion: v1\nkind: Config\n" }), "config");
    expect(readKubeconfig([empty, ...files()], "kind-test").url).toBe("https://127.0.0.1:6443");
  });

  test("has a current context, the first of several files", () => {
    const none = join(temporaryDirectory({ config: "apiVersion: v1\nkind: Config\n" }), "config");
    expect(currentContext([none, ...files()])).toBe("production");
    expect(() => currentContext([none])).toThrow(`${none} has no current context`);
  });

  test("is looked for where kubectl looks", () => {
    expect(kubeconfigFiles("own", "a:b")).toEqual(["own"]);
    expect(kubeconfigFiles(undefined, "a:b")).toEqual(["a", "b"]);
    expect(kubeconfigFiles(undefined, undefined)).toEqual([expect.stringMatching(/\.kube.config$/)]);
  });
});

describe("is denied, with an override", () => {
  test.each<[string, string, Readonly<Record<string, string>>, string, string]>([
    ["a context that is not there", "prod", {}, "there is no context prod", "the contexts are kind-test, other, cloud, broken"],
    ["a cluster that is not there", "broken", {}, "the kubeconfig has no cluster nowhere", "fix it"],
    ["a program for logging in, which is not started", "cloud", {}, "authenticates by exec", "a client certificate or a token"],
    ["no YAML", "kind-test", { config: "a: [" }, "cannot be read: it is no YAML", "--kubeconfig"],
    ["something else", "kind-test", { config: "- a" }, "is no kubeconfig", "--kubeconfig"],
  ])("%s", (_, context, more, message, help) => {
    expect(() => readKubeconfig(files(more), context)).toThrow(
      expect.objectContaining({
        name: "ClusterError",
        message: expect.stringContaining(message),
        help: expect.stringContaining(help),
      }),
    );
  });

  test("a file that is not there", () => {
    expect(() => readKubeconfig(["/nowhere/config"], "a")).toThrow("/nowhere/config cannot be read: ENOENT");
  });
});
