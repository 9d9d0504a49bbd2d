import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { exportFileName } from '#shared/text/exportFileName.ts';
import type { ledgerOperations } from '#shared/ipc/ledgerOperations.ts';
import type { Connections } from '../../../engine/connections/connections.ts';
import { serviceOfConnection } from '../../../engine/connections/serviceOfConnection.ts';
import type { Catalogues } from '../../../engine/known/catalogues.ts';
import type { UserFiles } from '../../../engine/storage/userFiles/userFiles.ts';
import { exportedLedger, exportedProof } from '../../../engine/roots/ledgerExport.ts';
import type { ConnectionGrounds } from '../../../engine/reading/verification/connectionGrounds.ts';
import type { RootLedger } from '../../../engine/roots/rootLedger.ts';
import type { IpcHandlers } from './register.ts';

export function createLedgerHandlers(effects: {
  readonly catalogues: Pick<Catalogues, 'of'>;
  readonly files: Pick<UserFiles, 'save'>;
  readonly connections: Pick<Connections, 'profile'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly grounds: ConnectionGrounds;
  /** Entries that were verified so far. */
  readonly verifying: (id: ConnectionId, entries: number) => void;
}): IpcHandlers<typeof ledgerOperations> {
  const { catalogues, files } = effects;
  const asked = async <T>(
    id: ConnectionId,
    ask: (ledger: RootLedger) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> => ask((await catalogues.of(id)).ledger);
  return {
    ledgerSummary: ({ connectionId }) => asked(connectionId, (ledger) => succeed(ledger.summary())),
    ledgerRoots: ({ query, window }) =>
      asked(query.connectionId, (ledger) => succeed(ledger.roots(query, window))),
    locateLedgerRoot: ({ query, rootHash }) =>
      asked(query.connectionId, (ledger) => succeed(ledger.locate(query, rootHash))),
    ledgerRoot: ({ connectionId, rootHash }) =>
      asked(connectionId, async (ledger) => succeed(await ledger.root(rootHash))),
    verifyLedger: ({ connectionId }) =>
      asked(connectionId, async (ledger) => {
        const found = await ledger.verify((entries) => {
          effects.verifying(connectionId, entries);
        });
        const { ledger: ground } = await effects.grounds(connectionId);
        const loss = ground.kind === 'unavailable' ? { why: ground.why, detail: ground.detail ?? '' } : null;
        return succeed({ ...found, loss });
      }),
    ledgerConsistency: ({ connectionId, from, to }) =>
      asked(connectionId, (ledger) =>
        from > 0 && from <= to && to <= ledger.summary().entries
          ? succeed(ledger.consistency(from, to))
          : outsideLedger,
      ),
    signLedger: ({ connectionId }) =>
      asked(connectionId, async (ledger) => {
        const head = await ledger.signedHead();
        return head.ok ? succeed(ledger.summary()) : head;
      }),
    exportLedger: ({ connectionId, what }) =>
      asked(connectionId, async (ledger) => {
        const head = await ledger.signedHead();
        if (!head.ok) return head;
        const service = serviceOfConnection(effects.connections, connectionId);
        const named = (part: string, extension: string): string =>
          exportFileName(part, service, effects.now(), extension);
        switch (what.kind) {
          case 'entries':
            return files.save(named('root ledger', 'jsonl'), await exportedLedger(ledger, head.value));
          case 'checkpoint':
            return files.save(named('root ledger', 'checkpoint'), head.value.note);
          case 'proof':
            return what.entry < head.value.size
              ? files.save(
                  named(`root ledger entry ${String(what.entry)}`, 'tlog-proof'),
                  await exportedProof(ledger, what.entry, head.value),
                )
              : outsideLedger;
        }
      }),
  };
}

const outsideLedger = refuseInput('size', 'The root ledger does not have this many entries.');
