import type { DefinedVersion, Definition, Problem } from "./definition.ts";
import { isJsonObject, textAt, valueAt } from "../api/json.ts";
import type { ReadDocument } from "./read-documents.ts";

export interface FoundDefinitions {
  readonly definitions: readonly Definition[];
  readonly problems: readonly Problem[];
  /** Objects that are something else. */
  readonly others: readonly ReadDocument[];
  /** Definitions without group and versions: patches for kustomize, most likely. */
  readonly patches: readonly ReadDocument[];
}

const apiVersion = "apiextensions.k8s.io/v1";

/** The CustomResourceDefinitions among the documents, also inside lists (`kubectl get crds -o yaml`). */
export function findDefinitions(documents: readonly ReadDocument[]): FoundDefinitions {
  const definitions: Definition[] = [];
  const problems: Problem[] = [];
  const others: ReadDocument[] = [];
  const patches: ReadDocument[] = [];
  for (const document of documents.flatMap(itemsOf)) {
    if (!isDefinition(document)) others.push(document);
    else if (isPatch(document)) patches.push(document);
    else if (textAt(document.content, "apiVersion") !== apiVersion) problems.push(ofOtherVersion(document));
    else {
      const read = readDefinition(document);
      if ("message" in read) problems.push(read);
      else definitions.push(read);
    }
  }
  return { definitions, problems, others, patches };
}

/** A list stands for what it holds, an empty document for nothing. */
function itemsOf(document: ReadDocument): readonly ReadDocument[] {
  const { place, content } = document;
  if (content === null || content === undefined) return [];
  const items = valueAt(content, "items");
  if (!Array.isArray(items) || textAt(content, "kind")?.endsWith("List") !== true) return [document];
  const list: readonly unknown[] = items;
  return list.flatMap((item) => itemsOf({ place, content: withTypeOf(content, item) }));
}

/** Items of a CustomResourceDefinitionList do not say what they are. */
function withTypeOf(list: unknown, item: unknown): unknown {
  if (textAt(list, "kind") !== "CustomResourceDefinitionList" || !isJsonObject(item)) return item;
  return { apiVersion: textAt(list, "apiVersion"), kind: "CustomResourceDefinition", ...item };
}

function isDefinition({ content }: ReadDocument): boolean {
  const group = textAt(content, "apiVersion")?.split("/")[0];
  return textAt(content, "kind") === "CustomResourceDefinition" && group === "apiextensions.k8s.io";
}

/** Directories hold patches of definitions, too, for kustomize: those say neither the group nor the versions. */
function isPatch({ content }: ReadDocument): boolean {
  return ["group", "versions"].every((field) => valueAt(content, "spec", field) === undefined);
}

function ofOtherVersion({ place, content }: ReadDocument): Problem {
  return {
    place,
    message: `has apiVersion ${textAt(content, "apiVersion") ?? ""}; only ${apiVersion} is understood`,
    help: otherVersion,
  };
}

const otherVersion = "`kubectl get crds -o yaml` prints any definition of a cluster in v1, which is served since Kubernetes 1.16";

const label = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";

/** As the API server wants them; nothing else may get into a file name or an identifier. */
const patterns = {
  group: new RegExp(`^(?=.{1,253}$)${label}(\\.${label})*$`),
  kind: /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/,
  plural: new RegExp(`^${label}$`),
  version: /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/,
} as const;

function readDefinition({ place, content }: ReadDocument): Definition | Problem {
  const spec = valueAt(content, "spec");
  const [group, kind, plural] = [textAt(spec, "group"), textAt(spec, "names", "kind"), textAt(spec, "names", "plural")];
  const wrong = (field: string): Problem => ({
    place,
    message: `is a CustomResourceDefinition whose spec.${field} is missing or wrong`,
  });
  if (group === undefined || !patterns.group.test(group)) return wrong("group");
  if (kind === undefined || !patterns.kind.test(kind)) return wrong("names.kind");
  if (plural === undefined || !patterns.plural.test(plural)) return wrong("names.plural");
  const versions = readVersions(valueAt(spec, "versions"));
  if (versions === undefined) return wrong("versions");
  return { place, name: `${plural}.${group}`, group, kind, plural, scope: textAt(spec, "scope") ?? "", versions };
}

function readVersions(value: unknown): readonly DefinedVersion[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const versions = value.map(readVersion);
  const known = versions.filter((version) => version !== undefined);
  const names = new Set(known.map(({ name }) => name));
  return names.size === value.length ? known : undefined;
}

function readVersion(value: unknown): DefinedVersion | undefined {
  const name = textAt(value, "name");
  if (name === undefined || !patterns.version.test(name)) return undefined;
  return {
    name,
    isServed: valueAt(value, "served") !== false,
    isDeprecated: valueAt(value, "deprecated") === true,
    schema: valueAt(value, "schema", "openAPIV3Schema"),
  };
}
