import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { searchOf } from "../../searches/search-of.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { type FaultProxy, openFaultProxy } from "../fault-proxy.ts";
import { system } from "../../install/installed/pod.ts";
import { type DeleteLoad, underLoad } from "./delete-load.ts";
import { installProtection, makeKept, type Protected } from "./protected-installation.ts";
import { figure } from "./figure.ts";
import { followSecret, runShortLivedCertificates, shortestLives } from "./short-lived-certificates.ts";

const { size: rotations, timeoutMs, between } = searchOf("certificate-faults");
/** Between two deletes of one client: most of the time is spent waiting for certificates to end. */
const everyMs = between({ small: 400, full: 15 });
const configuration = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast";

interface Hook {
  readonly clientConfig: { readonly url: string; readonly caBundle: string };
}

/** Threat C6. Connections of the API server are cut all the time, so that it checks a certificate again and again. */
describeWithServer("deletes while certificates change", {}, (server) => {
  let installation: Protected;
  let proxy: FaultProxy;
  let kept: ReadonlyMap<string, string>;
  let secret: ReturnType<typeof followSecret>;

  beforeAll(async () => {
    installation = await installProtection(server());
    kept = await makeKept(server(), 20);
    proxy = await openFaultProxy(installation.webhook.process().port);
    await callThrough(proxy.port);
    secret = followSecret(server(), installation.directory);
  }, 300_000);

  afterAll(async () => {
    secret.end();
    await installation.end();
    await proxy.close();
  });

  const callThrough = async (port: number): Promise<void> => {
    const { body } = await server().request({ method: "GET", path: configuration });
    const webhooks = (body["webhooks"] as readonly Hook[]).map(({ clientConfig, ...rest }) => ({
      ...rest,
      clientConfig: { ...clientConfig, url: clientConfig.url.replace(/:\d+/, `:${port}`) },
    }));
    const { status, text } = await server().request(mergePatch(configuration, { webhooks }));
    if (status !== 200) throw new Error(text);
  };

  const decidesAgain = (load: DeleteLoad): Promise<void> =>
    waitUntil(
      "both evaluations come again",
      () => Promise.resolve(load.seen("kept", "409 in use") > 0 && load.seen("idle", "200") > 0),
      120_000,
    );

  test(
    `C6: ${rotations} rotations and more, no review fails of TLS; then nobody rotates, and it recovers`,
    { timeout: timeoutMs },
    async () => {
      await installation.controller.kill();
      const certificates = runShortLivedCertificates(server());
      const cut = setInterval(() => proxy.reset(), 1_000);
      const report = await underLoad(server(), { kept, everyMs }, async (load) => {
        await makeAnew(["holdfast-webhook-tls"]);
        await decidesAgain(load);
        load.phase("rotating");
        const before = secret.mounted;
        await waitUntil(
          "there were enough rotations",
          () => Promise.resolve(secret.mounted >= before + rotations),
          rotations * 120_000,
        );
        await certificates.end();
        load.phase("ending");
        await issueShortest();
        await waitUntil(
          "the last certificate has ended",
          () => Promise.resolve(load.seen("kept", "500 TLS: expired") > 0 && load.seen("idle", "500 TLS: expired") > 0),
          150_000,
        );
        // A previous connection may carry a review until it is cut: from here on there is none.
        proxy.reset();
        load.phase("ended");
        await load.answered({ kept: 20, idle: 6, free: 10 });
        load.phase("controller back");
        await installation.controller.start();
        await decidesAgain(load);
      });
      clearInterval(cut);
      figure(
        "C6",
        `${rotations} rotations: ${report.summary("rotating")}; with an expired certificate: ${report.summary("ended")}`,
      );
      expect(report.wrong).toEqual([]);
      const answers = (["kept", "idle"] as const).flatMap((sort) => Object.keys(report.counts(sort, "rotating")));
      expect(answers.filter((label) => label.includes("TLS"))).toEqual([]);
      expect(Object.keys(report.counts("idle", "ended"))).not.toContain("200");
      expect(Object.keys(report.counts("free"))).toEqual(["200"]);
    },
  );

  test(
    "C6: another authority takes the place of the one that is trusted, in the middle of it all",
    { timeout: timeoutMs },
    async () => {
      const cut = setInterval(() => proxy.reset(), 1_000);
      const report = await underLoad(server(), { kept, everyMs }, async (load) => {
        await decidesAgain(load);
        load.phase("swapped");
        const before = secret.mounted;
        await makeAnew(["holdfast-webhook-tls", "holdfast-webhook-ca"]);
        await waitUntil("there is a new certificate", () => Promise.resolve(secret.mounted > before), 120_000);
        load.phase("new");
        await decidesAgain(load);
      });
      clearInterval(cut);
      figure("C6", `both Secrets deleted: ${report.summary("swapped")}`);
      expect(report.wrong).toEqual([]);
      expect(Object.keys(report.counts("free"))).toEqual(["200"]);
    },
  );

  /** The last one, which nobody replaces. */
  const issueShortest = async (): Promise<void> => {
    const [before, last] = [secret.mounted, runShortLivedCertificates(server(), shortestLives)];
    await makeAnew(["holdfast-webhook-tls"]);
    await waitUntil("the last certificate is there", () => Promise.resolve(secret.mounted > before), 120_000);
    await last.end();
  };

  /** Secrets that no longer exist are made anew. */
  const makeAnew = async (secrets: readonly string[]): Promise<void> => {
    for (const name of secrets)
      await server().request({ method: "DELETE", path: `/api/v1/namespaces/${system}/secrets/${name}` });
  };
});
