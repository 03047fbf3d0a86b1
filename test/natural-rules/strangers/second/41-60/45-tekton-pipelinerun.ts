import { type KubernetesObject, deletionPolicy } from "holdfast";

interface PipelineRun extends KubernetesObject {
  spec: { pipelineRef?: { name?: string }; params?: { name: string; value: string | string[] | Record<string, string> }[] };
  status?: {
    startTime?: string;
    completionTime?: string;
    conditions?: { type: string; status: "True" | "False" | "Unknown"; reason?: string }[];
    childReferences?: { kind: string; name: string; pipelineTaskName: string }[];
  };
}

const param = (run: PipelineRun, name: string): string | undefined => {
  const v = run.spec.params?.find((p) => p.name === name)?.value;
  if (v === undefined) return undefined;
  if (typeof v === "string") return v;
  return Array.isArray(v) ? v.join(",") : JSON.stringify(v);
};

export default deletionPolicy<PipelineRun>({
  name: "tekton-release-runs",
  match: [{ group: "tekton.dev", resource: "pipelineruns" }],
  rules: {
    running: {
      denyWhen: ({ oldObject }) => !oldObject.status?.completionTime && oldObject.status?.conditions?.[0]?.status === "Unknown",
      message: ({ oldObject }) =>
        `PipelineRun ${oldObject.metadata.name} runs since ${oldObject.status?.startTime}: cancel it instead (${oldObject.status?.childReferences?.map((c) => c.pipelineTaskName).join(" > ") || "no tasks yet"})`,
    },
    releaseEvidence: {
      denyWhen: ({ oldObject }) => {
        const succeeded = oldObject.status?.conditions?.some((c) => c.type === "Succeeded" && c.status === "True");
        const revision = param(oldObject, "revision");
        return Boolean(succeeded && revision && /^(refs\/tags\/)?v\d+/.test(revision)) && oldObject.metadata.annotations?.["chains.tekton.dev/signed"] !== "true";
      },
      message: ({ oldObject }) =>
        `PipelineRun ${oldObject.metadata.name} built the release ${param(oldObject, "revision")?.replace("refs/tags/", "")} of ${param(oldObject, "repo-url")?.split("/").slice(-2).join("/").replace(/\.git$/, "") ?? "an unknown repo"}, but Chains has not signed it yet`,
    },
  },
});
