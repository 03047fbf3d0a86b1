import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, type Socket, connect as connectTcp } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type ClusterContext, openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import { runCommand } from "../../cli/fake-run.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { readKubeconfig, writeKubeconfig } from "../kubeconfig-file.ts";

const account = { namespace: "default", name: "kubeconfig-tester" };
const asAccount = `system:serviceaccount:${account.namespace}:${account.name}`;
const apiVersion = "client.authentication.k8s.io/v1";

/** A program that logs in: what it is to print is a file beside it, which may change. */
function pluginIn(directory: string): { readonly exec: object; print(status: object): void } {
  const program = join(directory, "plugin.mjs");
  const answer = join(directory, "answer");
  writeFileSync(
    program,
    `#!${process.execPath}\nimport { readFileSync } from "node:fs"; process.stdout.write(readFileSync(${JSON.stringify(answer)}));`,
  );
  chmodSync(program, 0o755);
  return {
    exec: { apiVersion, command: "./plugin.mjs" },
    print: (status) => writeFileSync(answer, JSON.stringify({ apiVersion, kind: "ExecCredential", status })),
  };
}

/** Tunnels whatever is asked for, and remembers where to. */
async function openTunnels(): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer().on("connect", ({ url = "" }, client: Socket) => {
    asked.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connectTcp(Number(port), hostname, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => undefined));
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

async function userOf(context: ClusterContext): Promise<unknown> {
  const api = context.open();
  onTestFinished(() => api.close());
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const answer = await api.request({ method: "POST", path, body });
  expect(answer.status).toBe(201);
  return (answer.body["status"] as { readonly userInfo: unknown }).userInfo;
}

describeWithServer("a kubeconfig, on a real API server", {}, (server) => {
  let token = "";
  beforeAll(async () => {
    token = await tokenOf(server());
  });

  const adminOf = () => readKubeconfig(server().kubeconfig).users[0]?.user ?? {};
  const clusterOf = () => readKubeconfig(server().kubeconfig).clusters[0]?.cluster ?? {};
  const write = (user: object, cluster: object = clusterOf(), directory = temporaryDirectory()) =>
    writeKubeconfig(directory, { cluster: { ...cluster }, user: { ...user } });
  const open = (kubeconfig: string) => openContext({ kubeconfig, named: undefined });

  test("in somebody else's name: user, uid, groups and what else is known arrive", async () => {
    const as = {
      as: "alice",
      "as-uid": "u-1",
      "as-groups": ["team-a", "team-b"],
      "as-user-extra": { "example.com/scope": ["x", "y"] },
    };
    expect(await userOf(await open(write({ ...adminOf(), ...as })))).toEqual({
      username: "alice",
      uid: "u-1",
      groups: ["team-a", "team-b", "system:authenticated"],
      extra: { "example.com/scope": ["x", "y"] },
    });
  });

  test("in somebody else's name, without the right: that is said, and nothing is done in one's own", async () => {
    const api = (await open(write({ token, as: "alice" }))).open();
    onTestFinished(() => api.close());
    const { status, body } = await api.request({ method: "GET", path: "/api/v1/namespaces" });
    expect([status, body["message"]]).toEqual([403, expect.stringContaining(`User "${asAccount}" cannot impersonate`)]);
  });

  test("a request in the name of a third one is in the name of nobody else", async () => {
    const api = (await open(write({ ...adminOf(), as: "alice", "as-groups": ["team-a"] }))).open();
    onTestFinished(() => api.close());
    const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    const answer = await api.request({ method: "POST", path, body: {}, user: { username: "bob", groups: ["team-b"] } });
    expect(answer.body["status"]).toMatchObject({ userInfo: { username: "bob", groups: ["team-b", "system:authenticated"] } });
  });

  test("behind a proxy: TLS goes through it to the server, whose certificate is still looked at", async () => {
    const { url, asked } = await openTunnels();
    const cluster = { ...clusterOf(), "proxy-url": url };
    expect(await userOf(await open(write({ token }, cluster)))).toMatchObject({ username: asAccount });
    expect(asked).toEqual([new URL(server().url).host]);
    const { "certificate-authority-data": _, ...unknown } = cluster as Readonly<Record<string, unknown>>;
    const api = (await open(write({ token }, unknown))).open();
    onTestFinished(() => api.close());
    await expect(api.request({ method: "GET", path: "/api" })).rejects.toThrow(/certificate/);
  });

  describe("of a plugin", () => {
    test("logs in", async () => {
      const directory = temporaryDirectory();
      const { exec, print } = pluginIn(directory);
      print({ token });
      expect(await userOf(await open(write({ exec }, clusterOf(), directory)))).toMatchObject({ username: asAccount });
    });

    test("whose token was revoked is asked for another", async () => {
      const directory = temporaryDirectory();
      const { exec, print } = pluginIn(directory);
      print({ token: "revoked" });
      const context = await open(write({ exec }, clusterOf(), directory));
      print({ token });
      expect(await userOf(context)).toMatchObject({ username: asAccount });
    });

    test("whose token the server does not know: exit code 3, its name, and no token", async () => {
      const directory = temporaryDirectory();
      const { exec, print } = pluginIn(directory);
      print({ token: "s3cr3t-t0ken" });
      const kubeconfig = write({ exec }, clusterOf(), directory);
      const { code, error } = await runCommand(["types", "--cluster", "--kubeconfig", kubeconfig], directory);
      expect([code, error]).toEqual([
        3,
        expect.stringContaining("does not accept the credentials of context here, which the plugin "),
      ]);
      expect(error).toContain("401 Unauthorized\nhelp: log in anew with it");
      expect(error).not.toContain("s3cr3t-t0ken");
    });

    test("that fails: exit code 3, before anything is asked", async () => {
      const kubeconfig = write({ exec: { apiVersion, command: "holdfast-no-such-plugin" } });
      const { code, error } = await runCommand(["types", "--cluster", "--kubeconfig", kubeconfig], temporaryDirectory());
      expect([code, error]).toEqual([3, expect.stringContaining("error: the plugin holdfast-no-such-plugin, by which")]);
    });
  });

  test("without the right to read definitions: exit code 3, in the server's words, and who is needed", async () => {
    const { code, error } = await runCommand(["types", "--cluster", "--kubeconfig", write({ token })], temporaryDirectory());
    const [first, second] = error.split("\n");
    expect([code, first]).toEqual([
      3,
      expect.stringContaining(`User "${asAccount}" cannot list resource "customresourcedefinitions"`),
    ]);
    expect(second).toContain("may get and list customresourcedefinitions");
  });
});

async function tokenOf({ request }: ControlPlane): Promise<string> {
  const path = `/api/v1/namespaces/${account.namespace}/serviceaccounts`;
  await request({ method: "POST", path, body: { metadata: { name: account.name } } });
  const { body } = await request({ method: "POST", path: `${path}/${account.name}/token`, body: { spec: {} } });
  return (body["status"] as { readonly token: string }).token;
}
