import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kubeconfigAccess } from "../../../runtime-fallback/kubernetes/access/kubeconfig.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const secret = "s3cr3t-t0ken";

const config = `
apiVersion: v1
kind: Config
current-context: production
clusters:
  - { name: kind, cluster: { server: "https://127.0.0.1:6443", certificate-authority-data: ${base64("CA")} } }
  - { name: files, cluster: { server: "https://10.0.0.1", certificate-authority: ca.crt, tls-server-name: api, insecure-skip-tls-verify: true } }
  - { name: clear, cluster: { server: "http://127.0.0.1:8001" } }
  - { name: with-user, cluster: { server: "https://admin:${secret}@127.0.0.1:6443" } }
  - { name: none, cluster: { server: "127.0.0.1" } }
  - { name: behind, cluster: { server: "https://10.0.0.1", proxy-url: "http://me:${secret}@proxy:3128" } }
  - { name: odd-proxy, cluster: { server: "https://10.0.0.1", proxy-url: "ftp://me:${secret}@proxy" } }
users:
  - { name: admin, user: { client-certificate-data: ${base64("CERT")}, client-key-data: ${base64("KEY")} } }
  - { name: token, user: { tokenFile: token.txt } }
  - { name: both, user: { tokenFile: token.txt, token: other } }
  - { name: plain, user: { token: ${secret} } }
  - { name: password, user: { username: me, password: ${secret} } }
  - name: somebody
    user: { token: ${secret}, as: alice, as-uid: u1, as-groups: [g1, g2], as-user-extra: { "example.com/Scope (a)": [x, y] } }
  - { name: half, user: { token: ${secret}, as-groups: [g1] } }
  - { name: no-certificate, user: { client-certificate: nowhere.crt, client-key: nowhere.key } }
contexts:
  - { name: kind-test, context: { cluster: kind, user: admin } }
  - { name: other, context: { cluster: files, user: token } }
  - { name: both, context: { cluster: files, user: both } }
  - { name: password, context: { cluster: kind, user: password } }
  - { name: somebody, context: { cluster: kind, user: somebody } }
  - { name: half, context: { cluster: kind, user: half } }
  - { name: clear, context: { cluster: clear, user: nobody } }
  - { name: clear-nobody, context: { cluster: clear } }
  - { name: clear-token, context: { cluster: clear, user: plain } }
  - { name: nobody, context: { cluster: kind } }
  - { name: broken, context: { cluster: nowhere, user: admin } }
  - { name: stranger, context: { cluster: kind, user: stranger } }
  - { name: with-user, context: { cluster: with-user, user: plain } }
  - { name: none, context: { cluster: none, user: plain } }
  - { name: behind, context: { cluster: behind, user: plain } }
  - { name: odd-proxy, context: { cluster: odd-proxy, user: plain } }
  - { name: no-certificate, context: { cluster: kind, user: no-certificate } }
`;

function fileWith(files: Readonly<Record<string, string>> = {}): string {
  return join(temporaryDirectory({ config, "ca.crt": "CA of a file", "token.txt": "secret\n", ...files }), "config");
}

const read = async (context: string | undefined, kubeconfig = fileWith()) => {
  const access = await kubeconfigAccess({ kubeconfig, context, environment: {} });
  return { ...access, ...(await access.reader.read()) };
};

describe("a kubeconfig", () => {
  test("with everything in itself", async () => {
    expect(await read("kind-test")).toMatchObject({
      url: "https://127.0.0.1:6443",
      context: "kind-test",
      headers: {},
      tls: { ca: "CA", cert: "CERT", key: "KEY" },
    });
  });

  test("with files beside it, and TLS as it says", async () => {
    expect(await read("other")).toMatchObject({
      headers: { authorization: "Bearer secret" },
      tls: { ca: "CA of a file", servername: "api", rejectUnauthorized: false },
    });
  });

  test.each([
    ["a token file before a token, as with kubectl", "both", { authorization: "Bearer secret" }],
    ["a password", "password", { authorization: `Basic ${base64(`me:${secret}`)}` }],
    ["nobody", "nobody", {}],
  ])("with %s", async (_, context, headers) => {
    expect((await read(context)).headers).toEqual(headers);
  });

  test("without a user still knows the authority of the cluster", async () => {
    expect((await read("nobody")).tls).toMatchObject({ ca: "CA" });
  });

  test("in somebody else's name: user, uid, groups and what else is known", async () => {
    expect((await read("somebody")).headers).toEqual({
      authorization: `Bearer ${secret}`,
      "impersonate-user": "alice",
      "impersonate-uid": "u1",
      "impersonate-group": ["g1", "g2"],
      "impersonate-extra-example.com%2Fscope%20%28a%29": ["x", "y"],
    });
  });

  test("whose cluster is behind a proxy", async () => {
    expect((await read("behind")).proxy).toBe(`http://me:${secret}@proxy:3128`);
  });

  test("asks in clear only as nobody, as `kubectl proxy` wants it", async () => {
    expect(await read("clear-nobody")).toMatchObject({ url: "http://127.0.0.1:8001", headers: {}, tls: {} });
  });
});

describe("several kubeconfigs count as one", () => {
  const one = (more: string): string => `apiVersion: v1\nkind: Config\n${more}`;
  const first = one(`
clusters: [{ name: c, cluster: { server: "https://first" } }]
users: [{ name: u, user: { token: first } }]
`);
  const second = one(`
current-context: both
clusters: [{ name: c, cluster: { server: "https://second" } }, { name: d, cluster: { server: "https://third" } }]
users: [{ name: u, user: { token: second, as: bob } }]
contexts: [{ name: both, context: { cluster: c, user: u } }, { name: d, context: { cluster: d, user: u } }]
`);
  const third = one("current-context: d\n");
  const among = async (context?: string) => {
    const directory = temporaryDirectory({ first, second, third, empty: "" });
    const files = ["nowhere", "empty", "first", "second", "third"].map((name) => join(directory, name));
    const access = await kubeconfigAccess({ context, environment: { KUBECONFIG: files.join(":") } });
    return [access.context, access.url, (await access.reader.read()).headers];
  };

  test("the first that says something decides, whichever file it stands in; files that are not there do not count", async () => {
    expect(await among()).toEqual(["both", "https://first", { authorization: "Bearer first" }]);
    expect(await among("d")).toEqual(["d", "https://third", { authorization: "Bearer first" }]);
  });

  test("unless none of them is there", async () => {
    await expect(kubeconfigAccess({ environment: { KUBECONFIG: "/nowhere/a:/nowhere/b" } })).rejects.toMatchObject({
      message: "/nowhere/a, /nowhere/b cannot be read: there is no such file",
    });
  });
});

describe("is rejected, with what to do, and without a secret", () => {
  test.each<readonly [string, string | undefined, Readonly<Record<string, string>>, string, string]>([
    ["a context that is not there", "prod", {}, "there is no context prod in ", "name one of kind-test, other, "],
    ["a current context that is not there", undefined, {}, "there is no context production in ", "name one of"],
    [
      "no current context",
      undefined,
      { config: "apiVersion: v1\nkind: Config\n" },
      " has no current context",
      "--context <name>",
    ],
    ["a cluster that is not there", "broken", {}, "the kubeconfig has no cluster nowhere", "fix it, or name another context"],
    ["a user that is not there", "stranger", {}, "the kubeconfig has no user stranger", "fix it, or name another context"],
    [
      "no YAML",
      "kind-test",
      { config: `users:\n  - token: ${secret}\n  bad: [` },
      "cannot be read: it is no YAML (line ",
      "--kubeconfig",
    ],
    ["something else", "kind-test", { config: "- a" }, "is no kubeconfig", "--kubeconfig"],
    [
      "a cluster without a server",
      "a",
      { config: "clusters: [{ name: a, cluster: {} }]" },
      "clusters[0].cluster.server is missing",
      "--kubeconfig",
    ],
    ["a cluster that is none", "a", { config: `clusters: ["${secret}"]` }, "clusters[0].name is missing", "--kubeconfig"],
    ["a server that is no URL", "none", {}, "has no URL of an API server", "fix the kubeconfig"],
    ["a user in the URL", "with-user", {}, "the URL of the cluster of this context holds a user", "users of the kubeconfig"],
    [
      "a proxy that is none",
      "odd-proxy",
      {},
      "proxy-url of the kubeconfig is no URL of a proxy",
      "http://, https:// or socks5://",
    ],
    ["groups of nobody", "half", {}, "as-uid, as-groups or as-user-extra and no as", "fix the kubeconfig"],
    [
      "a certificate that is not there",
      "no-certificate",
      {},
      "the credentials of this context cannot be read: ENOENT",
      "the kubeconfig names",
    ],
    ["a token in clear", "clear-token", {}, "HTTP protocol is not allowed", "the kubeconfig names"],
  ])("%s", async (_, context, files, message, help) => {
    const failed: unknown = await read(context, fileWith(files)).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      name: "ConnectError",
      message: expect.stringContaining(message),
      help: expect.stringContaining(help),
    });
    expect(`${String(failed)} ${JSON.stringify(failed)} ${(failed as Error).stack ?? ""}`).not.toContain(secret);
  });
});
