import type { AppError } from '../domain/appError.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';

/** What this session knows of the atom that a prediction names. All times are epoch milliseconds. */
export type PredictionStatus =
  | { readonly kind: 'unread' }
  | { readonly kind: 'reading' }
  | {
      readonly kind: 'read';
      readonly verdict: VerdictStatus;
      /** null if the response had none. */
      readonly version: number | null;
      readonly at: number;
    }
  /** The service was asked for exactly this key, and returned no atom. */
  | { readonly kind: 'absent'; readonly at: number }
  /** The request for this key failed, so it is unknown whether the atom exists. */
  | { readonly kind: 'failed'; readonly error: AppError; readonly at: number };

export type StatusOf = (key: string) => PredictionStatus;
