import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { certificateNames } from "../../../runtime-fallback/certificates/certificate-names.ts";
import { certificateReconciler } from "../../../runtime-fallback/certificates/certificates.ts";
import { readCertificates } from "../../../runtime-fallback/certificates/certificate.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { runReconcileLoop } from "../../../runtime-fallback/controller/reconcile-loop.ts";
import { createWorkQueue } from "../../../runtime-fallback/controller/work-queue.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { searchOf } from "../../searches/search-of.ts";
import { controllerRightsOf } from "../../install/installed/compiled-rights.ts";
import { created } from "../../control-plane/requests.ts";
import { asUser, grant } from "../on-server.ts";
import { fromBase64, paths } from "./rotation-world.ts";
import { type WebhookServer, startWebhook } from "./webhook-server.ts";

/**
 * A serving certificate of 60 s and an authority of three minutes, six times as fast. Settling takes what it takes;
 * what is left of the last third of a life are two seconds for eighteen requests, which a machine under load needs.
 */
const settings = {
  servingLifeMs: 10_000,
  authorityLifeMs: 30_000,
  backdateMs: 60_000,
  settleMs: 1_200,
  overlapMs: 1_000,
  lookMs: 500,
};
const { size: rotations, timeoutMs } = searchOf("certificate-rotations");
/** Between two queries: forty a second are enough, and leave something to others. */
const betweenMs = 5;
const leastAsked = 1_000;
const user = "holdfast-controller";
const names = certificateNames({
  namespace: "holdfast",
  service: "webhook",
  webhookConfiguration: "holdfast",
  ipAddresses: ["127.0.0.1"],
});

/** Two webhooks of one configuration, both asked for every DELETE of a ConfigMap in `shop`. */
function configurationFor({ url }: WebhookServer): object {
  const webhook = (name: string): object => ({
    name,
    clientConfig: { url },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"], scope: "Namespaced" }],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "shop" } },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    failurePolicy: "Fail",
    timeoutSeconds: 5,
  });
  return { metadata: { name: "holdfast" }, webhooks: [webhook("one.holdfast.dev"), webhook("two.holdfast.dev")] };
}

async function stage(server: ControlPlane, webhook: WebhookServer): Promise<void> {
  for (const name of ["holdfast", "shop"]) await created(server, "/api/v1/namespaces", { metadata: { name } });
  await created(server, "/api/v1/namespaces/shop/configmaps", { metadata: { name: "kept" } });
  await created(server, "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", configurationFor(webhook));
  await grant(server, { user, namespace: "holdfast", permissions: controllerRightsOf() });
}

/** What the API server says to a delete: that the webhook denied it, or that it could not be asked. */
async function askWebhook({ request }: ControlPlane): Promise<string> {
  const { body } = await request({ method: "DELETE", path: "/api/v1/namespaces/shop/configmaps/kept?dryRun=All" });
  return String(body["message"]).replace(/"(one|two)\.holdfast\.dev"/, "w");
}

const denied = "admission webhook w denied the request: asked";

describeWithServer("certificates on a real API server", {}, (server) => {
  test(
    `are replaced ${rotations} times, three authorities among them, and no query to the webhook fails`,
    { timeout: timeoutMs },
    async () => {
      const webhook = await startWebhook();
      await stage(server(), webhook);
      const lines: string[] = [];
      const queue = createWorkQueue({ clock: systemClock, random: Math.random });
      const stop = new AbortController();
      const log = (level: string, message: string, fields?: object): void =>
        void lines.push(`${level} ${new Date().toISOString()} ${message} ${JSON.stringify(fields)}`);
      const expiry: (number | undefined)[] = [];
      const gauges = { servingNotAfter: (at: number | undefined) => expiry.push(at), authorityNotAfter: () => undefined };
      const reconcile = certificateReconciler("self-managed", {
        api: asUser(server(), user),
        names,
        settings,
        clock: systemClock,
        log,
        gauges,
      });
      const metrics = { depth: () => undefined, retried: () => undefined, worked: () => undefined };
      const loop = runReconcileLoop(
        { name: "certificates", queue, reconcile, workers: 1, clock: systemClock, log, metrics },
        stop.signal,
      );
      queue.add("certificates");
      webhook.followSecret(server(), paths.serving);
      await waitUntil("the webhook is asked", async () => (await askWebhook(server())) === denied);
      // Without a certificate there was nothing to shake hands with.
      const errorsBefore = webhook.handshakeErrors.length;

      const answers = new Map<string, number>();
      const authorities = new Set<string>();
      const most = { trusted: 0 };
      while (webhook.certificates.size <= rotations || authorities.size < 4 || (answers.get(denied) ?? 0) <= leastAsked) {
        const answer = await askWebhook(server());
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
        await sleep(betweenMs);
        const { body } = await server().request({ method: "GET", path: paths.configuration });
        const [bundle] = (body["webhooks"] as readonly { clientConfig: { caBundle: string } }[]).map(({ clientConfig }) =>
          fromBase64(clientConfig.caBundle),
        );
        const trusted = readCertificates(bundle ?? "") ?? [];
        most.trusted = Math.max(most.trusted, trusted.length);
        for (const { fingerprint } of trusted) authorities.add(fingerprint);
      }
      stop.abort();
      await loop;
      await webhook.stop();
      const asked = answers.get(denied) ?? 0;
      console.log(
        `${asked} queries, ${webhook.certificates.size} certificates, ${authorities.size} authorities, at most ${most.trusted} trusted`,
      );
      // When it was slow, which step was it?
      expect([...answers.keys()], lines.join("\n")).toEqual([denied]);
      expect(webhook.handshakeErrors.slice(errorsBefore)).toEqual([]);
      expect(lines.filter((line) => !line.startsWith("info "))).toEqual([]);
      expect(authorities.size).toBeGreaterThanOrEqual(4);
      expect(most.trusted).toBeLessThanOrEqual(3);
      expect(asked).toBeGreaterThan(leastAsked);
      expect(expiry.at(-1)).toBeGreaterThan(Date.now() / 1_000);
      // Only caBundle changed.
      const { body } = await server().request({ method: "GET", path: paths.configuration });
      const without = (body["webhooks"] as readonly { clientConfig: object }[]).map((one) => ({
        ...one,
        clientConfig: { ...one.clientConfig, caBundle: undefined },
      }));
      expect(without).toMatchObject((configurationFor(webhook) as { webhooks: object[] }).webhooks);
    },
  );
});
