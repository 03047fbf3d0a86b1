/** Below the directory of the policies: what installs the webhook and the controller. */
export const fallbackDirectory = "fallback";

/** In it: when the webhook is asked. */
export const webhookConfigurationFile = "webhook-configuration.yaml";
