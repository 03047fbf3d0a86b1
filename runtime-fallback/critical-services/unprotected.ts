import { type GroupResource, resourceName } from "../../compiler/api/resource.ts";
import type { Provider } from "./critical-service.ts";
import { shown } from "./wording.ts";

/** What the API server asks the webhook about, as the declaration has it. */
export interface DeclaredProtection {
  /** Of which the webhook is asked; of anything else it would not be. */
  readonly providers: readonly GroupResource[];
  /** Where Holdfast runs, about which it is not asked either. */
  readonly namespace: string;
}

/** Why no service protects that provider; undefined: a service does. */
export function unprotected({ providers, namespace }: DeclaredProtection, provider: Provider): string | undefined {
  if (provider.namespace === namespace) return `the webhook is not asked about what is in its own Namespace ${namespace}`;
  if (providers.some(({ group, resource }) => group === provider.group && resource === provider.resource)) return undefined;
  return `the webhook is not asked about ${shown(resourceName(provider))}: declare them as providers, and apply its configuration again`;
}
