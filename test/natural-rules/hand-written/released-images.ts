import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";

const tag = (image: string): string => {
  const colon = image.lastIndexOf(":");
  return colon === -1 ? "latest" : image.substring(colon + 1);
};

export default deletionPolicy<Deployment>({
  name: "released-images",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    released: {
      denyWhen: ({ oldObject }) => {
        const pod = oldObject.spec?.template?.spec;
        const containers = [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])];
        return containers.some(({ image = "" }) => image.split("/")[0] === "registry.example.com" && tag(image) !== "latest");
      },
      message: ({ oldObject }) => `${oldObject.metadata.name} runs released images`,
    },
  },
});
