/** `metadata.name` of both kinds: a DNS-1123 subdomain (apimachinery: pkg/util/validation, IsDNS1123Subdomain). */
export const longestObjectName = 253;

export const dnsSubdomainPattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

/** Kubernetes 1.37 refuses it for objects that come through the API: policies from manifest files are named so. */
const reservedSuffix = ".static.k8s.io";

/** Lower case letters, digits, `-` and `.`; every label between dots starts and ends with a letter or digit. */
export function isDnsSubdomain(name: string): boolean {
  return name.length <= longestObjectName && new RegExp(dnsSubdomainPattern).test(name);
}

export function hasReservedSuffix(name: string): boolean {
  return name.endsWith(reservedSuffix);
}

/** Why `name` cannot name a policy, in words that complete "`name` ..."; `undefined` where it can. */
export function objectNameProblem(name: string): string | undefined {
  if (name.length > longestObjectName) return `is ${name.length} characters long, ${longestObjectName} is the most`;
  if (!isDnsSubdomain(name))
    return "is not a DNS name: lower case letters, digits, `-` and `.`, with a letter or digit at both ends";
  if (hasReservedSuffix(name)) return `ends with \`${reservedSuffix}\`, which Kubernetes keeps for policies from files`;
  return undefined;
}

/** `ack` and `warn` make `ack-warn`; no suffix makes the policy's own name. */
export function objectName(policy: string, suffix: string): string {
  return suffix === "" ? policy : `${policy}-${suffix}`;
}
