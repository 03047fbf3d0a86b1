import { type KubernetesObject, deletionPolicy } from "holdfast";

interface HelmRelease extends KubernetesObject {
  spec: {
    releaseName?: string;
    chart?: { spec: { chart: string; version?: string } };
    uninstall?: { keepHistory?: boolean };
  };
  status?: {
    history?: { chartName: string; chartVersion: string; status: string; version: number }[];
  };
}

class Version {
  constructor(
    readonly major: number,
    readonly minor: number,
    readonly patch: number,
  ) {}

  static parse(text: string): Version | null {
    const m = text.match(/^v?(\d+)\.(\d+)\.(\d+)/);
    return m ? new Version(+m[1]!, +m[2]!, +m[3]!) : null;
  }

  lessThan(other: Version): boolean {
    if (this.major !== other.major) return this.major < other.major;
    if (this.minor !== other.minor) return this.minor < other.minor;
    return this.patch < other.patch;
  }

  toString() {
    return `${this.major}.${this.minor}.${this.patch}`;
  }
}

// charts whose older versions delete their CRDs on uninstall
const CRD_SAFE_SINCE: Record<string, Version> = {
  "cert-manager": new Version(1, 15, 0),
  "external-secrets": new Version(0, 9, 12),
  "kube-prometheus-stack": new Version(45, 0, 0),
};

function unsafe(hr: HelmRelease): { chart: string; version: Version; since: Version } | undefined {
  const current = hr.status?.history?.find((h) => h.status === "deployed");
  if (!current) return undefined;
  const since = CRD_SAFE_SINCE[current.chartName];
  const version = Version.parse(current.chartVersion);
  if (!since || !version) return undefined;
  return version.lessThan(since) ? { chart: current.chartName, version, since } : undefined;
}

export default deletionPolicy<HelmRelease>({
  name: "helm-releases-with-crds",
  match: [{ group: "helm.toolkit.fluxcd.io", resource: "helmreleases" }],
  rules: {
    wouldDeleteCrds: {
      denyWhen: ({ oldObject }) => !!unsafe(oldObject),
      message: ({ oldObject }) => {
        const u = unsafe(oldObject)!;
        return `HelmRelease ${oldObject.spec.releaseName ?? oldObject.metadata.name}: ${u.chart} ${u.version} deletes its CRDs on uninstall, upgrade to >= ${u.since} first`;
      },
    },
  },
});
