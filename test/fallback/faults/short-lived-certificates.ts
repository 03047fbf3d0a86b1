import { certificateNames } from "../../../runtime-fallback/certificates/certificate-names.ts";
import { certificateReconciler } from "../../../runtime-fallback/certificates/certificates.ts";
import type { RotationSettings } from "../../../runtime-fallback/certificates/rotation-settings.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { runReconcileLoop } from "../../../runtime-fallback/controller/reconcile-loop.ts";
import { createWorkQueue } from "../../../runtime-fallback/controller/work-queue.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { mount, system } from "../../install/installed/pod.ts";
import { asUser } from "../on-server.ts";

/**
 * A serving certificate of 45 s and an authority of three times that. Fifteen are left when it is replaced; of these
 * the webhook takes up to five, which is how often it looks at its files, and a machine under load takes some, too.
 */
export const shortLives: RotationSettings = {
  servingLifeMs: 45_000,
  authorityLifeMs: 135_000,
  backdateMs: 45_000,
  settleMs: 1_500,
  overlapMs: 2_000,
  lookMs: 500,
};

const names = certificateNames({
  namespace: system,
  service: "holdfast-webhook",
  webhookConfiguration: "holdfast",
  ipAddresses: ["127.0.0.1"],
});

/** For a certificate that nobody replaces: whoever waits for its end waits no longer than it takes to be loaded. */
export const shortestLives: RotationSettings = { ...shortLives, servingLifeMs: 15_000 };

/**
 * What the controller process does about certificates, with lives that no flag gives. It must not run itself meanwhile.
 */
export function runShortLivedCertificates(
  server: ControlPlane,
  settings: RotationSettings = shortLives,
): { end(): Promise<void> } {
  const nothing = (): void => undefined;
  const queue = createWorkQueue({ clock: systemClock, random: Math.random });
  const stop = new AbortController();
  const reconcile = certificateReconciler("self-managed", {
    api: asUser(server, `system:serviceaccount:${system}:holdfast-controller`),
    names,
    settings,
    clock: systemClock,
    log: nothing,
    gauges: { servingNotAfter: nothing, authorityNotAfter: nothing },
  });
  const metrics = { depth: nothing, retried: nothing, worked: nothing };
  const loop = { name: "certificates", queue, reconcile, workers: 1, clock: systemClock, log: nothing, metrics };
  const running = runReconcileLoop(loop, stop.signal);
  queue.add("certificates");
  return {
    end: async () => {
      stop.abort();
      await running;
    },
  };
}

/** As a kubelet that watches the Secret; `mounted` counts certificates. */
export function followSecret(server: ControlPlane, directory: string): { readonly mounted: number; end(): void } {
  const path = `/api/v1/namespaces/${system}/secrets/holdfast-webhook-tls`;
  let [last, mounted] = ["", 0];
  const look = async (): Promise<void> => {
    const { status, body } = await server.request({ method: "GET", path });
    const { resourceVersion } = (body["metadata"] ?? {}) as { readonly resourceVersion?: string };
    if (status !== 200 || resourceVersion === undefined || resourceVersion === last) return;
    await mount(server, directory);
    last = resourceVersion;
    mounted += 1;
  };
  const timer = setInterval(() => void look().catch(() => undefined), 300);
  return {
    get mounted() {
      return mounted;
    },
    end: () => clearInterval(timer),
  };
}
