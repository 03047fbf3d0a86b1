import { fieldsOf, metadataOf, type JsonObject } from "../../compiler/api/json.ts";
import type { ApiAnswer, ApiRequest, RequestServer } from "../kubernetes/api-server.ts";
import { answerProblem } from "./answer-problem.ts";

/** The spec of a Lease of `coordination.k8s.io/v1`, as far as an election needs it. */
export interface LeaseSpec {
  /** Empty: nobody. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  readonly leaseTransitions: number;
}

/** As the API server stores it. `body` holds what others wrote, which an update keeps. */
export interface StoredLease {
  readonly resourceVersion: string;
  readonly spec: Partial<LeaseSpec>;
  readonly body: JsonObject;
}

/** One Lease. `undefined`: there is none; from a write also: somebody else was faster. */
export interface LeaseStore {
  get(): Promise<StoredLease | undefined>;
  create(spec: LeaseSpec): Promise<StoredLease | undefined>;
  update(stored: StoredLease, spec: LeaseSpec): Promise<StoredLease | undefined>;
}

export interface LeaseName {
  readonly namespace: string;
  readonly name: string;
}

/** The Lease of that name. No request outlives `timeoutMs`. */
export function leaseStore(api: RequestServer, { namespace, name }: LeaseName, timeoutMs: number): LeaseStore {
  const collection = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const path = `${collection}/${name}`;
  const ask = async (request: ApiRequest): Promise<StoredLease | undefined> => {
    const answer = await api.request({ ...request, timeoutMs });
    // 404 to a POST is about the Namespace.
    if (answer.status === 409 || (answer.status === 404 && request.method !== "POST")) return undefined;
    return decodeLease(request, answer, `Lease ${namespace}/${name}`);
  };
  return {
    get: () => ask({ method: "GET", path }),
    create: (spec) => ask({ method: "POST", path: collection, body: { ...kind, metadata: { namespace, name }, spec } }),
    update: ({ body }, spec) =>
      ask({ method: "PUT", path, body: { ...body, ...kind, spec: { ...fieldsOf(body["spec"]), ...spec } } }),
  };
}

const kind = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };

function decodeLease(request: ApiRequest, answer: ApiAnswer, what: string): StoredLease {
  const { status, body } = answer;
  const resourceVersion = metadataOf(body)["resourceVersion"];
  if (status < 200 || status > 299) throw answerProblem(request, answer, { what });
  if (typeof resourceVersion !== "string") throw new Error(`${request.method} ${what} was answered with no object`);
  return { resourceVersion, spec: decodeSpec(fieldsOf(body["spec"])), body };
}

/** Anybody with access may have written anything there. */
function decodeSpec(spec: JsonObject): Partial<LeaseSpec> {
  const { holderIdentity, leaseDurationSeconds, acquireTime, leaseTransitions } = spec;
  return {
    ...(typeof holderIdentity === "string" && { holderIdentity }),
    ...(typeof leaseDurationSeconds === "number" && { leaseDurationSeconds }),
    ...(typeof acquireTime === "string" && { acquireTime }),
    ...(Number.isInteger(leaseTransitions) && { leaseTransitions: leaseTransitions as number }),
  };
}
