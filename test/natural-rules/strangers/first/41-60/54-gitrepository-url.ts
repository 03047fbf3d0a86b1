import { deletionPolicy, type KubernetesObject } from "holdfast";

interface GitRepository extends KubernetesObject {
  spec?: { url: string; ref?: { branch?: string; tag?: string; semver?: string }; suspend?: boolean };
}

function parseGitUrl(url: string): { host: string; path: string } {
  const noScheme = url.includes("://") ? url.split("://")[1] ?? "" : url;
  const noUser = noScheme.includes("@") ? noScheme.split("@")[1] ?? "" : noScheme;
  const [host = "", ...rest] = noUser.split("/");
  return { host: host.split(":")[0] ?? "", path: rest.join("/").replace(/\.git$/, "") };
}

export default deletionPolicy<GitRepository>({
  name: "git-sources",
  match: [{ group: "source.toolkit.fluxcd.io", version: "v1", resource: "gitrepositories" }],
  rules: {
    platformRepo: {
      denyWhen: ({ oldObject, request }) => {
        const { host, path } = parseGitUrl(oldObject.spec?.url ?? "");
        if (host !== "github.com" && host !== "git.acme.io") return false;
        return path.startsWith("platform/") && !request.userInfo.groups?.includes("platform");
      },
      message: ({ oldObject }) => {
        const { host, path } = parseGitUrl(oldObject.spec?.url ?? "");
        return `Source ${path} at ${host} (${oldObject.spec?.ref?.tag ?? oldObject.spec?.ref?.branch ?? "master"}) feeds the platform`;
      },
    },
  },
});
