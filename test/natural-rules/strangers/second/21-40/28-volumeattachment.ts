import { deletionPolicy } from "holdfast";
import type { VolumeAttachment } from "holdfast/kinds";

export default deletionPolicy<VolumeAttachment>({
  name: "volume-attachments",
  match: [{ group: "storage.k8s.io", resource: "volumeattachments" }],
  rules: {
    attached: {
      denyWhen({ oldObject, request }) {
        const byController = request.userInfo.username === "system:serviceaccount:kube-system:attachdetach-controller";
        return !byController && oldObject.status?.attached === true && !oldObject.status.detachError;
      },
      message({ oldObject }) {
        const { attacher, nodeName, source } = oldObject.spec!;
        return `Volume ${source.persistentVolumeName ?? "(inline)"} is attached to ${nodeName} by ${attacher}. Deleting ${oldObject.metadata.name} by hand can corrupt the file system.`;
      },
    },
  },
});
