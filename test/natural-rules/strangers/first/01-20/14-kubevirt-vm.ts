import { deletionPolicy, type KubernetesObject } from "holdfast";

type RunStrategy = "Always" | "Halted" | "Manual" | "RerunOnFailure" | "Once";

interface VirtualMachine extends KubernetesObject {
  spec?: { running?: boolean; runStrategy?: RunStrategy; dataVolumeTemplates?: { metadata: { name: string } }[] };
  status?: { printableStatus?: string; ready?: boolean };
}

const STOPPED: ReadonlySet<string> = new Set(["Stopped", "Paused", "ErrorUnschedulable"]);

export default deletionPolicy<VirtualMachine>({
  name: "virtual-machines",
  match: [{ group: "kubevirt.io", version: "v1", resource: "virtualmachines" }],
  rules: {
    running: {
      denyWhen: ({ oldObject }) => !STOPPED.has(oldObject.status?.printableStatus ?? "Stopped"),
      message: ({ oldObject }) => `VM ${oldObject.metadata.name} is ${oldObject.status?.printableStatus?.toLowerCase()}; stop it first (virtctl stop ${oldObject.metadata.name} -n ${oldObject.metadata.namespace})`,
    },
    disks: {
      denyWhen: ({ oldObject, request }) => {
        const disks = oldObject.spec?.dataVolumeTemplates ?? [];
        const admin = request.userInfo.groups?.includes("virt-admins") ?? false;
        return disks.length > 0 && !admin;
      },
      message: ({ oldObject }) => `VM owns disks ${oldObject.spec?.dataVolumeTemplates?.map((d) => d.metadata.name).join(", ")}`,
    },
  },
});
