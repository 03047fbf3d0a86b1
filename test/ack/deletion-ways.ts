import type { ApiRequest } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { type Denial, ask, decisionOf, denial, denialText } from "./answer.ts";
import { type TestKind, pathOf } from "./kinds.ts";
import { type MatrixCase, expectedMessage } from "./matrix-cases.ts";

export const policyName = "ack-prevent-delete";

/** A way to delete one object by the API. Each way has objects of its own, named after it. */
export type DeletionWay = {
  readonly name: string;
  request(place: CasePlace): ApiRequest;
  /** As the server calls the object when it denies: a collection delete has no name. */
  readonly calls?: string;
  readonly deletesNothing?: true;
};

type CasePlace = { readonly kind: TestKind; readonly namespace: string | undefined; readonly name: string };

/** What became of one object. */
export type Outcome = { readonly decision: "allow" | Denial; readonly isThere: boolean };

export const dryRun: DeletionWay = {
  name: "dry-run",
  request: ({ kind, ...place }) => ({ method: "DELETE", path: pathOf(kind, { ...place, query: "dryRun=All" }) }),
  deletesNothing: true,
};

export const deletionWays: readonly DeletionWay[] = [
  { name: "single", request: ({ kind, ...place }) => ({ method: "DELETE", path: pathOf(kind, place) }) },
  {
    name: "collection",
    // The label is the object's name, so that each request judges one object.
    request: ({ kind, namespace, name }) => ({
      method: "DELETE",
      path: pathOf(kind, { namespace, query: `labelSelector=name%3D${name}` }),
    }),
    calls: "Unknown",
  },
  dryRun,
  {
    name: "second-version",
    request: ({ kind, ...place }) => ({ method: "DELETE", path: pathOf(kind, { ...place, version: "v1alpha2" }) }),
  },
];

export function objectName(way: string, { code }: MatrixCase): string {
  return `${way}-${code}`;
}

export async function observe(server: ControlPlane, way: DeletionWay, each: MatrixCase): Promise<Outcome> {
  const place = { kind: each.kind, namespace: each.namespace, name: objectName(way.name, each) };
  const { decision } = await ask(server, way.request(place));
  return { decision, isThere: await isThere(server, each, place.name) };
}

export async function isThere(server: ControlPlane, { kind, namespace }: MatrixCase, name: string): Promise<boolean> {
  const response = await server.request({ method: "GET", path: pathOf(kind, { namespace, name }) });
  if (response.status === 200) return true;
  if (response.status === 404) return false;
  throw new Error(`cannot read ${kind.plural}/${name}: ${JSON.stringify(decisionOf(response))}`);
}

export function expectedOutcome(way: DeletionWay, each: MatrixCase): Outcome {
  const name = objectName(way.name, each);
  const message = expectedMessage(each, name);
  if (message === undefined) return { decision: "allow", isThere: way.deletesNothing === true };
  const subject = `${each.kind.plural}.${each.kind.group} "${way.calls ?? name}"`;
  return { decision: denial(subject, policyName, message), isThere: true };
}

/** What kubectl says when it deletes the objects of these cases, all of one namespace, with one command. */
export function expectedOfKubectl(cases: readonly MatrixCase[]): { code: number; stdout: string; stderr: string } {
  const said = cases
    .map((each) => ({ each, name: objectName("kubectl", each) }))
    .map(({ each, name }) => ({
      name,
      each,
      message: expectedMessage(each, name),
    }));
  const denied = said.filter(({ message }) => message !== undefined);
  const deleted = said.filter(({ message }) => message === undefined);
  return {
    code: denied.length === 0 ? 0 : 1,
    stdout: deleted.map(({ each, name }) => `${kubectlName(each, name)} deleted\n`).join(""),
    stderr: denied.map(({ each, name, message = "" }) => `${kubectlError(each, name, message)}\n`).join(""),
  };
}

function kubectlName({ kind }: MatrixCase, name: string): string {
  return `${kind.kind.toLowerCase()}.${kind.group} "${name}"`;
}

function kubectlError({ kind }: MatrixCase, name: string, message: string): string {
  return `Error from server (Forbidden): ${denialText(`${kind.plural}.${kind.group} "${name}"`, policyName, message)}`;
}

/** Newer kubectl adds where the object was. */
export function withoutNamespace(stdout: string): string {
  return stdout.replaceAll(/ from \S+ namespace$/gm, "");
}
