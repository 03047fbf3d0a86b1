import type { Match } from "holdfast";

/** The claims of VSHN AppCat, for which it has webhooks: vshn/appcat:pkg/controller/webhooks. */
export const CLAIMS: readonly Match[] = [
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
