/** An error as the user reads it. */
export interface ErrorWords {
  readonly title: string;
  /** What happened. */
  readonly what: string;
  /** What the user can do about it. */
  readonly todo: string;
  /** Whether the same request may succeed if it is retried unchanged. */
  readonly canRetry: boolean;
}
