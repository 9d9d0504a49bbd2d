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

/** Where nothing else is given, what happened is the message of the main process, and the request may be retried. */
export type SomeErrorWords = Pick<ErrorWords, 'title' | 'todo'> & Partial<ErrorWords>;
