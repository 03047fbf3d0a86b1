import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type KubeconfigAccess, kubeconfigAccess } from "../../../runtime-fallback/kubernetes/access/kubeconfig.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { writeKubeconfig } from "../kubeconfig-file.ts";

const apiVersion = "client.authentication.k8s.io/v1";
const secret = "s3cr3t-t0ken";
const cluster = { server: "https://10.0.0.1", "certificate-authority-data": "Q0E=" };

const credentialOf = (status: object): string => JSON.stringify({ apiVersion, kind: "ExecCredential", status });

/** A kubeconfig whose user logs in by a program of this JavaScript, which finds its calls in `calls`. */
function loggingInBy(body: string, exec: object = {}): { readonly kubeconfig: string; readonly directory: string } {
  const directory = temporaryDirectory();
  const program = join(directory, "plugin.mjs");
  const count = `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(join(directory, "calls"))}, "x");`;
  writeFileSync(program, `#!${process.execPath}\n${count}\n${body}\n`);
  chmodSync(program, 0o755);
  const user = { exec: { apiVersion, command: "./plugin.mjs", args: ["--client-secret", secret], ...exec } };
  return { directory, kubeconfig: writeKubeconfig(directory, { cluster, user }) };
}

const printing = (text: string, exec?: object) => loggingInBy(`process.stdout.write(${JSON.stringify(text)});`, exec);
const access = (kubeconfig: string): Promise<KubeconfigAccess> => kubeconfigAccess({ kubeconfig, environment: {} });
const callsIn = (directory: string): number => readFileSync(join(directory, "calls"), "utf8").length;

describe("a plugin", () => {
  test("gives a token, and is started again only when that has expired, or was denied", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { kubeconfig, directory } = printing(credentialOf({ token: secret, expirationTimestamp: soon }));
    const { reader, plugin } = await access(kubeconfig);
    expect(plugin).toBe(join(directory, "plugin.mjs"));
    expect(await reader.read()).toMatchObject({ headers: { authorization: `Bearer ${secret}` }, tls: { ca: "CA" } });
    await reader.read();
    expect(callsIn(directory)).toBe(1);
    await reader.readAnew();
    expect(callsIn(directory)).toBe(2);
  });

  test("gives a certificate with its key", async () => {
    const { kubeconfig } = printing(credentialOf({ clientCertificateData: "CERT", clientKeyData: "KEY" }));
    expect(await (await access(kubeconfig)).reader.read()).toMatchObject({ headers: {}, tls: { cert: "CERT", key: "KEY" } });
  });

  test("is told what kubectl tells it, and finds nobody to ask", async () => {
    const body = `
      import { readFileSync } from "node:fs";
      const told = { info: JSON.parse(process.env.KUBERNETES_EXEC_INFO), own: process.env.OWN, input: readFileSync(0, "utf8") };
      process.stdout.write(JSON.stringify({ apiVersion: ${JSON.stringify(apiVersion)}, kind: "ExecCredential",
        status: { token: Buffer.from(JSON.stringify(told)).toString("base64") } }));`;
    const exec = { env: [{ name: "OWN", value: "own" }], provideClusterInfo: true };
    const { headers } = await (await access(loggingInBy(body, exec).kubeconfig)).reader.read();
    const told: unknown = JSON.parse(Buffer.from(String(headers["authorization"]).slice("Bearer ".length), "base64").toString());
    const info = { apiVersion, kind: "ExecCredential", spec: { interactive: false, cluster } };
    expect(told).toEqual({ info, own: "own", input: "" });
  });

  test("is not started where the kubeconfig holds a token", async () => {
    const directory = temporaryDirectory();
    const user = { token: "own", exec: { apiVersion, command: "/nowhere/plugin" } };
    const { reader, plugin } = await access(writeKubeconfig(directory, { cluster, user }));
    expect([plugin, (await reader.read()).headers]).toEqual([undefined, { authorization: "Bearer own" }]);
  });
});

describe("a plugin that does not log in is named, with what to do, and without a secret", () => {
  const past = "2020-01-01T00:00:00Z";
  test.each<readonly [string, () => { readonly kubeconfig: string }, string, string]>([
    [
      "is not there",
      () => printing("", { command: "holdfast-no-such-plugin" }),
      "holdfast-no-such-plugin, by which the user of this context logs in, is not installed, or not on the PATH",
      "install it",
    ],
    [
      "is not there, and says how it can be had",
      () => printing("", { command: "holdfast-no-such-plugin", installHint: "see example.com" }),
      "is not installed",
      "see example.com",
    ],
    [
      "is no program",
      () => printing("", { command: "./kubeconfig" }),
      "kubeconfig, by which the user of this context logs in, cannot be started: EACCES",
      "log in anew",
    ],
    [
      "fails",
      () =>
        loggingInBy(
          `console.log(${JSON.stringify(secret)}); console.error("one\\nThe SSO session has \\u001b[31mexpired"); process.exitCode = 255;`,
        ),
      "ended with exit code 255: The SSO session has \\u{1b}[31mexpired",
      "log in anew",
    ],
    [
      "fails and says a token",
      () => loggingInBy(`console.error("denied: eyJhbGciOi.${secret}.x, Bearer ${secret}"); process.exitCode = 1;`),
      "ended with exit code 1: denied: (a token), (a token)",
      "log in anew",
    ],
    ["ends itself", () => loggingInBy(`process.kill(process.pid, "SIGKILL");`), "ended with SIGKILL", "log in anew"],
    ["prints no JSON", () => printing(secret), "printed no JSON object", "look at what it prints"],
    [
      "prints something else",
      () => printing(JSON.stringify({ token: secret })),
      "printed no ExecCredential",
      "look at what it prints",
    ],
    [
      "prints another version",
      () =>
        printing(
          JSON.stringify({
            apiVersion: "client.authentication.k8s.io/v1beta1",
            kind: "ExecCredential",
            status: { token: secret },
          }),
        ),
      "of another version than client.authentication.k8s.io/v1",
      "exec",
    ],
    [
      "prints no status",
      () => printing(JSON.stringify({ apiVersion, kind: "ExecCredential", token: secret })),
      "without a status",
      "look at what it prints",
    ],
    [
      "prints nothing that says who asks",
      () => printing(credentialOf({ tokens: secret })),
      "printed neither a token nor a certificate",
      "look at what it prints",
    ],
    [
      "prints half a certificate",
      () => printing(credentialOf({ clientKeyData: secret })),
      "a key without its certificate",
      "look at what it prints",
    ],
    [
      "prints a time that is none",
      () => printing(credentialOf({ token: secret, expirationTimestamp: secret })),
      "an expirationTimestamp that is no time",
      "look at what it prints",
    ],
    [
      "gives what has expired",
      () => printing(credentialOf({ token: secret, expirationTimestamp: past })),
      "gave credentials that have expired at 2020-01-01T00:00:00.000Z",
      "log in anew",
    ],
    [
      "prints without end",
      () => loggingInBy(`for (;;) await new Promise((next) => process.stdout.write("x".repeat(65536), next));`),
      "printed more than a mebibyte",
      "log in anew",
    ],
    [
      "has to ask somebody",
      () => printing(credentialOf({ token: secret }), { interactiveMode: "Always" }),
      "has to ask somebody, and this is no terminal",
      "log in anew",
    ],
  ])("%s", async (_, write, message, help) => {
    const { reader } = await access(write().kubeconfig);
    const failed: unknown = await reader.read().catch((error: unknown) => error);
    expect(failed).toMatchObject({
      name: "ConnectError",
      message: expect.stringMatching(/^the plugin /),
      help: expect.stringContaining(help),
    });
    expect(String(failed)).toContain(message);
    expect(`${String(failed)} ${JSON.stringify(failed)} ${(failed as Error).stack ?? ""}`).not.toContain(secret);
  });

  test.each([{ command: "" }, { command: 7 }, { apiVersion: undefined }])("names no program: %j", async (exec) => {
    await expect(access(printing("", exec).kubeconfig)).rejects.toThrow("exec of the user of this context has no command");
  });
});
