/** A worker that leases a control plane from the pool at the path it is given, says so, and waits to be killed. */
import { leaseControlPlane } from "./leased-control-plane.ts";

const [, , path = ""] = process.argv;
await leaseControlPlane(path, { controllerManager: false });
process.send?.("leased");
