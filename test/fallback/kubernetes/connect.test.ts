import { expect, onTestFinished, test } from "vitest";
import { type ConnectOptions, connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { writeKubeconfig } from "../kubeconfig-file.ts";

test.each<readonly [string, ConnectOptions, string]>([
  ["no pod", { inCluster: true, environment: {} }, "this is no pod"],
  ["no file", { kubeconfig: "/nowhere/kubeconfig" }, "/nowhere/kubeconfig cannot be read: ENOENT"],
])("%s is said", async (_, options, message) => {
  await expect(connect(options)).rejects.toMatchObject({ name: "ConnectError", message: expect.stringContaining(message) });
});

test("no such context, and what the contexts are", async () => {
  const kubeconfig = writeKubeconfig(temporaryDirectory(), { cluster: { server: "https://127.0.0.1:1" }, user: {} });
  await expect(connect({ kubeconfig, context: "there" })).rejects.toMatchObject({
    message: `there is no context there in ${kubeconfig}`,
    help: "name one of here",
  });
});

test("a password or token is not sent in clear", async () => {
  const kubeconfig = writeKubeconfig(temporaryDirectory(), { cluster: { server: "http://127.0.0.1:1" }, user: { token: "t" } });
  const api = await connect({ kubeconfig });
  onTestFinished(() => api.close());
  await expect(api.request({ method: "GET", path: "/version" })).rejects.toThrow("HTTP protocol is not allowed");
});
