import { docComment } from "../../../../compiler/crd-types/doc-comment.ts";
import { type StructuralSchema, readSchema } from "../../../../compiler/crd-types/schema.ts";
import { fieldLines, typeText } from "../../../../compiler/crd-types/type-text.ts";
import type { Api, ApiKind, Definition, Field } from "./api.ts";
import { typeName } from "../../../../compiler/language/served/built-in-kinds.ts";
import { Imports } from "./imports.ts";
import { type Files, filesOf, isEmpty, isLeftOut, partOf, partsOf, shortName, written } from "./layout.ts";
import { byName, firstSentence } from "./text.ts";
import type { Schema } from "../openapi.ts";
import { kubernetesVersions } from "../../../control-plane/kubernetes-versions.ts";

/** Of templates: what a client gives, with nothing that the API server fills in. */
const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

const header = ["// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit."];

/** What `KubernetesObject` says of every kind. */
const common: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

interface Place {
  readonly go: Field["go"];
  readonly imports: Imports;
}

/** The text of every file, by its path below `kinds/`. */
export function printFiles(api: Api): ReadonlyMap<string, string> {
  const printer = new Printer(api);
  return new Map([...printer.paths()].map((path) => [`${path}.ts`, printer.file(path)]));
}

class Printer {
  readonly #api: Api;
  readonly #files: Files;
  readonly #kinds: ReadonlyMap<string, ApiKind>;
  /** Definitions that other files import. */
  readonly #exported: ReadonlySet<string>;

  constructor(api: Api) {
    this.#api = api;
    this.#files = filesOf(api);
    this.#kinds = new Map(api.kinds.map((kind) => [kind.definition, kind]));
    this.#exported = new Set(
      [...this.#files].flatMap(([name, file]) =>
        partsOf(name, api.definitions).filter((inner) => this.#files.get(inner) !== file),
      ),
    );
  }

  paths(): ReadonlySet<string> {
    return new Set([...this.#files.values()].toSorted());
  }

  file(path: string): string {
    const names = [...this.#files].filter(([, file]) => file === path).map(([name]) => name);
    const imports = new Imports(path, (name) => this.#placeOf(name));
    const kinds = names.filter((name) => this.#kinds.has(name));
    const parts = names.filter((name) => !this.#kinds.has(name)).toSorted();
    const blocks = [...kinds, ...parts].map((name) => this.#interface(name, imports));
    const text = [...blocks, ...imports.embedded()].join("\n\n");
    return [...header, ...imports.lines(), "", text, ""].join("\n");
  }

  #interface(name: string, imports: Imports): string {
    const definition = this.#definition(name);
    const kind = this.#kinds.get(name);
    if (kind !== undefined) return this.#kind(definition, kind, imports);
    const keyword = this.#exported.has(name) || partOf(name) !== undefined ? "export interface" : "interface";
    const about =
      name === objectMeta ? "`metadata` of what is made from a template." : firstSentence(definition.schema, shortName(name));
    return [...docComment([about], ""), `${keyword} ${shortName(name)} {`, ...this.#fields(definition, imports), "}"].join("\n");
  }

  #kind(definition: Definition, kind: ApiKind, imports: Imports): string {
    const { group, version, resource, since } = kind;
    const match = `match: [{ group: "${group}", version: "${version}", resource: "${resource}" }]`;
    const isNew = since !== kubernetesVersions.at(-1);
    const about = withSince(firstSentence(definition.schema, kind.kind), isNew ? since : undefined);
    return [
      ...docComment([about], "", [`\`${match}\``]),
      `export interface ${typeName(kind)} extends ${imports.use("KubernetesObject")} {`,
      ...this.#fields(definition, imports),
      "}",
    ].join("\n");
  }

  #fields({ name, fields }: Definition, imports: Imports): readonly string[] {
    const isKind = this.#kinds.has(name);
    const shown = [...fields].filter(([field]) => !(isKind && common.has(field)) && !isLeftOut(name, field));
    const properties = new Map(shown.toSorted(byName).map(([field, one]) => [field, this.#schema(field, one, imports)]));
    const isOptional = (field: string): boolean => name === objectMeta || fields.get(field)?.isRequired !== true;
    const required = new Set([...properties.keys()].filter((field) => !isOptional(field)));
    return fieldLines({ ...readSchema({ type: "object" }), properties, required }, "  ", (one) => imports.use(one));
  }

  #schema(name: string, { since, schema, go }: Field, imports: Imports): StructuralSchema {
    const text = typeText(this.#value(schema, { go, imports }), "", (one) => imports.use(one));
    const type = go.null && text !== "unknown" ? `${imports.use("MaybeNull")}<${text}>` : text;
    return { ...readSchema({}), description: withSince(firstSentence(schema, name), since), typeName: type };
  }

  /** A value: named, of a list or map of such, or plain. */
  #value(schema: Schema, { go, imports }: Place): StructuralSchema {
    const [only] = schema.allOf ?? [];
    if (only !== undefined) return this.#value(only, { go, imports });
    const plain = readSchema(schema);
    if (schema.$ref !== undefined) return { ...plain, typeName: this.#named(schema.$ref, imports) };
    const inner = (one: Schema): StructuralSchema => {
      const value = this.#value(one, { go: { ...go, null: false, entryNull: false }, imports });
      if (!go.entryNull) return value;
      return { ...value, typeName: `${imports.use("MaybeNull")}<${typeText(value, "", (name) => imports.use(name))}>` };
    };
    if (schema.items !== undefined) return { ...plain, items: inner(schema.items) };
    if (schema.additionalProperties !== undefined) return { ...plain, others: inner(schema.additionalProperties) };
    if (schema.format === "byte") return { ...plain, typeName: imports.use("Base64") };
    return schema.type === "string" && go.values !== undefined
      ? { ...plain, values: go.values }
      : { ...plain, values: undefined };
  }

  #named(reference: string, imports: Imports): string {
    const name = reference.replace("#/components/schemas/", "");
    const text = written[name];
    if (text !== undefined) return imports.useAll(text);
    if (isEmpty(name, this.#api.definitions)) return "Readonly<Record<string, unknown>>";
    return this.#kinds.has(name) ? imports.embed(name) : imports.definition(name);
  }

  #placeOf(name: string): { readonly type: string; readonly file: string } {
    const [kind, file] = [this.#kinds.get(name), this.#files.get(name)];
    if (file === undefined) throw new Error(`no file for ${name}`);
    return { type: kind === undefined ? shortName(name) : typeName(kind), file };
  }

  #definition(name: string): Definition {
    const definition = this.#api.definitions.get(name);
    if (definition === undefined) throw new Error(`no definition ${name}`);
    return definition;
  }
}

function withSince(sentence: string, since: string | undefined): string {
  return since === undefined ? sentence : `${sentence} Since Kubernetes ${since}.`.trim();
}
