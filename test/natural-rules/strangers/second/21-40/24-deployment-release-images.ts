import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";

interface Image {
  registry: string;
  repository: string;
  tag: string;
  digest?: string;
}

function parseImage(ref: string): Image {
  let rest = ref;
  let digest: string | undefined;
  const at = rest.indexOf("@");
  if (at >= 0) {
    digest = rest.substring(at + 1);
    rest = rest.substring(0, at);
  }
  let tag = "latest";
  const colon = rest.lastIndexOf(":");
  if (colon > rest.lastIndexOf("/")) {
    tag = rest.slice(colon + 1);
    rest = rest.slice(0, colon);
  }
  const slash = rest.indexOf("/");
  const first = slash > 0 ? rest.slice(0, slash) : "";
  const hasRegistry = first.includes(".") || first.includes(":") || first === "localhost";
  return {
    registry: hasRegistry ? first : "docker.io",
    repository: hasRegistry ? rest.slice(slash + 1) : slash < 0 ? `library/${rest}` : rest,
    tag,
    digest,
  };
}

const RELEASE = /^v?\d+\.\d+\.\d+$/;

const releaseImages = (d: Deployment): Image[] =>
  (d.spec?.template.spec?.containers ?? [])
    .map((c) => parseImage(c.image ?? ""))
    .filter((i) => i.registry === "registry.internal:5000" && (RELEASE.test(i.tag) || i.digest?.startsWith("sha256:")));

export default deletionPolicy<Deployment>({
  name: "released-deployments",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    released: {
      denyWhen: ({ oldObject, request }) => releaseImages(oldObject).length > 0 && request.userInfo.username !== "system:serviceaccount:cd:deployer",
      message: ({ oldObject }) =>
        `Deployment ${oldObject.metadata.name} runs released images: ${releaseImages(oldObject)
          .map((i) => `${i.repository}:${i.tag}${i.digest ? ` (${i.digest.slice("sha256:".length, "sha256:".length + 12)})` : ""}`)
          .join(", ")}`,
    },
  },
});
