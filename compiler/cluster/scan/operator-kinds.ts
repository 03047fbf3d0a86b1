import { resourceName } from "../../api/resource.ts";

/** A custom resource whose delete takes data with it. */
export interface DataKind {
  readonly group: string;
  readonly resource: string;
  /** What it stands for, behind the name of an object. */
  readonly what: string;
}

const ofGroup = (group: string, resources: readonly string[], what: string): readonly DataKind[] =>
  resources.map((resource) => ({ group, resource, what }));

/** Databases, queues and stores that operators run; behind each row the repository that defines the kind, and where. */
const kinds: readonly DataKind[] = [
  // cloudnative-pg/cloudnative-pg: config/crd/bases
  ...ofGroup("postgresql.cnpg.io", ["clusters", "databases"], "PostgreSQL of CloudNativePG"),
  // zalando/postgres-operator: manifests/postgresql.crd.yaml
  ...ofGroup("acid.zalan.do", ["postgresqls"], "PostgreSQL of Zalando's operator"),
  // CrunchyData/postgres-operator: config/crd/bases
  ...ofGroup("postgres-operator.crunchydata.com", ["postgresclusters"], "PostgreSQL of Crunchy Data"),
  // percona/percona-postgresql-operator: config/crd/bases
  ...ofGroup("pgv2.percona.com", ["perconapgclusters"], "PostgreSQL of Percona"),
  // percona/percona-xtradb-cluster-operator: config/crd/bases
  ...ofGroup("pxc.percona.com", ["perconaxtradbclusters"], "MySQL (XtraDB) of Percona"),
  // percona/percona-server-mysql-operator: config/crd/bases
  ...ofGroup("ps.percona.com", ["perconaservermysqls"], "MySQL of Percona"),
  // percona/percona-server-mongodb-operator: config/crd/bases
  ...ofGroup("psmdb.percona.com", ["perconaservermongodbs"], "MongoDB of Percona"),
  // mysql/mysql-operator: deploy/deploy-crds.yaml
  ...ofGroup("mysql.oracle.com", ["innodbclusters"], "MySQL of Oracle's operator"),
  // mariadb-operator/mariadb-operator: config/crd/bases
  ...ofGroup("k8s.mariadb.com", ["mariadbs", "databases"], "MariaDB"),
  // mongodb/mongodb-kubernetes: config/crd/bases
  ...ofGroup("mongodb.com", ["mongodb", "mongodbmulticluster", "opsmanagers"], "MongoDB"),
  // mongodb/mongodb-kubernetes-operator: config/crd/bases
  ...ofGroup("mongodbcommunity.mongodb.com", ["mongodbcommunity"], "MongoDB Community"),
  // strimzi/strimzi-kafka-operator: install/cluster-operator
  ...ofGroup("kafka.strimzi.io", ["kafkas", "kafkanodepools", "kafkatopics"], "Kafka of Strimzi"),
  // rabbitmq/cluster-operator: config/crd/bases
  ...ofGroup("rabbitmq.com", ["rabbitmqclusters", "queues", "vhosts"], "RabbitMQ"),
  // OT-CONTAINER-KIT/redis-operator: config/crd/bases
  ...ofGroup("redis.redis.opstreelabs.in", ["redis", "redisclusters", "redisreplications"], "Redis of Opstree"),
  // spotahome/redis-operator: manifests
  ...ofGroup("databases.spotahome.com", ["redisfailovers"], "Redis of Spotahome"),
  // elastic/cloud-on-k8s: config/crds/v1/resources
  ...ofGroup("elasticsearch.k8s.elastic.co", ["elasticsearches"], "Elasticsearch of ECK"),
  // opensearch-project/opensearch-k8s-operator: charts/opensearch-operator/files
  ...ofGroup("opensearch.opster.io", ["opensearchclusters"], "OpenSearch"),
  ...ofGroup("opensearch.org", ["opensearchclusters"], "OpenSearch"),
  // planetscale/vitess-operator: deploy/crds
  ...ofGroup("planetscale.com", ["vitessclusters"], "Vitess"),
  // cockroachdb/cockroach-operator: config/crd/bases
  ...ofGroup("crdb.cockroachlabs.com", ["crdbclusters"], "CockroachDB"),
  // k8ssandra/k8ssandra-operator and k8ssandra/cass-operator: config/crd/bases
  ...ofGroup("k8ssandra.io", ["k8ssandraclusters"], "Cassandra of K8ssandra"),
  ...ofGroup("cassandra.datastax.com", ["cassandradatacenters"], "Cassandra of K8ssandra"),
  // Altinity/clickhouse-operator: deploy/operator
  ...ofGroup("clickhouse.altinity.com", ["clickhouseinstallations"], "ClickHouse of Altinity"),
  // minio/operator: resources/base/crds
  ...ofGroup("minio.min.io", ["tenants"], "MinIO"),
  // nats-io/nack: deploy/crds
  ...ofGroup("jetstream.nats.io", ["streams", "keyvalues", "objectstores"], "JetStream of NATS"),
];

const byName: ReadonlyMap<string, DataKind> = new Map(kinds.map((kind) => [resourceName(kind), kind]));

/** What an object of this kind holds, where operators keep data in it; undefined: that is not known of it. */
export function dataOf(kind: Pick<DataKind, "group" | "resource">): string | undefined {
  return byName.get(resourceName(kind))?.what;
}
