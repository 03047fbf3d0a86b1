import type { GroupResource } from "../../compiler/api/resource.ts";
import type { CriticalService } from "./critical-service.ts";
import { boundedText } from "../escape-text.ts";

/** `deployments.apps shop/web` */
export function providerText({ provider }: CriticalService): string {
  return shown(`${plainText(provider)} ${provider.namespace}/${provider.name}`);
}

/** `deployments.apps`, as kubectl takes it; of anybody's. */
export function plainText({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** Names of anybody's, in an answer. */
export function shown(text: string): string {
  return boundedText(text, 253);
}
