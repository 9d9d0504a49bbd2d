import postgres, { type Sql } from 'postgres';
import { ServiceError } from '../../serviceError.ts';
import type { Log } from '../../log/log.ts';

export type Database = Sql<Record<string, never>>;
/** Inside a transaction or outside. */
export type Queries = postgres.ISql<Record<string, never>>;

/** A read takes milliseconds; what takes this long waits for something that is not there. In milliseconds. */
const longestStatementMs = 20_000;
const longestLockMs = 15_000;
const connectSeconds = 5;
const mostConnections = 10;

/**
 * Connections to a database, opened when they are needed.
 *
 * @param url `postgres://user:password@host:port/database`; `?host=/folder` for a socket. Its password is never part of an error or the log.
 * @throws Error, with a message for people, if the address cannot be read
 */
export function connect(url: string, log: Log): Database {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new Error('The store must be an address such as postgres://user@host/database.');
  }
  const socketFolder = parsed.searchParams.get('host');
  parsed.searchParams.delete('host');
  return postgres(parsed.href, {
    ...(socketFolder !== null && { host: socketFolder }),
    max: mostConnections,
    connect_timeout: connectSeconds,
    // Reconnecting begins at once: callers are told soon, and try again themselves.
    backoff: false,
    onnotice: ({ message }) => log(`PostgreSQL: ${String(message)}`, { level: 'debug' }),
    connection: {
      application_name: 'atom-memory-service',
      statement_timeout: longestStatementMs,
      lock_timeout: longestLockMs,
      idle_in_transaction_session_timeout: longestStatementMs,
    },
  });
}

/** The type `bytea[]`, in the catalog of every database. */
const arrayOfBytes = 1_001;

/** A parameter of the type `bytea[]`, which the client cannot tell from its content. */
export function byteArray(queries: Queries, content: readonly Uint8Array[]) {
  return queries.typed(content.map((one) => Buffer.from(one)) as never, arrayOfBytes);
}

/** Host, port, and database of a connection, for people and logs. */
export function placeWords(database: Database): string {
  const { host, port, database: name } = database.options;
  return `${host.join(', ')}:${port.join(', ')}/${name}`;
}

/** Classes and codes of errors (PostgreSQL, appendix A) that pass, or that an operator ends, while the request is right. */
const passing = /^(?:08|53|57|58|55P03$|40001$|40P01$|25006$|25P03$)/;
/** Those of Node and of the client. */
const lost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
]);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether the connection was lost, so that nobody knows whether the last statement was carried out. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  return lost.has(code) || /^(?:08|57P0[123])/.test(code);
}

/** Whether the database cannot be used at the moment: it is away, full, too slow, stopping, or read-only. */
export function isUnavailable(error: unknown): boolean {
  return isLost(error) || passing.test(codeOf(error));
}

/** Whether nothing can be written, as on a replica. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** What a client is told while the database cannot be used, and when to try again. */
export function unavailable(error: unknown): ServiceError {
  return new ServiceError(
    'UNAVAILABLE',
    isReadOnly(error)
      ? 'The database is read-only, so nothing can be stored at the moment.'
      : 'The database cannot be used at the moment.',
    {},
    { headers: { 'Retry-After': '2' } },
  );
}

/** Passes a result on, and turns an error of a database that cannot be used into what clients are told. */
export async function orUnavailable<T>(
  work: Promise<T>,
  log: Log,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUnavailable(error) || isExpected(error)) throw error;
    log(`The database cannot be used: ${reasonOf(error)}`, { level: 'error' });
    throw unavailable(error);
  }
}

/** The code and the message of an error, which contain no parameters of a statement. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return code === '' ? message : `${message} (${code})`;
}
