import type { ReadableText } from "./parse/readable.ts";

/** A DNS-1123 label. */
export const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

/**
 * What Kubernetes takes for the name of a Namespace (DNS-1123 label): CEL's `serviceAccount` fails on anything else.
 */
export const namespaceText: ReadableText = { longest: 63, pattern: `^${label}$` };

/** And for that of a service account (DNS-1123 subdomain). */
export const serviceAccountText: ReadableText = { longest: 253, pattern: `^${label}([.]${label})*$` };
