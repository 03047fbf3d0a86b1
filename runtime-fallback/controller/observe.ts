/**
 * Lets somebody who counts read what a part of the controller knows, until the returned function is called: then another process may
 * lead, and know better.
 */
export type RegisterReader<T> = (read: () => Iterable<T>) => () => void;

/** For those who do not count. */
export const unobserved: RegisterReader<unknown> = () => () => undefined;
