import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import type { BuiltInKind } from "../../../compiler/language/served/built-in-kinds.ts";

/** A schema of the API server's OpenAPI v3 documents, as far as the comparison reads it. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly "x-kubernetes-group-version-kind"?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

/** All schemas of one group and version, by their full names. */
export type Schemas = Readonly<Record<string, Schema>>;

/** Of the newest Kubernetes, as `write/main.ts` has read them; kinds-server.test.ts asks real API servers. */
export const committedSchemas = JSON.parse(readFileSync(join(import.meta.dirname, "api.json"), "utf8")) as Schemas;

type Server = Pick<ControlPlane, "request">;

/** `/apis/apps/v1` */
export function groupPath({ group, version }: BuiltInKind): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

export async function readSchemas(server: Server, kind: BuiltInKind): Promise<Schemas> {
  const { status, body } = await server.request({ method: "GET", path: `/openapi/v3${groupPath(kind)}` });
  if (status !== 200) throw new Error(`no OpenAPI of ${groupPath(kind)}: ${status}`);
  return (body["components"] as { readonly schemas: Schemas }).schemas;
}

export function schemaOfKind(schemas: Schemas, { group, version, kind }: BuiltInKind): Schema | undefined {
  return Object.values(schemas).find((schema) =>
    schema["x-kubernetes-group-version-kind"]?.some((one) => one.group === group && one.version === version && one.kind === kind),
  );
}
