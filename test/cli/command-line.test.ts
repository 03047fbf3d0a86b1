import { describe, expect, it } from "vitest";
import { parseCommandLine } from "../../compiler/cli/arguments/command-line.ts";
import { HelpfulError } from "../../compiler/api/helpful-error.ts";

const files = (...paths: readonly string[]) => ({ kind: "files", paths });
const types = { kind: "types", source: files("crds"), out: "types", mode: "write", isQuiet: false };

/** Text on standard output, and nothing besides. */
const printed = { format: "text", formatFiles: [], isQuiet: false };

const files36 = { directory: "x", path: "/etc/kubernetes/holdfast", contents: "everything" };
const compile = {
  kind: "compile",
  paths: ["policies"],
  out: "generated",
  mode: "write",
  show: [],
  verbose: false,
  watch: false,
  fix: false,
  cache: true,
  kube: 30,
  ...printed,
};

const plan = {
  kind: "plan",
  files: [],
  qps: undefined,
  targets: [{ kind: "namespace", name: "shop" }],
  namespace: "default",
  allNamespaces: false,
  labels: undefined,
  propagationPolicy: "Background",
  user: undefined,
  groups: [],
  objects: [],
  generated: [],
  kubeconfig: undefined,
  context: undefined,
  ...printed,
};
const verify = {
  kind: "verify",
  paths: ["generated"],
  kubeconfig: undefined,
  context: undefined,
  endpoints: [],
  waitSeconds: 0,
  ...printed,
};

describe("understood", () => {
  it.each([
    ["compile", compile],
    ["compile a.ts b", { ...compile, paths: ["a.ts", "b"] }],
    ["compile --out x", { ...compile, out: "x" }],
    ["compile --out=x", { ...compile, out: "x" }],
    ["--out x compile a", { ...compile, out: "x", paths: ["a"] }],
    ["compile --check --show ack --show own --verbose", { ...compile, mode: "check", show: ["ack", "own"], verbose: true }],
    ["compile --fix", { ...compile, fix: true }],
    ["compile --no-cache", { ...compile, cache: false }],
    ["compile --kube 1.34", { ...compile, kube: 34 }],
    ["compile --kube=v1.36", { ...compile, kube: 36 }],
    ["compile --check policy", { ...compile, mode: "check", paths: ["policy"] }],
    ["compile --check 2026.10 --out 007", { ...compile, mode: "check", paths: ["2026.10"], out: "007" }],
    ["compile --check false", { ...compile, mode: "check", paths: ["false"] }],
    ["compile --kube 1.36 --static x", { ...compile, kube: 36, out: undefined, static: files36 }],
    ["compile --kube 1.37 --static x --out y", { ...compile, kube: 37, out: "y", static: files36 }],
    [
      "compile --kube 1.36 --static x --protection-only --static-path /srv//holdfast/",
      { ...compile, kube: 36, out: undefined, static: { directory: "x", path: "/srv/holdfast", contents: "protection" } },
    ],
    ["compile -- --odd.ts", { ...compile, paths: ["--odd.ts"] }],
    ["types crds", types],
    ["types - a.yaml --out x", { ...types, source: files("-", "a.yaml"), out: "x" }],
    ["types --check crds", { ...types, mode: "check" }],
    ["types --cluster", { ...types, source: { kind: "cluster", context: undefined, names: [] } }],
    [
      "types --cluster --context a b.example.com",
      { ...types, source: { kind: "cluster", context: "a", names: ["b.example.com"] } },
    ],
    ["plan delete namespace/shop", plan],
    [
      "plan delete deploy/web sts/db -n shop --cascade foreground --as alice --groups a,b --groups c --format json",
      {
        ...plan,
        targets: [
          { kind: "deploy", name: "web" },
          { kind: "sts", name: "db" },
        ],
        namespace: "shop",
        propagationPolicy: "Foreground",
        user: "alice",
        groups: ["a", "b", "c"],
        format: "json",
      },
    ],
    [
      "plan delete pods -A -l app=web,tier=db --objects a --objects b --generated c",
      {
        ...plan,
        targets: [{ kind: "pods", name: undefined }],
        allNamespaces: true,
        labels: { app: "web", tier: "db" },
        objects: ["a", "b"],
        generated: ["c"],
      },
    ],
    ["verify", verify],
    ["verify deploy a.yaml --wait 30 --format json", { ...verify, paths: ["deploy", "a.yaml"], waitSeconds: 30, format: "json" }],
    ["verify --context a --kubeconfig b", { ...verify, context: "a", kubeconfig: "b" }],
    ["verify --endpoint https://a --endpoint https://b:6443", { ...verify, endpoints: ["https://a", "https://b:6443"] }],
    ["--help", { kind: "help" }],
    ["help", { kind: "help" }],
    ["compile -h", { kind: "help", of: "compile" }],
    ["-h compile", { kind: "help", of: "compile" }],
    ["compile --unknown --help", { kind: "help", of: "compile" }],
    ["help compile", { kind: "help", of: "compile" }],
    ["help plan delete", { kind: "help", of: "plan" }],
    ["help help", { kind: "help", of: "help" }],
    ["completion bash", { kind: "completion", shell: "bash" }],
    ["--version", { kind: "version" }],
    ["-v", { kind: "version" }],
  ])("holdfast %s", (line, expected) => {
    expect(parseCommandLine(line.split(" "))).toEqual(expected);
  });
});

describe("denied, with what is wrong and what to write", () => {
  it.each([
    ["", "no command given", "holdfast compile"],
    ["compil", "there is no command `compil`; did you mean `compile`?", "--help"],
    ["deploy", "there is no command `deploy`", "`holdfast --help`"],
    ["--chekc", "there is no flag `--chekc`; did you mean `--check`?", "`holdfast --help`"],
    ["help compil", "there is no command `compil`; did you mean `compile`?", "`holdfast --help`"],
    ["compil --help", "there is no command `compil`; did you mean `compile`?", "`holdfast --help`"],
    ["completion", "`holdfast completion` needs the name of a shell", "bash, zsh, fish"],
    ["compile --chekc", "there is no flag `--chekc`; did you mean `--check`?", "`holdfast compile --help`"],
    ["compile --watch --check", "`--watch` writes what is compiled, again and again", "leave `--check`"],
    ["test --watch --server kind", "`--watch` runs tests again and again", "leave `--server` out"],
    ["compile --wordy", "there is no flag `--wordy`", "`holdfast compile --help`"],
    ["compile --show", "`--show` needs a policy: its name, or its file", "--show keep-labelled"],
    ["compile -x", "there is no flag `-x`", "`holdfast compile --help`"],
    ["compile -out x", "there is no flag `-o`", "`holdfast compile --help`"],
    ["compile --no-check", "there is no flag `--no-check`", "--help"],
    ["compile --constructor", "there is no flag `--constructor`", "--help"],
    ["compile --__proto__=x", "there is no flag `--__proto__`", "--help"],
    ["compile --check=no", "`--check` takes no value", "write `--check` alone"],
    ["compile --out", "`--out` needs a directory", "--out generated"],
    ["compile --out=", "`--out` needs a directory", "--out generated"],
    ["compile --kube", "`--kube` needs a Kubernetes version", "--kube 1.34"],
    ["compile --kube 1.29", "`1.29` is not a Kubernetes version that Holdfast compiles for", "a version from 1.30 to 1.37"],
    ["compile --kube 1.99", "`1.99` is not a Kubernetes version that Holdfast compiles for", "a version from 1.30 to 1.37"],
    ["compile --kube 1.34.2", "`1.34.2` is not a Kubernetes version that Holdfast compiles for", "without the patch version"],
    ["compile --kube 1.31 --kube 1.32", "`--kube` is given 2 times", "oldest version"],
    [
      "compile --static x",
      "`--static` needs Kubernetes 1.36 or newer, and these policies are for 1.30 and newer",
      "nothing would be protected. Once all of yours are new enough, add `--kube 1.36`",
    ],
    [
      "compile --static x --kube 1.35",
      "`--static` needs Kubernetes 1.36 or newer, and these policies are for 1.35 and newer",
      "1.36",
    ],
    ["compile --static --kube 1.36", "`--static` needs a directory", "--static control-plane --kube 1.36"],
    ["compile --static a --static b --kube 1.36", "`--static` is given 2 times", "give it once"],
    ["compile --protection-only", "`--protection-only` belongs to `--static`", "--static control-plane"],
    ["compile --static-path /srv", "`--static-path` belongs to `--static`", "--static control-plane"],
    [
      "compile --static x --kube 1.36 --static-path srv",
      "`--static-path srv` is not a directory that API servers can be told of",
      "give its absolute path",
    ],
    [
      "compile --static x --kube 1.36 --static-path /",
      "`--static-path /` is not a directory that API servers can be told of",
      "give its absolute path",
    ],
    ["types crds --static x", "`holdfast types` has no flag `--static`", "`holdfast types --help`"],
    ["compile --out --check", "`--out` needs a directory", "--out generated"],
    ["compile --out a --out b", "`--out` is given 2 times", "give it once"],
    ["typs crds", "there is no command `typs`; did you mean `types`?", "--help"],
    [
      "types",
      "no definitions named",
      "a YAML file or directory with CustomResourceDefinitions, `-` for standard input, or --cluster",
    ],
    ["types crds --show", "`holdfast types` has no flag `--show`", "--help"],
    ["compile --cluster", "`holdfast compile` has no flag `--cluster`", "--help"],
    ["types crds --clustr", "there is no flag `--clustr`; did you mean `--cluster`?", "--help"],
    ["types crds --context a", "`--context` is for `--cluster`", "holdfast types --cluster --context"],
    ["types --cluster --context", "`--context` needs the name of a context of the kubeconfig", "--context staging"],
    ["types --cluster --context a --context b", "`--context` is given 2 times", "give it once"],
    ["types --cluster crds/", "`crds/` is not the name of a CustomResourceDefinition", "buckets.s3.services.k8s.aws"],
    ["types --cluster -- --raw=/x.y", "`--raw=/x.y` is not the name of a CustomResourceDefinition", "or none for all"],
    ["compile --out a --out a", "`--out` is given 2 times", "give it once"],
    ["plan", "`holdfast plan` needs `delete`, or `--from` and `--to`", "plan delete deployment/web"],
    ["plan delete", "nothing is named that is to be deleted", "plan delete deployment/web"],
    ["plan delete a/b --qps 0", "`--qps 0` is no number above 0", "--qps 20"],
    ["plan delete a/b -n x -n y", "`--namespace` is given 2 times", "a plan of their own"],
    ["verify --wait soon", "`--wait soon` is no number of seconds", "--wait 30"],
    ["verify --wait 3601", "`--wait 3601` is no number of seconds", "up to 3600"],
    ["verify --wait 1 --wait 2", "`--wait` is given 2 times", "for all policies together"],
    ["verify --endpoint 10.0.0.1", "`--endpoint 10.0.0.1` is no URL of an API server", "https://10.0.0.1:6443"],
    ["verify --endpoint http://10.0.0.1", "`--endpoint http://10.0.0.1` is no URL of an API server", "https://10.0.0.1:6443"],
    ["verify --server a", "`holdfast verify` has no flag `--server`", "--help"],
  ])("holdfast %s", (line, message, help) => {
    const words = line === "" ? [] : line.split(" ");
    expect(() => parseCommandLine(words)).toThrow(HelpfulError);
    expect(() => parseCommandLine(words)).toThrow(expect.objectContaining({ message, help: expect.stringContaining(help) }));
  });

  it("an empty path", () => {
    expect(() => parseCommandLine(["compile", ""])).toThrow("a path is empty");
    expect(() => parseCommandLine(["types", ""])).toThrow("a path is empty");
    expect(() => parseCommandLine(["verify", ""])).toThrow("a path is empty");
  });
});
