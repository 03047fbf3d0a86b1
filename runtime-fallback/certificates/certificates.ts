import { certificatePath } from "./certificate-names.ts";
import { readObject } from "./look.ts";
import { type SelfManagedOptions, selfManagedCertificates } from "./self-managed.ts";
import type { Reconciler } from "../controller/reconcile-loop.ts";

/**
 * Who makes the certificates: Holdfast itself; cert-manager, whose CA injector writes the caBundle, too; or somebody
 * else, of whom nothing is read.
 */
export type CertificateMode = "self-managed" | "cert-manager" | "provided";

export const certificateModes: readonly CertificateMode[] = ["self-managed", "cert-manager", "provided"];

/** What a controller does about certificates. Only the first mode writes. */
export function certificateReconciler(mode: CertificateMode, options: SelfManagedOptions): Reconciler {
  if (mode === "self-managed") return selfManagedCertificates(options);
  if (mode === "cert-manager") return () => watchExpiry(options);
  return () => Promise.resolve();
}

async function watchExpiry({ api, names, settings, gauges }: SelfManagedOptions): Promise<{ readonly again: number }> {
  const { status } = (await readObject(api, certificatePath(names))) ?? {};
  gauges.servingNotAfter(notAfterIn(status));
  gauges.authorityNotAfter(undefined);
  return { again: settings.lookMs };
}

/** In seconds since 1970; undefined until cert-manager has issued something. */
function notAfterIn(status: unknown): number | undefined {
  const { notAfter } = (status ?? {}) as { readonly notAfter?: unknown };
  const time = typeof notAfter === "string" ? Date.parse(notAfter) : Number.NaN;
  return Number.isNaN(time) ? undefined : time / 1_000;
}
