import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Postgresql extends KubernetesObject {
  spec: {
    teamId: string;
    numberOfInstances: number;
    volume: { size: string };
    postgresql: { version: string };
    databases?: Record<string, string>;
    clone?: { cluster: string };
  };
  status?: { PostgresClusterStatus?: string };
}

export default deletionPolicy<Postgresql>({
  name: "zalando-postgres",
  match: [{ group: "acid.zalan.do", resource: "postgresqls" }],
  rules: {
    // same idea as delete_annotation_name_key of the operator
    mustRepeatName: {
      denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["delete-clustername"] !== oldObject.metadata.name,
      message: ({ oldObject }) =>
        `Postgres cluster ${oldObject.metadata.name} (team ${oldObject.spec.teamId}, v${oldObject.spec.postgresql.version}, ${oldObject.spec.numberOfInstances} x ${oldObject.spec.volume.size}) has the databases ${Object.keys(oldObject.spec.databases ?? {}).sort().join(", ") || "(none)"}: annotate delete-clustername=${oldObject.metadata.name}`,
    },
  },
});
