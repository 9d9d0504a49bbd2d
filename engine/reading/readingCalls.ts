import type { AtomReading, BatchReading, RecallReading } from '#shared/domain/atom.ts';
import type { DestinationOptions } from './destination.ts';

export interface ReadOptions extends DestinationOptions {
  /** `app` for calls that the app makes by itself (prefetch, discovery, visible rows); `user` by default. */
  readonly askedBy?: 'user' | 'app';
}

/** A call that returned atoms, with the result of its response. */
export type CompletedCall =
  | { readonly kind: 'read'; readonly reading: AtomReading }
  | { readonly kind: 'readMany'; readonly reading: BatchReading }
  | {
      readonly kind: 'recall';
      readonly query: string;
      readonly limit: number;
      readonly reading: RecallReading;
    };
