import { resourceName } from "../../api/resource.ts";
import { type ClusterObject, isCustom } from "../../cluster/deletion/cluster-object.ts";
import { quoteArguments } from "../output/terminal.ts";

/** What protects objects of one kind. */
export interface Advice {
  readonly object: ClusterObject;
  /** How many of this kind are not protected. */
  readonly count: number;
  /** Where the policy is that is to be copied. */
  readonly policy: string;
  /** What marks the first of them. */
  readonly command: string;
}

/** Once for each kind, in the order of the objects. */
export function adviceFor(unprotected: readonly ClusterObject[]): readonly Advice[] {
  return [...Map.groupBy(unprotected, ({ of }) => resourceName(of)).values()].flatMap((own) => {
    const [object] = own;
    return object === undefined ? [] : [{ object, count: own.length, ...recipe(object) }];
  });
}

function recipe(object: ClusterObject): Pick<Advice, "policy" | "command"> {
  const { of, name, namespace } = object;
  const target = [resourceName(of), name, ...(namespace === undefined ? [] : ["-n", namespace])];
  const kubectl = (...words: readonly string[]): string => ["kubectl", ...quoteArguments(words)].join(" ");
  if (of.group.endsWith(".services.k8s.aws"))
    return {
      policy: "policies/ack-prevent-delete.ts",
      command: kubectl("annotate", ...target, "services.k8s.aws/prevent-delete=true"),
    };
  return {
    policy: `docs/operate/scan.md#${isCustom(of) ? "custom-resources" : "built-in-kinds"}`,
    command: kubectl("label", ...target, "example.com/keep=yes"),
  };
}
