import { defaultRotation } from "../certificates/rotation-settings.ts";
import type { ConfirmationTiming } from "../enforcement/confirm-configuration.ts";

/** How soon the controller looks again at what no event tells it about, in milliseconds. */
export interface ControllerTiming {
  /** At certificates and the configuration of the webhook. */
  readonly certificatesMs: number;
  /** At which kinds of claims are served: definitions are applied, changed and deleted. */
  readonly claimKindsMs: number;
  /** At which of the declared kinds whose records are followed are served. */
  readonly unprotectedKindsMs: number;
  /** At which records of `holdfast unprotect` have expired. */
  readonly unprotectedMs: number;
  /** At a composite that is being deleted. */
  readonly compositeMs: number;
  /** At whether the webhook is in force. */
  readonly enforcementMs: number;
  /** How long API servers take to go by a changed configuration. */
  readonly settleMs: number;
  /** When a changed configuration is written once more, and how often is looked whether it changed. */
  readonly confirmation: ConfirmationTiming;
}

export const defaultControllerTiming: ControllerTiming = {
  certificatesMs: defaultRotation.lookMs,
  claimKindsMs: 15_000,
  unprotectedKindsMs: 15_000,
  unprotectedMs: 5_000,
  compositeMs: 5_000,
  enforcementMs: 5_000,
  settleMs: 2_000,
  confirmation: { settleMs: 5_000, lookMs: 2_000 },
};
