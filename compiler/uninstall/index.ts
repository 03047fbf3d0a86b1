export { openCluster } from "./cluster.ts";
export { installedObjects } from "./installed.ts";
export { preview, uninstall } from "./uninstall.ts";
