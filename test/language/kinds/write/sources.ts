import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { kubernetesVersions, moduleDirectory, readGitVersion } from "../../../control-plane/kubernetes-versions.ts";
import type { Schemas } from "../openapi.ts";

/** What one version of Kubernetes says of its API: the OpenAPI documents that its API server serves. */
export interface Release {
  /** `1.33` */
  readonly version: string;
  readonly documents: readonly Document[];
}

/** Of one group and version: what is served at `/openapi/v3/apis/<group>/<version>`. */
export interface Document {
  readonly group: string;
  readonly version: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly schemas: Schemas;
}

export interface Operation {
  readonly "x-kubernetes-action"?: string;
  readonly "x-kubernetes-group-version-kind"?: { readonly kind: string };
}

/** What the Go types say of a field: `go-types/main.go`. */
export interface GoField {
  readonly null: boolean;
  readonly entryNull: boolean;
  readonly always: boolean;
  readonly values?: readonly string[];
}

/** By the full name of the type (`k8s.io/api/core/v1.PodSpec`) and the field. */
export type GoTypes = Readonly<Record<string, Readonly<Record<string, GoField>>>>;

/** Fields come with minor versions, so that the first release of one has all that it will ever have. */
const between = ["1.31", "1.32", "1.33", "1.34", "1.35", "1.36"];

/** The oldest first. */
export function readReleases(): readonly Release[] {
  const [newest, oldest] = kubernetesVersions;
  const tags = between.map((version) => [version, `v${version}.0`] as const);
  const ends = [oldest, newest].map((version) => [version, readGitVersion(version)] as const);
  const [first, last] = ends;
  return [first, ...tags, last].flatMap((one) =>
    one === undefined ? [] : [{ version: one[0], documents: documentsOf(one[1]) }],
  );
}

/** The checked-in copy of what the API server serves, which Kubernetes' own tests compare with it. */
function documentsOf(tag: string): readonly Document[] {
  const folder = join(sourceOf(`k8s.io/kubernetes@${tag}`), "api/openapi-spec/v3");
  return readdirSync(folder).flatMap((name) => {
    const [, core, group = "", groupVersion] = /^(?:api__(v\w+)|apis__([^_]+)__(v\w+))_openapi\.json$/.exec(name) ?? [];
    const version = core ?? groupVersion;
    if (version === undefined) return [];
    const { paths, components } = JSON.parse(readFileSync(join(folder, name), "utf8")) as {
      readonly paths: Document["paths"];
      readonly components: { readonly schemas: Schemas };
    };
    return [{ group, version, paths, schemas: components.schemas }];
  });
}

/** Of the oldest and of the newest version. */
export function readGoTypes(): readonly GoTypes[] {
  return kubernetesVersions.map((version) => {
    const packages = packagesOf(moduleDirectory(version));
    const program = join(import.meta.dirname, "go-types/main.go");
    return JSON.parse(execFileSync("go", ["run", program, ...packages], { encoding: "utf8", maxBuffer: 2 ** 26 })) as GoTypes;
  });
}

/** Pairs of import path and directory. */
function packagesOf(directory: string): readonly string[] {
  const patterns = ["k8s.io/api/...", "k8s.io/apimachinery/pkg/apis/meta/v1", "k8s.io/apimachinery/pkg/runtime", ...registries];
  const format = "{{if not .Standard}}{{.ImportPath}} {{.Dir}}{{end}}";
  const list = execFileSync("go", ["list", "-e", "-mod=readonly", "-f", format, ...patterns], {
    cwd: directory,
    encoding: "utf8",
  });
  return list
    .trim()
    .split("\n")
    .flatMap((line) => line.split(" "));
}

const registries = [
  "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
  "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1",
];

function sourceOf(module: string): string {
  const said = execFileSync("go", ["mod", "download", "-json", module], { cwd: moduleDirectory("1.37"), encoding: "utf8" });
  return (JSON.parse(said) as { readonly Dir: string }).Dir;
}
