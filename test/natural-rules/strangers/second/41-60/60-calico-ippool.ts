import { type KubernetesObject, deletionPolicy } from "holdfast";

interface IPPool extends KubernetesObject {
  spec: {
    cidr: string;
    blockSize?: number;
    disabled?: boolean;
    natOutgoing?: boolean;
    nodeSelector?: string;
  };
}

interface Range {
  start: number;
  end: number;
}

const toInt = (ip: string): number => ip.split(".").reduce((acc, octet) => ((acc << 8) | parseInt(octet, 10)) >>> 0, 0);

function range(cidr: string): Range {
  const [ip = "0.0.0.0", bits = "32"] = cidr.split("/");
  const mask = bits === "0" ? 0 : (~0 << (32 - Number(bits))) >>> 0;
  const start = (toInt(ip) & mask) >>> 0;
  return { start, end: (start | ~mask) >>> 0 };
}

const overlaps = (a: Range, b: Range) => a.start <= b.end && b.start <= a.end;

// announced to the datacenter by BGP, other teams have firewall rules for them
const ANNOUNCED: ReadonlyArray<readonly [name: string, cidr: string]> = [
  ["dc-east", "10.64.0.0/12"],
  ["dc-west", "10.96.0.0/13"],
  ["legacy", "192.168.128.0/17"],
];

const announcedAs = (cidr: string): string[] =>
  cidr.includes(":") ? [] : ANNOUNCED.filter(([, c]) => overlaps(range(c), range(cidr))).map(([name, c]) => `${name} (${c})`);

export default deletionPolicy<IPPool>({
  name: "calico-ippools",
  match: [{ group: "crd.projectcalico.org", resource: "ippools" }],
  rules: {
    announced: {
      denyWhen: ({ oldObject }) => announcedAs(oldObject.spec.cidr).length > 0,
      message: ({ oldObject }) => {
        const { start, end } = range(oldObject.spec.cidr);
        return `IPPool ${oldObject.metadata.name} ${oldObject.spec.cidr} (${end - start + 1} addresses, blocks of /${oldObject.spec.blockSize ?? 26}) is announced in ${announcedAs(oldObject.spec.cidr).join(" and ")}`;
      },
    },
    enabled: {
      denyWhen: ({ oldObject }) => !oldObject.spec.disabled,
      message: ({ oldObject }) =>
        `IPPool ${oldObject.metadata.name} is enabled for the nodes ${oldObject.spec.nodeSelector ?? "all()"}; set disabled: true and move the pods first`,
    },
  },
});
