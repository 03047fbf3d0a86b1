import type { PlannedFile } from "../../manifest/output.ts";
import { renderObject } from "../../manifest/yaml.ts";
import type { Contents } from "../manifests/contents.ts";
import type { Process } from "../manifests/pod.ts";
import { names } from "../settings.ts";
import { type OfMode, ifOwnIssuer, mode, modes as everyMode, ownIssuer } from "./certificate-modes.ts";
import { type Slots, literal } from "./template-text.ts";
import { accountWithSlots, podMonitor, withSlots } from "./workload-values.ts";

interface Planning {
  readonly slots: Slots;
  readonly head: readonly string[];
  readonly modes: readonly OfMode[];
  /** Files that need no template of their own. */
  readonly passedOn: readonly string[];
}

/** An object, and on what it stands: an action of Helm. */
interface Conditional {
  readonly object: object;
  readonly conditions: readonly string[];
}

/** The files of the kustomization as templates, under the same names, and what only a chart has. */
export function planTemplates(contents: Contents, { slots, head, modes, passedOn }: Planning): readonly PlannedFile[] {
  const fileNames = [...new Set(modes.flatMap(({ files }) => Object.keys(files)))].filter((name) => !passedOn.includes(name));
  const merged = fileNames.map((name) => ({ name, objects: mergeModes(name, modes, slots) }));
  const own: readonly NamedObjects[] = [
    { name: "issuer.yaml", objects: ownIssuer(contents).map((object) => ({ object, conditions: [ifOwnIssuer] })) },
    { name: "pod-monitor.yaml", objects: [{ object: podMonitor(contents, slots), conditions: [switches.PodMonitor] }] },
  ];
  const all = [...merged, ...own].filter(({ objects }) => objects.length > 0);
  return all.map(({ name, objects }) => {
    const documents = objects.map((one) => textOf(one, slots));
    return { name, text: `${literal(head.join("\n"))}\n${documents.join("")}` };
  });
}

interface NamedObjects {
  readonly name: string;
  readonly objects: readonly Conditional[];
}

/** What a value switches off. */
const switches = {
  Namespace: "if .Values.namespace.create",
  PodDisruptionBudget: "if .Values.podDisruptionBudget.enabled",
  NetworkPolicy: "if .Values.networkPolicy.enabled",
  PodMonitor: "if .Values.podMonitor.enabled",
} as const;

/** Each object once where all modes have the same; otherwise once for each that they have. */
function mergeModes(name: string, modes: readonly OfMode[], slots: Slots): readonly Conditional[] {
  const found = modes.flatMap(({ mode: one, files }) =>
    (files[name] ?? []).map((object) => ({ mode: one, object: slotted(object, slots), identity: identityOf(object) })),
  );
  const byObject = Map.groupBy(found, ({ identity }) => identity);
  return [...byObject.values()].flatMap((same) => {
    const byText = Map.groupBy(same, ({ object }) => JSON.stringify(object));
    return [...byText.values()].map((variants) => {
      const [{ object }] = variants as [(typeof variants)[number]];
      const inModes = variants.map((variant) => variant.mode);
      const ofModes =
        inModes.length === everyMode.length ? [] : [`if has ${mode} (list ${inModes.map((one) => `"${one}"`).join(" ")})`];
      return { object, conditions: [...ofModes, ...switchOf(object)] };
    });
  });
}

function identityOf(object: object): string {
  const { kind, metadata } = object as { readonly kind: string; readonly metadata: { readonly name: string } };
  return `${kind} ${metadata.name}`;
}

const switchOf = (object: object): readonly string[] => {
  const { kind } = object as { readonly kind: keyof typeof switches };
  return Object.hasOwn(switches, kind) ? [switches[kind]] : [];
};

function slotted(object: object, slots: Slots): object {
  const process = (["webhook", "controller"] as const).find((one) => identityOf(object).endsWith(` ${names[one]}`));
  return process === undefined ? object : ofProcess(object, process, slots);
}

function ofProcess(object: object, process: Process, slots: Slots): object {
  const { kind } = object as { readonly kind: string };
  if (kind === "Deployment") return withSlots(object, process, slots);
  if (kind === "ServiceAccount") return accountWithSlots(object, process, slots);
  if (kind !== "PodDisruptionBudget") return object;
  const { spec } = object as { readonly spec: object };
  return { ...object, spec: { ...spec, maxUnavailable: slots.value(".Values.podDisruptionBudget.maxUnavailable") } };
}

function textOf({ object, conditions }: Conditional, slots: Slots): string {
  const document = slots.template(`---\n${renderObject({ object, above: [], within: [] })}`);
  const [begins, ends] = [conditions.map((one) => `{{- ${one} }}\n`), conditions.map(() => "{{- end }}\n")];
  return [...begins, document, ...ends].join("");
}
