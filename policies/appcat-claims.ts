import type { Match } from "holdfast";

/**
 * The claims of VSHN AppCat whose deletes its webhooks judge by `deletionProtection`: vshn/appcat@75940f0c96ec:pkg/controller/webhooks.
 * Its webhook for CodeyInstances is asked about creations and updates only.
 */
export const CLAIMS: readonly Match[] = [
  { group: "appcat.vshn.io", version: "v1", resource: "objectbuckets" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnforgejoes" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshngarages" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnkeycloaks" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnmariadbs" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnminios" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnnextclouds" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnopenbaos" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnpostgresqls" },
  { group: "vshn.appcat.vshn.io", version: "v1", resource: "vshnredis" },
];
