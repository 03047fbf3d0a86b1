import { ClusterError } from "../../runtime-fallback/kubernetes/api-server.ts";
import { isJsonObject } from "../api/json.ts";
import type { AskingClient } from "./asking-client.ts";

/** The user that the API server takes us for: the one whose deletes are tried. */
export interface Asker {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export async function whoAsks(client: AskingClient): Promise<Asker> {
  const { status, body } = await client.review("self", {});
  const answer = isJsonObject(body["status"]) ? body["status"]["userInfo"] : undefined;
  if (isAsker(answer)) return answer;
  throw new ClusterError(
    `${client.url} does not say who asks: ${status} ${String(body["message"])}`,
    "every user may create selfsubjectreviews, unless system:basic-user was taken away",
  );
}

function isAsker(value: unknown): value is Asker {
  return isJsonObject(value) && typeof value["username"] === "string";
}

/** The minor version of the API server: 37 of 1.37. */
export async function minorOf(client: AskingClient): Promise<number> {
  const { body } = await client.get("/version");
  const minor = Number.parseInt(String(body["minor"]), 10);
  if (Number.isInteger(minor)) return minor;
  throw new ClusterError(`${client.url}/version tells no version of Kubernetes`, "is this an API server?");
}
