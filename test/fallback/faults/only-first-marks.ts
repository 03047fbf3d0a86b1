import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";

/**
 * The controller of Crossplane in effect: an object with the label looks to it as if it had the entry of every Usage,
 * too.
 */
export function onlyFirstMarks(api: Pick<ApiServer, "request">): Pick<ApiServer, "request"> {
  const entries = new Map<string, string>();
  return {
    request: async (request) => {
      const answer = await api.request(request);
      if (request.method !== "GET" || answer.status !== 200) return answer;
      const metadata = answer.body["metadata"] as {
        readonly name: string;
        readonly uid: string;
        readonly labels?: Readonly<Record<string, string>>;
        readonly annotations?: Readonly<Record<string, string>>;
      };
      const usage = /\/(usages|clusterusages)\/[^/]+$/.exec(request.path)?.[1];
      const group = request.path.split("/")[2];
      if (usage !== undefined) entries.set(`usage.holdfast.dev/${metadata.uid}`, `${usage}.${group}//${metadata.name}`);
      if (usage !== undefined || metadata.labels?.["holdfast.dev/in-use"] !== "true") return answer;
      const annotations = { ...metadata.annotations, ...Object.fromEntries(entries) };
      return { ...answer, body: { ...answer.body, metadata: { ...metadata, annotations } } };
    },
  };
}
