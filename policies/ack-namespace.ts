import { type KubernetesObject, deletionPolicy, sorted, terminating } from "holdfast";
import { isPreventDelete } from "./ack-marks.ts";

/** Every `prevent-delete` mark of the Namespace, generic or of a service, that is not unmarked by `"false"`. */
function marks({ metadata: { annotations } }: KubernetesObject): readonly string[] {
  return Object.keys(annotations ?? {}).filter((key) => isPreventDelete(key) && annotations?.[key] !== "false");
}

/**
 * Denies deleting a Namespace that carries a `prevent-delete` mark itself, since deleting it deletes what it holds.
 *
 * A Namespace without a mark can be deleted, whatever it holds: its unprotected content then goes, and objects that
 * are marked themselves stay behind in a terminating Namespace.
 */
export default deletionPolicy({
  name: "ack-namespace",
  match: [{ group: "", resource: "namespaces" }],
  overrides: [terminating()],
  guards: { release: "clear-mark" },
  rules: {
    markedNamespace: {
      denyWhen: ({ oldObject }) => marks(oldObject).length > 0,
      message: ({ oldObject }) => {
        const { name } = oldObject.metadata;
        const unmarked = sorted(marks(oldObject))
          .map((key) => `${key}=false`)
          .join(" ");
        const reason = `is marked with prevent-delete, and deleting it deletes what it holds`;
        return `Namespace ${name} ${reason}. To delete it anyway, first run: kubectl annotate namespaces/${name} ${unmarked} --overwrite`;
      },
    },
  },
});
