/** Policies of our own, from which the guards of the author's policies are made: a file for each, with a constant of that name. */
export const templateNames = ["release", "owners", "finalizers", "definitions"] as const;

export type TemplateName = (typeof templateNames)[number];
