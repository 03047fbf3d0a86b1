import { deletionPolicy } from "holdfast";
import type { ConfigMap } from "holdfast/kinds";

// "a=1,b=2" -> { a: "1", b: "2" }
const parse = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(",")
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => {
        const [k = "", v = ""] = pair.split("=");
        return [k.trim(), v.trim()];
      }),
  );

export default deletionPolicy<ConfigMap>({
  name: "feature-flags",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    flags: {
      denyWhen: ({ oldObject }) => {
        if (oldObject.metadata.labels?.["acme.io/kind"] !== "feature-flags") return false;
        const flags = parse(oldObject.data?.["flags"] ?? "");
        return Object.values(flags).some((v) => v === "on" || v === "100");
      },
      message: ({ oldObject }) => {
        const flags = parse(oldObject.data?.flags ?? "");
        const on = Object.keys(flags).filter((k) => flags[k] === "on" || flags[k] === "100");
        return `${on.length} flags are on: ${on.join(", ")}`;
      },
    },
  },
});
