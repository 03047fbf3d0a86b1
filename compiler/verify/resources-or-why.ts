import { type DiscoveredResource, type Discovery, NotDiscovered } from "../cluster/discovery.ts";

/** A text says why the API server cannot tell what it serves there. */
export async function resourcesOrWhy(discovery: Discovery, apiVersion: string): Promise<readonly DiscoveredResource[] | string> {
  try {
    return await discovery.resources(apiVersion);
  } catch (error) {
    if (error instanceof NotDiscovered) return error.message;
    throw error;
  }
}
