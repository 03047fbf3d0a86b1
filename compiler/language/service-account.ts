import type { ReadableText } from "./parse/readable.ts";

/** A DNS-1123 label. */
export const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

/** Names of Namespaces in Kubernetes: DNS-1123 labels. CEL's `serviceAccount` fails on anything else. */
export const namespaceText: ReadableText = { longest: 63, pattern: `^${label}$` };

/** Names of service accounts in Kubernetes: DNS-1123 subdomains. */
export const serviceAccountText: ReadableText = { longest: 253, pattern: `^${label}([.]${label})*$` };
