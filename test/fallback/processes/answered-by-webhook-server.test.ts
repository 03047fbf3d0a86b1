import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:https";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleRules } from "../../../compiler/install/rules-bundle.ts";
import { defaultSettings } from "../../../compiler/install/settings.ts";
import { buildWebhookConfiguration } from "../../../compiler/install/webhooks/webhook-configuration.ts";
import { enforce } from "../../ack/policies-in-force.ts";
import { createAuthority } from "../../control-plane/certificates.ts";
import { created } from "../../control-plane/requests.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { onLoopback } from "../../install/installed/call-on-loopback.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { agePolicy, jsonPolicy, partlyPolicy, releasedPolicy, slowPolicy } from "../../language/fallback/answered-by-webhook.ts";
import { fallbackDeclaration } from "../../language/fallback/asking-policy.ts";
import { readKubeconfig, writeKubeconfig } from "../kubeconfig-file.ts";
import { type StartedProcess, startProcess } from "./started-process.ts";

const namespace = "/api/v1/namespaces/shop";
const day = 24 * 60 * 60 * 1000;
const hour = day / 24;
const releasedUntil = "holdfast.dev/released-until";
const texts = {
  "age.ts": agePolicy,
  "json.ts": jsonPolicy,
  "partly.ts": partlyPolicy,
  "released.ts": releasedPolicy,
  "slow.ts": slowPolicy,
};

describeWithServer("rules that the webhook answers", {}, (server) => {
  const files = new CaseFiles();
  const flags: string[] = [];
  let webhook: StartedProcess;
  /** What the API server says that it is, to the webhook: it asks nothing else. Undefined: it does not say. */
  let now: (() => number) | undefined = Date.now;
  const clock = createServer();

  const post = async (path: string, body: object): Promise<void> => {
    await created(server(), path, body);
  };
  const config = (name: string, metadata: object = {}) => post(`${namespace}/configmaps`, { metadata: { name, ...metadata } });
  const protectedBy = (name: string, text: string) => config(name, { annotations: { "example.com/protection": text } });
  const claim = (name: string) => {
    const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } };
    return post(`${namespace}/persistentvolumeclaims`, { metadata: { name }, spec });
  };
  const remove = async (kind: string, name: string, query = "") => {
    const { status, body } = await server().request({ method: "DELETE", path: `${namespace}/${kind}/${name}${query}` });
    return [status, String(body["message"] ?? "")] as const;
  };
  const annotate = (kind: string, name: string, annotations: object) =>
    server().request({
      method: "PATCH",
      path: `${namespace}/${kind}/${name}`,
      contentType: "application/merge-patch+json",
      body: { metadata: { annotations } },
    });
  const uidOf = async (kind: string, name: string): Promise<unknown> => {
    const { body } = await server().request({ method: "GET", path: `${namespace}/${kind}/${name}` });
    return (body["metadata"] as { readonly uid: string }).uid;
  };

  beforeAll(async () => {
    await post("/api/v1/namespaces", { metadata: { name: "shop" } });
    for (const [name, text] of Object.entries(texts)) files.write(name, text);
    files.write("fallback.ts", fallbackDeclaration);
    const compilation = files.compile([...Object.keys(texts), "fallback.ts"]);
    const { text, sha256 } = bundleRules(
      compilation.webhookRules.map((rule) => ({ rule, file: join(files.directory, `${rule.policy.name}.ts`) })),
      files.directory,
    );
    const authority = await createAuthority("holdfast");
    const own = { usage: "server", commonName: "webhook", ipAddresses: ["127.0.0.1"] } as const;
    const { certificate, privateKey } = await authority.issue(own);
    const tls = join(files.directory, "tls");
    mkdirSync(tls);
    writeFileSync(join(tls, "tls.crt"), certificate);
    writeFileSync(join(tls, "tls.key"), privateKey);
    files.write("rules.mjs", text);
    clock.setSecureContext({ cert: certificate, key: privateKey });
    clock.on("request", (_, response) => {
      response.sendDate = false;
      const headers = { "content-type": "application/json", ...(now && { date: new Date(now()).toUTCString() }) };
      response.writeHead(200, headers).end("{}");
    });
    clock.listen(0, "127.0.0.1");
    await once(clock, "listening");
    const { user } = readKubeconfig(server().kubeconfig).users[0] ?? { user: {} };
    const kubeconfig = writeKubeconfig(files.directory, {
      cluster: {
        server: `https://127.0.0.1:${(clock.address() as AddressInfo).port}`,
        "certificate-authority-data": Buffer.from(authority.certificate).toString("base64"),
      },
      user,
    });
    flags.push("--rules", join(files.directory, "rules.mjs"), "--rules-sha256", sha256, "--kubeconfig", kubeconfig);
    flags.push("--tls-cert", join(tls, "tls.crt"), "--tls-key", join(tls, "tls.key"));
    flags.push("--host", "127.0.0.1", "--port", "0", "--health-port", "0", "--drain-seconds", "0");
    webhook = await startProcess("webhook", flags);
    await waitUntil("the webhook is ready", () => webhook.isReady());
    for (const { name, text: yaml } of compilation.files)
      if (/^(json|partly|released|slow)\.yaml$/.test(name)) await enforce(server(), yaml);
    await post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
      ...onLoopback(buildWebhookConfiguration(compilation.webhookRules, defaultSettings), webhook.port, authority.certificate),
    });
    await protectedBy("canary", '{"enabled":true}');
    await waitUntil("the webhook is asked", async () => (await remove("configmaps", "canary", "?dryRun=All"))[0] === 403);
  });

  afterAll(async () => {
    await webhook.end("SIGTERM");
    clock.close();
    clock.closeAllConnections();
    files.remove();
  });

  describe("older than seven days, by the clock of the API server", () => {
    test("what is young goes", async () => {
      await claim("young");
      expect((await remove("persistentvolumeclaims", "young"))[0]).toBe(200);
    });

    test("what is old stays; the command of the message lets it go", async () => {
      await claim("old");
      now = () => Date.now() + 8 * day;
      const [status, message] = await remove("persistentvolumeclaims", "old");
      expect([status, message]).toEqual([
        403,
        expect.stringMatching(
          /^admission webhook "old\.age\.holdfast\.dev" denied the request: old: PVCs older than 7 days are kept; to delete it anyway: kubectl annotate persistentvolumeclaims\/old -n shop holdfast\.dev\/release=/,
        ) as string,
      ]);
      await annotate("persistentvolumeclaims", "old", { "holdfast.dev/release": await uidOf("persistentvolumeclaims", "old") });
      expect((await remove("persistentvolumeclaims", "old"))[0]).toBe(200);
      now = Date.now;
    });

    test("where nobody says what time it is, nothing goes", async () => {
      await claim("timeless");
      now = undefined;
      expect((await remove("persistentvolumeclaims", "timeless"))[0]).toBe(500);
      now = Date.now;
      expect((await remove("persistentvolumeclaims", "timeless"))[0]).toBe(200);
    });
  });

  describe("JSON inside of an annotation", () => {
    test.each([
      ["on", '{"enabled":true,"reason":"audit"}', "enabled: Protected: audit; to delete it"],
      ["unreasoned", '{"enabled":true}', "enabled: Protected: no reason given; to delete it"],
      ["malformed", "{", "enabled: ConfigMap malformed cannot be evaluated: the rule throws SyntaxError; to delete it"],
      // As much as the API server takes.
      ["long", JSON.stringify({ enabled: true, more: "x".repeat(250_000) }), "enabled: Protected: no reason given"],
    ])("%s: stays", async (name, text, says) => {
      await protectedBy(name, text);
      expect(await remove("configmaps", name)).toEqual([403, expect.stringContaining(says)]);
    });

    test("what it does not protect goes, and nobody is asked about what has none", async () => {
      await protectedBy("off", '{"enabled":false}');
      await config("plain");
      expect((await remove("configmaps", "off"))[0]).toBe(200);
      expect((await remove("configmaps", "plain"))[0]).toBe(200);
      expect(JSON.stringify(webhook.log)).not.toContain("plain");
    });

    test("the annotation stays, too, until the object is released", async () => {
      await protectedBy("marked", '{"enabled":true}');
      const { status, body } = await annotate("configmaps", "marked", { "example.com/protection": null });
      expect([status, body["message"]]).toEqual([
        403,
        expect.stringContaining("releaseGuard: ConfigMap shop/marked is protected"),
      ]);
      expect((await annotate("configmaps", "marked", { other: "x" })).status).toBe(200);
      await annotate("configmaps", "marked", { "holdfast.dev/release": await uidOf("configmaps", "marked") });
      expect((await annotate("configmaps", "marked", { "example.com/protection": null })).status).toBe(200);
      expect((await remove("configmaps", "marked"))[0]).toBe(200);
    });
  });

  describe("a release that ends, by the clock of the API server", () => {
    const kept = async (name: string): Promise<string> => {
      await config(name, { labels: { kept: "yes" } });
      return String(await uidOf("configmaps", name));
    };
    const ends = (uid: string, inMs: number): string => `${uid}/${new Date(Date.now() + inMs).toISOString().slice(0, 19)}Z`;
    const release = async (name: string, value: string | null) => {
      const { status, body } = await annotate("configmaps", name, { [releasedUntil]: value });
      return [status, String(body["message"] ?? "")] as const;
    };

    test("the command of the denial lets the object go", async () => {
      await kept("commanded");
      const [status, message] = await remove("configmaps", "commanded");
      const [, value = ""] = /released-until=(\S+\$\(date[^)]*\))/.exec(message) ?? [];
      expect([status, value]).toEqual([403, expect.stringContaining("date -u -d '+2 hours'")]);
      expect((await release("commanded", execFileSync("sh", ["-c", `printf %s ${value}`], { encoding: "utf8" })))[0]).toBe(200);
      expect((await remove("configmaps", "commanded"))[0]).toBe(200);
    });

    test("once it is over the object stays, and the denial says since when", async () => {
      const value = ends(await kept("over-soon"), hour);
      expect((await release("over-soon", value))[0]).toBe(200);
      now = () => Date.now() + 61 * 60 * 1000;
      const [, time = ""] = value.split("/");
      expect(await remove("configmaps", "over-soon")).toEqual([
        403,
        expect.stringMatching(
          `webhook "kept.released.holdfast.dev" denied .*is kept; its release ended at ${time}; to delete it`,
        ),
      ]);
      now = undefined;
      expect((await remove("configmaps", "over-soon"))[0]).toBe(500);
      now = Date.now;
      expect((await remove("configmaps", "over-soon"))[0]).toBe(200);
    });

    test("one that lasts too long opens nothing", async () => {
      const uid = await kept("endless-release");
      for (const value of [ends(uid, 3 * hour), `${uid}/9999-12-31T23:59:59Z`]) {
        expect((await release("endless-release", value))[0]).toBe(200);
        const denied = expect.stringContaining("which is more than 2h from now") as string;
        expect(await remove("configmaps", "endless-release")).toEqual([403, denied]);
        expect((await release("endless-release", null))[0]).toBe(200);
      }
    });

    test("one that stands cannot be changed, nor another object's be written", async () => {
      const uid = await kept("extended");
      expect((await release("extended", ends(uid, hour)))[0]).toBe(200);
      const rejected = [403, expect.stringContaining("a release that stands is taken back and not changed")];
      expect(await release("extended", ends(uid, 2 * hour))).toEqual(rejected);
      const other = await kept("other");
      expect(await release("extended", ends(other, hour))).toEqual(rejected);
      expect(await release("other", "soon")).toEqual(rejected);
      expect(await remove("configmaps", "other")).toEqual([403, expect.stringContaining("ValidatingAdmissionPolicy 'released'")]);
    });
  });

  test("what CEL says of a rule is denied by it", async () => {
    await config("always", { labels: { keep: "always" } });
    const until = new Date(Date.now() + day).toISOString();
    await config("until", { labels: { keep: "until" }, annotations: { until } });
    const past = new Date(Date.now() - day).toISOString();
    await config("over", { labels: { keep: "until" }, annotations: { until: past } });
    expect(await remove("configmaps", "always")).toEqual([403, expect.stringContaining("ValidatingAdmissionPolicy 'partly'")]);
    expect(await remove("configmaps", "until")).toEqual([403, expect.stringContaining('webhook "kept.partly.holdfast.dev"')]);
    expect((await remove("configmaps", "over"))[0]).toBe(200);
  });

  test("a rule that does not end is ended: others are answered, and the override holds", async () => {
    await config("slow", { labels: { slow: "yes" } });
    await protectedBy("quick", '{"enabled":true}');
    const both = await Promise.all([remove("configmaps", "slow"), remove("configmaps", "quick")]);
    expect(both).toEqual([
      [403, expect.stringContaining("endless: ConfigMap slow cannot be evaluated: the rule takes longer than 500 ms")],
      [403, expect.stringContaining("enabled: Protected")],
    ]);
    expect(await remove("configmaps", "slow")).toEqual([403, expect.stringContaining("took longer than 500 ms a moment ago")]);
    await annotate("configmaps", "slow", { "holdfast.dev/release": await uidOf("configmaps", "slow") });
    expect((await remove("configmaps", "slow"))[0]).toBe(200);
  });

  test("while it is down, what it would be asked about stays, and nothing else", async () => {
    await claim("waiting");
    await protectedBy("held", '{"enabled":false}');
    await config("free");
    await config("leaving", { labels: { kept: "yes" } });
    const ends = new Date(Date.now() + hour).toISOString().slice(0, 19);
    await annotate("configmaps", "leaving", { [releasedUntil]: `${String(await uidOf("configmaps", "leaving"))}/${ends}Z` });
    await webhook.end("SIGKILL");
    expect((await remove("persistentvolumeclaims", "waiting"))[0]).toBe(500);
    expect((await remove("configmaps", "held"))[0]).toBe(500);
    expect((await remove("configmaps", "leaving"))[0]).toBe(500);
    expect((await remove("configmaps", "other"))[0]).toBe(403);
    expect((await remove("configmaps", "free"))[0]).toBe(200);
    webhook = await startProcess("webhook", flags.with(flags.indexOf("--port") + 1, String(webhook.port)));
    await waitUntil("the webhook is ready again", () => webhook.isReady());
    expect((await remove("persistentvolumeclaims", "waiting"))[0]).toBe(200);
    expect((await remove("configmaps", "held"))[0]).toBe(200);
    expect((await remove("configmaps", "leaving"))[0]).toBe(200);
  });
});
