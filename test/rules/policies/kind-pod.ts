import { deletionPolicy } from "holdfast";
import type { Container, Pod } from "holdfast/kinds";

const secretOf = ({ env }: Container): string | undefined =>
  env?.find(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined)?.valueFrom?.secretKeyRef?.name;

/** Pods that read Secrets, or are probed at a number, stay. */
export default deletionPolicy<Pod>({
  name: "kind-pod",
  match: [{ group: "", resource: "pods" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    secret: {
      denyWhen: ({ oldObject }) => oldObject.spec?.containers.some((container) => secretOf(container) === "keys"),
      message: ({ oldObject }) => `Pod ${oldObject.metadata.name} reads the Secret keys`,
    },
    probe: {
      denyWhen: ({ oldObject }) => oldObject.spec?.containers.some(({ livenessProbe }) => livenessProbe?.httpGet?.port === 8080),
      message: ({ oldObject }) => `Pod ${oldObject.metadata.name} is probed`,
    },
  },
});
