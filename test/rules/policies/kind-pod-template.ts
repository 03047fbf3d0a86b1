import { deletionPolicy } from "holdfast";
import type { Container, PodTemplate } from "holdfast/kinds";

const secretOf = ({ env }: Container): string | undefined =>
  env?.find(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined)?.valueFrom?.secretKeyRef?.name;

/** Templates of Pods that read Secrets, or are probed at a number, stay. */
export default deletionPolicy<PodTemplate>({
  name: "kind-pod-template",
  match: [{ group: "", resource: "podtemplates" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    secret: {
      denyWhen: ({ oldObject }) => oldObject.template?.spec?.containers.some((container) => secretOf(container) === "keys"),
      message: ({ oldObject }) => `PodTemplate ${oldObject.metadata.name} reads the Secret keys`,
    },
    probe: {
      denyWhen: ({ oldObject }) =>
        oldObject.template?.spec?.containers.some(({ livenessProbe }) => livenessProbe?.httpGet?.port === 8080),
      message: ({ oldObject }) => `PodTemplate ${oldObject.metadata.name} is probed`,
    },
  },
});
