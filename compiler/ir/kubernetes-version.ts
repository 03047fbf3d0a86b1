/**
 * Kubernetes versions as their minor number: 34 for 1.34. The YAML of a compilation is for one version and everything
 * newer: a function of CEL may be written from the release after the one that introduced it (apiserver:
 * pkg/cel/environment, new expressions are compiled against the previous minor version).
 */
export const defaultMinor = 30;

/** Newest version whose CEL the engine knows (test/control-plane/kubernetes-versions.ts builds it). */
export const newestMinor = 37;

/** `1.34`, also `v1.34` -> 34; undefined for what is no version, older than 1.30, or newer than is known. */
export function parseMinor(text: string): number | undefined {
  const minor = Number(/^v?1\.(\d{2})$/.exec(text)?.[1]);
  return minor >= defaultMinor && minor <= newestMinor ? minor : undefined;
}

export function formatMinor(minor: number): string {
  return `1.${minor}`;
}

/** What messages say of them. */
export const knownVersions = `a version from ${formatMinor(defaultMinor)} to ${formatMinor(newestMinor)}`;

/** From the oldest to the newest: `1.30`, `1.31` and so on. */
export const supportedVersions: readonly string[] = Array.from({ length: newestMinor - defaultMinor + 1 }, (_, above) =>
  formatMinor(defaultMinor + above),
);
