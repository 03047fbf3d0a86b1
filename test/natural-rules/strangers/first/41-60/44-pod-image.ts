import { deletionPolicy } from "holdfast";
import type { Pod } from "holdfast/kinds";

interface ImageRef { registry: string; repository: string; tag: string }

function parseImage(image: string): ImageRef {
  const [withoutDigest = ""] = image.split("@");
  const parts = withoutDigest.split("/");
  const first = parts[0] ?? "";
  const hasRegistry = parts.length > 1 && (first.includes(".") || first.includes(":") || first === "localhost");
  const registry = hasRegistry ? first : "docker.io";
  const rest = hasRegistry ? parts.slice(1).join("/") : withoutDigest;
  const [repository = "", tag = "latest"] = rest.split(":");
  return { registry, repository, tag };
}

export default deletionPolicy<Pod>({
  name: "database-pods",
  match: [{ group: "", resource: "pods" }],
  rules: {
    standaloneDatabase: {
      denyWhen: ({ oldObject }) =>
        !oldObject.metadata.ownerReferences?.length &&
        (oldObject.spec?.containers ?? [])
          .map((c) => parseImage(c.image ?? ""))
          .some((i) => ["postgres", "mysql", "mongo", "redis"].includes(i.repository.split("/").pop() ?? "")),
      message: ({ oldObject }) =>
        `Nothing would recreate pod ${oldObject.metadata.name}, which runs ${(oldObject.spec?.containers ?? []).map((c) => parseImage(c.image ?? "").repository).join(", ")}`,
    },
  },
});
