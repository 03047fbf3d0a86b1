/** Who may mount a volume at the same time, and whether they may write. */
export type AccessMode = "ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod";

/** A file system, or a raw device. */
export type VolumeMode = "Block" | "Filesystem";

/** What becomes of the data when the claim goes. */
export type ReclaimPolicy = "Delete" | "Recycle" | "Retain";
