import { type KubernetesObject, deletionPolicy } from "holdfast";

interface ExternalSecret extends KubernetesObject {
  spec: {
    target?: { name?: string; creationPolicy?: string; deletionPolicy?: string };
    secretStoreRef?: { name: string; kind?: string };
    data?: { secretKey: string; remoteRef: { key: string; property?: string } }[];
  };
  status?: { refreshTime?: string; binding?: { name?: string } };
}

/** "owner=payments;tier=1;oncall=#pay" */
function parseAnnotation(text: string | undefined): Record<string, string> {
  return Object.fromEntries(
    (text ?? "")
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair.includes("="))
      .map((pair) => {
        const i = pair.indexOf("=");
        return [pair.slice(0, i).trim().toLowerCase(), pair.slice(i + 1).trim()] as const;
      }),
  );
}

const info = (o: ExternalSecret) => parseAnnotation(o.metadata.annotations?.["corp.example/service-info"]);

export default deletionPolicy<ExternalSecret>({
  name: "external-secrets-tier1",
  match: [{ group: "external-secrets.io", resource: "externalsecrets" }],
  rules: {
    tierOne: {
      denyWhen: ({ oldObject }) => {
        const { tier = "3" } = info(oldObject);
        const owned = (oldObject.spec.target?.creationPolicy ?? "Owner") === "Owner";
        return owned && Number(tier) <= 1;
      },
      message: ({ oldObject }) => {
        const { owner = "nobody", oncall = "#platform", tier } = info(oldObject);
        const keys = oldObject.spec.data?.map((d) => d.secretKey).sort() ?? [];
        return `ExternalSecret ${oldObject.metadata.name} is tier ${tier} of ${owner}: the secret ${oldObject.spec.target?.name ?? oldObject.metadata.name} (${keys.join(", ")}) would be garbage collected. Ask in ${oncall}.`;
      },
    },
  },
});
