import type { ControlPlane } from "../control-plane.ts";

type Discovered = {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
};
type ParamKind = { readonly apiVersion: string; readonly kind: string };

/** By this label a suite knows them from what is its own. */
export const sentinelLabel = "holdfast.dev/test-sentinel";

type Requests = Pick<ControlPlane, "request">;

const admission = "/apis/admissionregistration.k8s.io/v1";

/**
 * One policy and binding for each built-in kind that can be a parameter. They match nothing and stay as long as the server.
 *
 * Without them the second suite that looks parameters of a kind up finds none: once the last binding of a built-in kind is
 * gone, kube-apiserver does not start its informer again (kubernetes#130887; 1.30.14, 1.37.1).
 */
export async function storeSentinels(client: Requests): Promise<void> {
  const kinds = await builtInParamKinds(client);
  await Promise.all(kinds.flatMap(sentinelsOf).map(([path, body]) => store(client, path, body)));
}

async function builtInParamKinds(client: Requests): Promise<readonly ParamKind[]> {
  const { groups } = (await get(client, "/apis")) as { groups: readonly { preferredVersion: { groupVersion: string } }[] };
  const versions = ["v1", ...groups.map(({ preferredVersion }) => preferredVersion.groupVersion)];
  const kinds = await Promise.all(versions.map((apiVersion) => kindsOf(client, apiVersion)));
  return kinds.flat();
}

async function kindsOf(client: Requests, apiVersion: string): Promise<readonly ParamKind[]> {
  const path = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  const { resources } = (await get(client, path)) as { resources: readonly Discovered[] };
  const watched = resources.filter(({ name, verbs }) => !name.includes("/") && verbs.includes("watch"));
  // Events are many, and nobody guards them.
  return watched.filter(({ kind }) => kind !== "Event").map(({ kind }) => ({ apiVersion, kind }));
}

function sentinelsOf(paramKind: ParamKind): readonly (readonly [path: string, body: object])[] {
  const apiVersion = "admissionregistration.k8s.io/v1";
  const { kind } = paramKind;
  const name = `sentinel-${kind.toLowerCase()}.${paramKind.apiVersion.replace("/", ".")}`;
  const metadata = { name, labels: { [sentinelLabel]: "true" } };
  const nothing = {
    apiGroups: [sentinelLabel.split("/")[0]],
    apiVersions: ["none"],
    operations: ["DELETE"],
    resources: ["none"],
  };
  const policy = { paramKind, matchConstraints: { resourceRules: [nothing] }, validations: [{ expression: "true" }] };
  const paramRef = { selector: { matchLabels: { [sentinelLabel]: kind } }, parameterNotFoundAction: "Allow" };
  const binding = { policyName: name, paramRef, validationActions: ["Deny"] };
  return [
    [`${admission}/validatingadmissionpolicies`, { apiVersion, kind: "ValidatingAdmissionPolicy", metadata, spec: policy }],
    [
      `${admission}/validatingadmissionpolicybindings`,
      { apiVersion, kind: "ValidatingAdmissionPolicyBinding", metadata, spec: binding },
    ],
  ];
}

async function get(client: Requests, path: string): Promise<unknown> {
  const { status, body, text } = await client.request({ method: "GET", path });
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return body;
}

async function store(client: Requests, path: string, body: object): Promise<void> {
  const { status, text } = await client.request({ method: "POST", path, body });
  if (status !== 201) throw new Error(`${path}: ${text}`);
}
