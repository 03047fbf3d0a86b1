import { type MarkChange, isKey } from "../../api/unprotection.ts";

/** A command that a denial names: `kubectl annotate configmaps/settings -n shop holdfast.dev/release=<uid>`. */
export interface NamedOpening {
  /** `configmaps`, `buckets.s3.services.k8s.aws` */
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly changes: readonly MarkChange[];
}

/**
 * What is no plain word is not taken: `$(date ...)`, `<their user name>`. Messages hold names and values from the cluster,
 * so that nothing of what is found here is done before a policy was asked whether it opens anything.
 */
const command =
  /\bkubectl (annotate|label) ([a-z0-9.-]+)\/([a-z0-9.:-]+)(?: -n ([a-z0-9-]+))?((?: (?:[A-Za-z0-9][\w./-]*=[\w./:@-]*|[A-Za-z0-9][\w./-]*-|--overwrite))+)(?=[\s,;)]|$)/g;

export function openingsIn(message: string): readonly NamedOpening[] {
  const named = [...message.matchAll(command)].map(([, verb = "", kind = "", name = "", namespace, words = ""]) => ({
    kind,
    name,
    namespace,
    changes: words
      .trim()
      .split(" ")
      .filter((word) => word !== "--overwrite")
      .map((word) => changeOf(word, verb === "label" ? "labels" : "annotations")),
  }));
  return named.filter(({ changes }) => changes.length > 0 && changes.every(({ key }) => isKey(key)));
}

function changeOf(word: string, field: MarkChange["field"]): MarkChange {
  const at = word.indexOf("=");
  return at < 0
    ? { field, key: word.slice(0, -1), value: undefined }
    : { field, key: word.slice(0, at), value: word.slice(at + 1) };
}
