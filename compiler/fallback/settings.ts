/** Where the fallback runs. */
export interface FallbackSettings {
  readonly namespace: string;
}

export const usualSettings: FallbackSettings = { namespace: "holdfast-system" };

/** Names of what is installed; the processes, the manifests and the certificates agree by them. */
export const names = {
  configuration: "holdfast",
  webhook: "holdfast-webhook",
  controller: "holdfast-controller",
} as const;
