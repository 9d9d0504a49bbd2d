import type { AtomReading, Exchange, StoredAtom } from './atom.ts';
import type { Result } from './result.ts';
import type { AppError } from './appError.ts';

/**
 * What is known after an attempt to store. A lost connection leaves the outcome unknown; reading back
 * then tells what the service holds now, which the user compares with what was sent.
 */
export type StoreReceipt =
  | {
      readonly outcome: 'stored';
      readonly answer: StoredAtom;
      readonly exchange: Exchange;
      readonly readBack: Result<AtomReading>;
      /** Whether the read-back holds exactly what was sent, at the version answered; null if it could not be read. */
      readonly readBackMatches: boolean | null;
    }
  | {
      readonly outcome: 'unknown';
      readonly error: AppError;
      readonly readBack: Result<AtomReading>;
      /** Whether the service now holds the value that was sent; null if it could not be read. */
      readonly readBackMatches: boolean | null;
    };
