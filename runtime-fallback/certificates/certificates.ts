import { reportExpiry } from "./certificate-gauges.ts";
import { secretPath } from "./certificate-names.ts";
import { readObject } from "./look.ts";
import { decodeServing } from "./stored-certificates.ts";
import { type SelfManagedOptions, selfManagedCertificates } from "./self-managed.ts";
import type { Reconciler } from "../controller/reconcile-loop.ts";

/**
 * Who makes the certificates: Holdfast itself; cert-manager, whose CA injector writes the caBundle, too; or somebody else, of whom nothing
 * is read.
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
  const serving = decodeServing(await readObject(api, secretPath(names, names.servingSecret)));
  reportExpiry(gauges, { serving, authority: { kind: "absent" } });
  return { again: settings.lookMs };
}
