import type { ListQuery } from "../../../../runtime-fallback/kubernetes/list.ts";
import { isJsonObject, type JsonObject } from "../../../api/json.ts";
import type { AskingClient } from "../asking-client.ts";

const ofApiServers: ListQuery = {
  resource: { group: "discovery.k8s.io", version: "v1", resource: "endpointslices" },
  namespace: "default",
  labelSelector: "kubernetes.io/service-name=kubernetes",
};

/** Which API servers stand behind the address that was asked. */
export type OtherServers = { readonly urls: readonly string[] } | { readonly unknown: string };

/**
 * API servers that the Service `kubernetes` names and that were not asked by their own address. A
 * single one is the one that answered.
 */
export async function otherServers(client: AskingClient, asked: readonly string[]): Promise<OtherServers> {
  const slices = await client.listAll(ofApiServers);
  if (typeof slices === "string") return { unknown: slices };
  const all = [...new Set(slices.flatMap(urlsOf))];
  const known = new Set(asked.map((url) => new URL(url).host));
  return { urls: all.length <= 1 ? [] : all.filter((url) => !known.has(new URL(url).host)) };
}

function urlsOf({ endpoints, ports, addressType }: JsonObject): readonly string[] {
  const port = Array.isArray(ports) ? ports.filter(isJsonObject).map((one) => one["port"])[0] : undefined;
  const addresses = Array.isArray(endpoints) ? endpoints.filter(isJsonObject).flatMap((one) => one["addresses"]) : [];
  return addresses
    .filter((address) => typeof address === "string")
    .map((address) => `https://${addressType === "IPv6" ? `[${address}]` : address}:${String(port ?? 443)}`)
    .filter((url) => URL.canParse(url));
}
