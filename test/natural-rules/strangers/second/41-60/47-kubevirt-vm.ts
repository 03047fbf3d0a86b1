import { type KubernetesObject, deletionPolicy } from "holdfast";

interface VirtualMachine extends KubernetesObject {
  spec: {
    runStrategy?: string;
    running?: boolean;
    dataVolumeTemplates?: { metadata: { name: string }; spec: { storage?: { resources?: { requests?: { storage?: string } } } } }[];
    template: {
      spec: {
        domain: { cpu?: { cores?: number; sockets?: number }; memory?: { guest?: string } };
      };
    };
  };
  status?: { printableStatus?: string; ready?: boolean };
}

export default deletionPolicy<VirtualMachine>({
  name: "kubevirt-vms",
  match: [{ group: "kubevirt.io", resource: "virtualmachines" }],
  rules: {
    running: {
      denyWhen: ({ oldObject }) => {
        const status = oldObject.status?.printableStatus ?? "";
        return ["Running", "Migrating", "Paused", "Starting"].indexOf(status) !== -1;
      },
      message: ({ oldObject }) => {
        const { cpu, memory } = oldObject.spec.template.spec.domain;
        const vcpus = (cpu?.cores ?? 1) * (cpu?.sockets ?? 1);
        const disks = oldObject.spec.dataVolumeTemplates?.map(
          (d) => d.metadata.name + " (" + (d.spec.storage?.resources?.requests?.storage || "?") + ")",
        );
        return `VM ${oldObject.metadata.name} is ${oldObject.status!.printableStatus!.toLowerCase()} with ${vcpus} vCPU and ${memory?.guest ?? "default"} memory; its disks ${disks?.join(", ") ?? "-"} would go with it. virtctl stop ${oldObject.metadata.name} -n ${oldObject.metadata.namespace}`;
      },
    },
  },
});
