import type { RequiredWebhook } from "../../compiler/api/asked-hash.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { type MarkChange, isKey } from "../../compiler/api/unprotection.ts";
import { HelpfulError } from "../../compiler/api/helpful-error.ts";

const resourcePattern = /^(\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$/;
const groupPattern = /^(\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)$/;

/** The words of a list; none of an empty one. */
export function wordsOf(text: string): readonly string[] {
  return text.split(",").filter((word) => word !== "");
}

/** `deployments.apps,namespaces`; `*` for every group or resource. */
export function resourcesOf(text: string, name: string): readonly GroupResource[] {
  return wordsOf(text).map((word) => resourceOf(word, name));
}

/** `claims.example.com=xclaims.example.com` */
export function pairsOf(text: string, name: string): readonly (readonly [GroupResource, GroupResource])[] {
  return wordsOf(text).map((word) => {
    const [one = "", other = "", ...more] = word.split("=");
    if (more.length === 0) return [resourceOf(one, name), resourceOf(other, name)];
    throw new HelpfulError(`--${name} has ${word}, which is no pair`, "write them as claims.example.com=xclaims.example.com");
  });
}

/** `in-use.usages.holdfast.dev=0123456789abcdef=deployments.apps+secrets` */
export function webhooksOf(text: string, name: string): readonly RequiredWebhook[] {
  return wordsOf(text).map((word) => {
    const [webhook = "", hash = "", kinds = "", ...more] = word.split("=");
    const isWhole = more.length === 0 && webhook !== "" && /^[0-9a-f]{16}$/.test(hash) && kinds !== "";
    if (isWhole) return { name: webhook, hash, keeps: kinds.split("+").map((kind) => resourceOf(kind, name)) };
    const help = "write them as holdfast compile does";
    throw new HelpfulError(`--${name} has ${word}, which is no webhook with its hash and its kinds`, help);
  });
}

/** `labels/example.com/keep=true`; without `=`, what is absent. */
export function marksOf(text: string, name: string): readonly MarkChange[] {
  return wordsOf(text).map((word) => {
    const [, field, key = "", value] = /^(labels|annotations)\/([^=]*)(?:=(.*))?$/.exec(word) ?? [];
    if ((field === "labels" || field === "annotations") && isKey(key)) return { field, key, value };
    throw new HelpfulError(`--${name} has ${word}, which is no mark`, "write them as labels/example.com/keep=true");
  });
}

function resourceOf(word: string, name: string): GroupResource {
  const dot = word.indexOf(".");
  const [resource, group] = dot === -1 ? [word, ""] : [word.slice(0, dot), word.slice(dot + 1)];
  if (resourcePattern.test(resource) && (dot === -1 || groupPattern.test(group))) return { group, resource };
  throw new HelpfulError(`--${name} has ${word}, which is no resource`, "write them as deployments.apps, with commas between");
}
