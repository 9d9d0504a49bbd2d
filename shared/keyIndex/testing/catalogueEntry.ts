import type { CatalogueEntry } from '../../domain/catalogue.ts';

/** An entry of a key that was only named, with what a test is about. */
export function catalogueEntry(key: string, fields: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    key,
    version: null,
    hash: null,
    leafIndex: null,
    verdict: null,
    source: 'recall',
    firstSeenAt: 0,
    readAt: null,
    gone: false,
    changedAt: null,
    conflicting: false,
    placed: null,
    bookmarked: false,
    note: '',
    tags: [],
    ...fields,
  };
}
