import { defaultRotation } from "../certificates/rotation-settings.ts";

/** How soon the controller looks again at what no event tells it about, in milliseconds. */
export interface ControllerTiming {
  /** At certificates and the configuration of the webhook. */
  readonly certificatesMs: number;
  /** At which kinds of claims are served: definitions are applied, changed and deleted. */
  readonly claimKindsMs: number;
  /** At a composite that is being deleted. */
  readonly compositeMs: number;
}

export const defaultControllerTiming: ControllerTiming = {
  certificatesMs: defaultRotation.lookMs,
  claimKindsMs: 15_000,
  compositeMs: 5_000,
};
