import type { JsonObject } from "../../compiler/api/json.ts";
import type { RequestServer } from "../kubernetes/api-server.ts";
import { answerProblem } from "../controller/answer-problem.ts";
import { type CertificateNames, configurationPath, secretPath } from "./certificate-names.ts";
import { type StoredCertificates, decodeAuthority, decodeConfiguration, decodeServing } from "./stored-certificates.ts";

/** What is stored, and the objects it was read from: a write is made to exactly those. */
export interface ObservedCertificates {
  readonly stored: StoredCertificates;
  readonly authority: JsonObject | undefined;
  readonly serving: JsonObject | undefined;
  readonly configuration: JsonObject | undefined;
}

/**
 * Reads everything. The authority comes last: the others are written from what it says, under the precondition that
 * they are still as they were read, and so never from an older authority than somebody else has used on them.
 */
export async function look(api: RequestServer, names: CertificateNames): Promise<ObservedCertificates> {
  const configuration = await readObject(api, configurationPath(names));
  const serving = await readObject(api, secretPath(names, names.servingSecret));
  const authority = await readObject(api, secretPath(names, names.authoritySecret));
  const stored = {
    authority: decodeAuthority(authority),
    serving: decodeServing(serving),
    configuration: decodeConfiguration(configuration),
  };
  return { stored, authority, serving, configuration };
}

/** Undefined where there is none. */
export async function readObject(api: RequestServer, path: string): Promise<JsonObject | undefined> {
  const request = { method: "GET", path } as const;
  const answer = await api.request(request);
  if (answer.status === 404) return undefined;
  if (answer.status === 200) return answer.body;
  throw answerProblem(request, answer, { what: path, message: "kept" });
}
