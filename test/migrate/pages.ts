import { fencesOf } from "../documents/fences.ts";

export const guides = ["kyverno", "gatekeeper", "hand-written"] as const;

export type Guide = (typeof guides)[number];

export const pathOf = (guide: Guide): string => `docs/migrate/${guide}.md`;

/** The policies and modules that a guide shows, by the name in the first line of each. */
export function filesOf(guide: Guide): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fencesOf(pathOf(guide)).flatMap(({ language, text }) => {
      const [, name] = /^\/\/ (policies\/\S+)$/m.exec(text) ?? [];
      return language === "ts" && name !== undefined ? [[name, text]] : [];
    }),
  );
}

/** A policy and a binding as people have published them, by the name of the policy. */
export function originalsOf(guide: Guide): ReadonlyMap<string, string> {
  const texts = fencesOf(pathOf(guide)).filter(({ text }) => text.startsWith("apiVersion: admissionregistration.k8s.io/v1"));
  return new Map(texts.map(({ text }) => [/^ {2}name: (\S+)$/m.exec(text)?.[1] ?? "", text]));
}
