/** How a process reaches the API server: as its flags say. */
export function apiOf({
  kubeconfig,
  context,
}: {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}): {
  readonly kubeconfig?: string;
  readonly context?: string;
} {
  return { ...(kubeconfig !== undefined && { kubeconfig }), ...(context !== undefined && { context }) };
}
