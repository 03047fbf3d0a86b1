// in: Contents; out: PlannedFile[] for the directories of a chart of Helm; next: manifest/output.ts
import { createHash } from "node:crypto";
import { readVersion } from "../../api/own-package.ts";
import { type HeaderParts, header, helmHeader, jsonHeader } from "../../manifest/header.ts";
import type { PlannedFile } from "../../manifest/output.ts";
import { renderFile } from "../../manifest/yaml.ts";
import type { Contents } from "../manifests/contents.ts";
import { definitionsFile, objectsByFile, rulesObjectFile } from "../objects-by-file.ts";
import { type OfMode, ofEachMode } from "./certificate-modes.ts";
import { helpers, notes, readme } from "./chart-texts.ts";
import { planTemplates } from "./templates.ts";
import { Slots } from "./template-text.ts";
import { chartDirectories } from "../settings.ts";
import { valuesOf } from "./values.ts";
import { valueComments } from "./value-comments.ts";
import { valuesSchema } from "./values-schema.ts";

/** A chart of Helm that installs what the kustomization installs: files by the directory that they go into. */
export interface Chart {
  readonly directory: readonly PlannedFile[];
  readonly templates: readonly PlannedFile[];
  /** What Helm passes on as it is, and evaluates nothing of: rules, and definitions of kinds. */
  readonly files: readonly PlannedFile[];
}

const passedOn: readonly string[] = [definitionsFile, rulesObjectFile];

export function planChart(contents: Contents, made: HeaderParts): Chart {
  const objects = objectsByFile(contents);
  const slots = new Slots(JSON.stringify(objects));
  const head = header(made);
  const isThere = (name: string): boolean => (objects[name] ?? []).length > 0;
  const files = passedOn.filter(isThere).map((name) => ({ name, text: render(head, objects[name] ?? []) }));
  const through = files.map(({ name }) => ({ name, text: `{{ .Files.Get "${chartDirectories.files}/${name}" }}\n` }));
  const modes = ofEachMode(contents, slots);
  const values = valuesOf(contents, {
    webhook: deploymentIn(modes, "webhook.yaml"),
    controller: deploymentIn(modes, "controller.yaml"),
  });
  const templates = [
    { name: "_helpers.tpl", text: helpers },
    { name: "NOTES.txt", text: notes(contents) },
    ...through.map(({ name, text }) => ({ name, text: `${helmHeader}\n${text}` })),
    ...planTemplates(contents, { slots, head, modes, passedOn }),
  ];
  const valuesText = renderFile(head, [{ object: values, above: [], within: valueComments(values) }]).replaceAll(
    /:\n +\[\]$/gm,
    ": []",
  );
  const own = [
    { name: "values.yaml", text: valuesText },
    { name: "values.schema.json", text: `${JSON.stringify({ ...jsonHeader(made), ...valuesSchema(values) }, undefined, 2)}\n` },
    { name: "README.md", text: readme(contents) },
  ];
  const hash = hashOf([...own, ...templates, ...files]);
  return { directory: [{ name: "Chart.yaml", text: render(head, [chartObject(hash)]) }, ...own], templates, files };
}

function deploymentIn(modes: readonly OfMode[], name: string): object | undefined {
  return modes
    .flatMap(({ files }) => files[name] ?? [])
    .find((object) => (object as { readonly kind: string }).kind === "Deployment");
}

const render = (head: readonly string[], objects: readonly object[]): string =>
  renderFile(
    head,
    objects.map((object) => ({ object, above: [], within: [] })),
  );

/** Other rules are another version, although nobody counts them: what follows the `+` has no order. */
function chartObject(hash: string): object {
  const version = readVersion();
  return {
    apiVersion: "v2",
    name: "holdfast",
    description:
      "Answers what ValidatingAdmissionPolicies cannot: the webhook and the controller of Holdfast, with compiled rules",
    type: "application",
    version: `${version}+${hash}`,
    appVersion: version,
    kubeVersion: ">=1.30.0-0",
  };
}

function hashOf(files: readonly PlannedFile[]): string {
  const hash = createHash("sha256");
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`);
  return hash.digest("hex").slice(0, 10);
}
