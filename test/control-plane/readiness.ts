import { request } from "undici";

import type { ApiClient } from "./api-client.ts";

/** A server that is not listening yet is not ready; whatever else is wrong, its log says. */
export async function isEtcdReady(url: string): Promise<boolean> {
  try {
    const answer = await request(`${url}/health`);
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

export function isApiserverReady(client: ApiClient): Promise<boolean> {
  return exists(client, "/readyz");
}

/** The API server creates it a moment after it calls itself ready. */
export function hasDefaultNamespace(client: ApiClient): Promise<boolean> {
  return exists(client, "/api/v1/namespaces/default");
}

/** Without it no pod is admitted; it comes from the controller manager. */
export function hasDefaultServiceAccount(client: ApiClient): Promise<boolean> {
  return exists(client, "/api/v1/namespaces/default/serviceaccounts/default");
}

/** Asked of the server itself: binaries that are not of our build may be of any version. */
export async function askGitVersion(client: ApiClient): Promise<string> {
  const { body, text } = await client.request({ method: "GET", path: "/version" });
  const { gitVersion } = body;
  if (typeof gitVersion !== "string") throw new Error(`the server does not say its version: ${text}`);
  return gitVersion;
}

async function exists(client: ApiClient, path: string): Promise<boolean> {
  try {
    return (await client.request({ method: "GET", path })).status === 200;
  } catch {
    return false;
  }
}
