import type { AppError } from '../domain/appError.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';

/** What this session knows of the atom that a prediction names. All times are epoch milliseconds. */
export type PredictionStatus =
  | { readonly kind: 'unread' }
  | { readonly kind: 'reading' }
  | {
      readonly kind: 'read';
      readonly verdict: VerdictStatus;
      /** null if the response carried none. */
      readonly version: number | null;
      readonly at: number;
    }
  /** The service was requested exactly this key, and had no atom. */
  | { readonly kind: 'absent'; readonly at: number }
  /** The question whether it is there got no response. */
  | { readonly kind: 'failed'; readonly error: AppError; readonly at: number };

export type StatusOf = (key: string) => PredictionStatus;
