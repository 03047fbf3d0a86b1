import { deletionPolicy } from "holdfast";
import type { RuntimeClass } from "holdfast/kinds";

const sandboxed = new Set(["runsc", "kata", "kata-qemu", "kata-clh"]);

export default deletionPolicy<RuntimeClass>({
  name: "sandbox-runtimes",
  match: [{ group: "node.k8s.io", resource: "runtimeclasses" }],
  rules: {
    sandbox: {
      denyWhen: ({ oldObject }) => sandboxed.has(oldObject.handler),
      message: ({ oldObject }) =>
        `RuntimeClass ${oldObject.metadata.name} (handler "${oldObject.handler}") is needed by untrusted tenants; allowed to delete are only handlers other than ${[...sandboxed].join(", ")}`,
    },
  },
});
