import type { Database, Queries } from './connect.ts';

/** A transaction that stays open and sees one moment of the database. */
export interface Snapshot {
  /** @throws Error if the connection was lost: the client must not send anything more on it, and another one has another moment */
  queries(): Queries;
  close(): Promise<void>;
}

/** @throws Error if the database cannot be used */
export async function openSnapshot(database: Database): Promise<Snapshot> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let lost: Error | null = null;
  let transaction: Promise<void> = Promise.resolve();
  const queries = await new Promise<Queries>((resolve, reject) => {
    transaction = database
      .begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (open) => {
        await open`SET LOCAL idle_in_transaction_session_timeout = 0`;
        await open`SET LOCAL statement_timeout = 0`;
        await open`SELECT size FROM tree`;
        resolve(open);
        await ended;
      })
      .catch((error: unknown) => {
        lost = error instanceof Error ? error : new Error(String(error));
        reject(lost);
      });
  });
  return {
    queries() {
      if (lost !== null) throw lost;
      return queries;
    },
    async close() {
      if (lost === null) end();
      await transaction;
    },
  };
}
