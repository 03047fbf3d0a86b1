import type { ObjectKey } from "../resource.ts";

/** What became of an object. One that was deleted and made anew is another: it has another uid, and there are two changes. */
export type Change<T> =
  | { readonly type: "added"; readonly key: ObjectKey; readonly uid: string; readonly object: T }
  | { readonly type: "changed"; readonly key: ObjectKey; readonly uid: string; readonly object: T; readonly old: T }
  /** With the object as it was last seen. */
  | { readonly type: "deleted"; readonly key: ObjectKey; readonly uid: string; readonly object: T };
