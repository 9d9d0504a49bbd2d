import type { AtomReading, BatchReading, RecallReading } from '#shared/domain/atom.ts';
import type { DestinationOptions } from './destination.ts';

export interface ReadOptions extends DestinationOptions {
  /** `app` for calls that the app makes by itself (prefetch, discovery, visible rows); `user` by default. */
  readonly askedBy?: 'user' | 'app';
}

/** A completed call with the result of its response. A read that found nothing has no reading. */
export type CompletedCall =
  | { readonly kind: 'read'; readonly key: string; readonly reading: AtomReading | null }
  | { readonly kind: 'readMany'; readonly keys: readonly string[]; readonly reading: BatchReading }
  | {
      readonly kind: 'recall';
      readonly query: string;
      readonly limit: number;
      readonly reading: RecallReading;
    };
