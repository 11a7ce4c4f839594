/** What a store did with the rows it was given. Rows of the same identity count once. */
export interface MergeCounts {
  readonly inserted: number;
  /** Were there with other content. */
  readonly changed: number;
  readonly unchanged: number;
  /** Were there and are no longer part of what the feed describes as a whole. Absent where feeds only add. */
  readonly removed?: number;
}
