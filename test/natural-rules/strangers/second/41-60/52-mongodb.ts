import { type KubernetesObject, deletionPolicy } from "holdfast";

interface MongoDBCommunity extends KubernetesObject {
  spec: { members: number; type: string; version: string; users?: { name: string; db: string }[] };
  status?: { phase?: string; currentMongoDBMembers?: number; mongoUri?: string };
}

export default deletionPolicy<MongoDBCommunity>({
  name: "mongodb",
  match: [{ group: "mongodbcommunity.mongodb.com", resource: "mongodbcommunity" }],
  rules: {
    appUsers: {
      denyWhen: ({ oldObject }) => (oldObject.spec.users ?? []).filter((u) => u.db !== "admin").length >= 1,
      message: ({ oldObject }) => {
        const users = (oldObject.spec.users ?? []).filter((u) => u.db !== "admin").map((u) => `${u.name}@${u.db}`);
        const hosts = oldObject.status?.mongoUri?.replace(/^mongodb:\/\//, "").split("/")[0]?.split(",").length ?? oldObject.spec.members;
        return `MongoDB ${oldObject.metadata.name} v${oldObject.spec.version} with ${hosts} hosts still has application users: ${users.join(", ")}`;
      },
    },
  },
});
