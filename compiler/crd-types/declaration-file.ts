import { headerLines } from "../manifest/header.ts";
import type { DefinedVersion, Definition } from "./definition.ts";
import { docComment } from "./doc-comment.ts";
import { readSchema } from "./schema.ts";
import { fieldLines, otherFields } from "./type-text.ts";
import { createHash } from "node:crypto";
import { isJsonObject } from "../api/json.ts";

/** A file that declares one version of one kind. */
export interface DeclarationFile {
  /** `bucket.s3.services.k8s.aws.v1alpha1.d.ts` */
  readonly name: string;
  readonly text: string;
  readonly definition: Definition;
  readonly version: string;
  /** The name that it exports. */
  readonly type: string;
}

export function declareVersion(definition: Definition, version: DefinedVersion): DeclarationFile {
  const { group, kind, name } = definition;
  const type = typeName(kind);
  const imports = new Imports(type);
  const body = interfaceLines(definition, version, imports);
  const source = `${name}, version ${version.name}, sha256:${schemaHash(version.schema)}`;
  const header = headerLines("//", source, "To bring it up to date, give the definition to: npx holdfast types");
  return {
    name: `${kind.toLowerCase()}.${group}.${version.name}.d.ts`,
    text: `${[...header, "", imports.line(), "", ...body].join("\n")}\n`,
    definition,
    version: version.name,
    type,
  };
}

/** Kinds may begin with a small letter and have hyphens. */
function typeName(kind: string): string {
  const words = kind.split("-").filter((word) => word !== "");
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
}

function interfaceLines(definition: Definition, version: DefinedVersion, imports: Imports): readonly string[] {
  const { group, plural } = definition;
  const schema = readSchema(version.schema);
  const own = [...schema.properties].filter(([name]) => !common.has(name));
  const match = `match: [{ group: "${group}", version: "${version.name}", resource: "${plural}" }]`;
  const tags = version.isDeprecated ? ["@deprecated The API server warns who uses this version."] : [];
  const base = imports.name("KubernetesObject");
  const root = { ...schema, properties: new Map(own), isEmbeddedResource: false };
  const fields = fieldLines(root, "  ", (name) => imports.name(name));
  return [
    ...docComment([schema.description ?? ""], "", [`\`${match}\``, ...tags]),
    `export interface ${imports.type} extends ${base} {`,
    ...(fields.length === 0 ? otherFields("  ") : fields),
    "}",
  ];
}

/** What KubernetesObject says of every kind. */
const common: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** What the file takes from "holdfast", under another name where the kind itself is called so. */
class Imports {
  readonly type: string;
  readonly #names = new Set<string>();

  constructor(type: string) {
    this.type = type;
  }

  name(name: string): string {
    this.#names.add(name);
    return name === this.type ? `Holdfast${name}` : name;
  }

  line(): string {
    const names = [...this.#names].toSorted().map((name) => (name === this.type ? `${name} as Holdfast${name}` : name));
    return `import type { ${names.join(", ")} } from "holdfast";`;
  }
}

/** Of the schema's content: the same for YAML, JSON and whatever order a tool writes keys in. */
function schemaHash(schema: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(ordered(schema)) ?? "")
    .digest("hex");
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key])]));
}
