import type { Query, QueryFilters } from '@tanstack/react-query';
import type { AuditValues } from '#shared/domain/auditEvidence.ts';
import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { EvidenceAbout } from '#shared/domain/evidence.ts';
import type { UploadRowFilter, UploadRowSelection } from '#shared/domain/upload.ts';
import type { RowReplacement } from '#shared/domain/uploadReplace.ts';

type OfConnection = [connectionId: ConnectionId];
type OfKey = [connectionId: ConnectionId, key: string];
/** What is shown of an upload is of one of its revisions. */
type OfUpload = [uploadId: string, revision: number];

/** What follows the name of a cached query in its key. A connection comes first: it is what events name. */
interface QueryParts {
  allowableRows: [...OfUpload, selection: UploadRowSelection];
  appInfo: [];
  atom: OfKey;
  audit: [...OfConnection, auditId: string];
  auditEvidenceOutline: [...OfConnection, auditId: string, values: AuditValues];
  audits: OfConnection;
  auditSchedules: OfConnection;
  auditSinceLast: [...OfConnection, auditId: string];
  bookmarks: [connectionId: ConnectionId | null, delimiter: string];
  browseLayout: OfConnection;
  catalogueEntries: [...OfConnection, keys: readonly string[]];
  catalogueEntry: OfKey;
  catalogueSummary: OfConnection;
  changedKey: OfKey;
  changeSummary: [...OfConnection, since: number];
  checkpoint: [text: string, verifierKey: string | null];
  columnValues: [uploadId: string, column: number | null, filter: UploadRowFilter, revision: number | null];
  comparedAudits: [beforeId: string, afterId: string];
  connections: [];
  drafts: OfConnection;
  editedKeys: [...OfConnection, selection: KeySelection];
  evidenceOutline: [...OfConnection, about: EvidenceAbout | null];
  expectations: OfConnection;
  exportedPin: [...OfConnection, pinId: string];
  failedKeys: OfConnection;
  foundText: [...OfUpload, replacement: RowReplacement | null];
  history: [...OfKey, readAs: string];
  historySize: OfConnection;
  installationKeys: [];
  jobs: OfConnection;
  keptValue: [...OfKey, id: string];
  keyMemory: OfKey;
  keySearch: [connectionId: ConnectionId | null, typed: string, delimiter: string];
  keysNotInFile: OfUpload;
  keySuggestions: [...OfConnection, typed: string];
  leafMap: [...OfConnection, cells: number];
  ledgerConsistency: [...OfConnection, from: number, to: number];
  ledgerRoot: [...OfConnection, rootHash: string];
  ledgerSummary: OfConnection;
  leftRows: OfUpload;
  loggedRequest: [id: number];
  loggedRows: [...OfConnection, uploadId: string];
  pins: [connectionId: ConnectionId | null];
  practice: [];
  previousCount: [...OfConnection, writeId: string];
  previousSummary: [...OfConnection, writeId: string];
  previousUsage: OfConnection;
  previousValues: [...OfConnection, writeId: string];
  readOfEvidence: [id: string, at: number];
  recall: [...OfConnection, runId: string];
  requestSummary: [connectionId: ConnectionId | null];
  responseOfEvidence: [id: string, at: number];
  rootInLedger: [connectionId: ConnectionId | null, rootHash: string | null];
  run: [...OfConnection, runId: string];
  runs: [connectionId: ConnectionId | null];
  savedState: OfConnection;
  scoreboard: [...OfConnection, latest: number | null, edgeFilter: string];
  seenFields: OfConnection;
  serviceFacts: OfConnection;
  sizeKnowledge: OfConnection;
  snapshot: [id: string];
  storageUse: [];
  timestampSettings: [];
  trustedKeys: [];
  upload: OfConnection;
  uploadRow: [uploadId: string, row: number, revision: number];
  uploadRowAlone: [uploadId: string, row: number, revision: number];
  valueCoverage: OfConnection;
  writeReceipt: [...OfConnection, writeId: string, endedAt: number, outcome: string];
  writes: OfConnection;
  zoom: [];
}

export type QueryName = keyof QueryParts;

/** Only the compiler sees it. */
type Made = { readonly madeBy: 'queryKey' };

declare module '@tanstack/react-query' {
  interface Register {
    /** Only `queryKey` makes one. */
    queryKey: readonly [QueryName, ...unknown[]] & Made;
  }
}

/** The key of a cached query. */
export function queryKey<Name extends QueryName>(
  name: Name,
  ...parts: QueryParts[Name]
): readonly [Name, ...QueryParts[Name]] & Made {
  const key: readonly [Name, ...QueryParts[Name]] = [name, ...parts];
  return key as typeof key & Made;
}

/**
 * The cached queries with one of these names, of a connection or of all: `client.invalidateQueries(about(['audits'], id))`.
 *
 * @param connectionId null for all
 */
export function about(
  names: readonly QueryName[],
  connectionId: ConnectionId | null,
): Pick<QueryFilters, 'predicate'> & { readonly predicate: (query: Query) => boolean } {
  return {
    predicate: ({ queryKey: [name, ofConnection] }) =>
      names.includes(name) && (connectionId === null || ofConnection === connectionId),
  };
}
