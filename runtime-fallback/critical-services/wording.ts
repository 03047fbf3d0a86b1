import { resourceName } from "../../compiler/api/resource.ts";
import type { CriticalService } from "./critical-service.ts";
import { boundedText } from "../escape-text.ts";

/** `deployments.apps shop/web` */
export function providerText({ provider }: CriticalService): string {
  return shown(`${resourceName(provider)} ${provider.namespace}/${provider.name}`);
}

/** Names of anybody's, in an answer. */
export function shown(text: string): string {
  return boundedText(text, 253);
}
