import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuditRecord } from '#shared/audit/auditRecord.ts';
import type { AuditDifference } from '#shared/audit/compareAudits.ts';
import type {
  AuditDifferenceFilter,
  AuditInfo,
  AuditOptions,
  AuditRecordFilter,
  AuditRef,
  NewAudit,
} from '#shared/domain/audit.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { showAudit } from '../state/auditView.ts';
import { useRowWindow, type AskRows } from './catalogueRows.ts';
import { ipc } from './ipc.ts';
import type { RowNames } from './rowWindow.ts';
import { queryKey } from './queryKeys.ts';

export const {
  cancelAudit,
  changeAuditSchedule,
  compareAudits,
  compareConnections,
  createAuditSchedule,
  deleteAudit,
  deleteAuditSchedule,
  exportAudit,
  exportAuditDifferences,
  outlineAuditEvidence,
  pauseAudit,
  printAudit,
  readAuditList,
  renameAudit,
  resumeAudit,
  saveAuditEvidence,
  showAuditEvidence,
  startAudit,
} = ipc;

/** The audits of a connection, latest first, kept up to date while shown. */
export function useAudits(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('audits', connectionId),
    queryFn: () => ipc.listAudits({ connectionId }),
  });
}

/** An audit and what it found so far, kept up to date while shown. */
export function useAudit({ connectionId, auditId }: AuditRef) {
  return useQuery({
    queryKey: queryKey('audit', connectionId, auditId),
    queryFn: () => ipc.auditDetails({ connectionId, auditId }),
    structuralSharing: false,
  });
}

/** How an audit that has ended differs from the last one of the same keys. */
export function useSinceLastAudit({ connectionId, auditId }: AuditRef) {
  return useQuery({
    queryKey: queryKey('auditSinceLast', connectionId, auditId),
    queryFn: () => ipc.auditSinceLast({ connectionId, auditId }),
    // The last one may have been deleted.
    staleTime: 0,
  });
}

/** The audits of a connection that repeat while the app is open. */
export function useAuditSchedules(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('auditSchedules', connectionId),
    queryFn: () => ipc.listAuditSchedules({ connectionId }),
  });
}

/** The records of an audit that match a filter. */
export interface AuditRecordsQuery extends AuditRef {
  readonly filter: AuditRecordFilter;
}

/** @param query must be the same object for as long as the query is the same */
export function useAuditRecords(query: AuditRecordsQuery, revision: number) {
  return useRowWindow(askRecords, recordNames, query, revision);
}

const askRecords: AskRows<AuditRecordsQuery, AuditRecord> = async ({ query, window }) => {
  const { records, ...page } = await ipc.auditRecords({ ...query, page: window });
  return { ...page, rows: records };
};

const recordNames: RowNames<AuditRecordsQuery, AuditRecord> = {
  nameOf: ({ key }) => key,
  // Records are only added: those in the viewport keep their places, or are found among the rows that arrive.
  locate: () => Promise.resolve(-1),
};

/** The differences between two audits that match a filter. */
export interface AuditDifferencesQuery {
  readonly before: AuditRef;
  readonly after: AuditRef;
  readonly filter: AuditDifferenceFilter;
}

/** @param query must be the same object for as long as the query is the same */
export function useAuditDifferences(query: AuditDifferencesQuery) {
  return useRowWindow(askDifferences, differenceNames, query, 0);
}

const askDifferences: AskRows<AuditDifferencesQuery, AuditDifference> = async ({ query, window }) => {
  const { differences, ...page } = await ipc.auditDifferences({ ...query, page: window });
  return { ...page, rows: differences };
};

const differenceNames: RowNames<AuditDifferencesQuery, AuditDifference> = {
  nameOf: ({ key }) => key,
  // There is one revision.
  locate: () => Promise.resolve(-1),
};

/** An audit of all known keys, with the options that suit most. */
export function auditOfAll(connectionId: ConnectionId): NewAudit {
  return {
    connectionId,
    name: 'All known keys',
    scope: { kind: 'all' },
    changes: { kind: 'none' },
    options: defaultOptions,
  };
}

export const defaultOptions: AuditOptions = { pinsRoot: false, rereadsMoved: true, shard: null };

/** Starts an audit and shows it. */
export function useStartAudit() {
  return useShownAudit((audit: NewAudit) => ipc.startAudit(audit));
}

/** Starts a new audit of the same keys, and shows it. */
export function useRepeatAudit() {
  return useShownAudit((audit: AuditRef) => ipc.repeatAudit(audit));
}

/** Starts an audit of the keys that were proven under an older root, and shows it. */
export function useAuditMovedKeys() {
  return useShownAudit((audit: AuditRef & { readonly name: string }) => ipc.auditMovedKeys(audit));
}

function useShownAudit<Input>(start: (input: Input) => Promise<AuditInfo>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: (started) => {
      const { connectionId, id } = started;
      client.setQueryData<readonly AuditInfo[]>(
        queryKey('audits', connectionId),
        (audits) => audits && [started, ...audits.filter((audit) => audit.id !== id)],
      );
      showAudit({ connectionId, auditId: id });
    },
  });
}
