import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import {
  ipcOperations,
  type IpcOutput,
  type IpcParsedInput,
  type OperationName,
} from '#shared/ipc/contract.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, refuseInput, type Result } from '#shared/domain/result.ts';
import { requestLogOperations } from '#shared/ipc/requestLogOperations.ts';
import type { Connections } from '../../../engine/connections/connections.ts';
import { fileFailed } from '../../../engine/storage/userFiles/userFiles.ts';
import { isDiskFull } from '../../../engine/storage/diskFull.ts';
import { NewerFileError } from '../../../engine/storage/fileFormat.ts';

type IpcHandler<O extends OperationName> = (input: IpcParsedInput<O>) => Promise<Result<IpcOutput<O>>>;

/** One handler for each of the operations; without a type argument, for all. */
export type IpcHandlers<Operations = typeof ipcOperations> = {
  readonly [O in keyof Operations & OperationName]: IpcHandler<O>;
};

export interface IpcRegistration {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  /** True only for the main frame of our own window on our own page. */
  readonly isTrustedSender: (event: IpcMainInvokeEvent) => boolean;
  readonly connections: Pick<Connections, 'profile'>;
  readonly log: (message: string, error: unknown) => void;
}

/** Handles every operation of the contract. There is no other way into the main process. */
export function registerIpc(registration: IpcRegistration, handlers: IpcHandlers): void {
  for (const operation of Object.keys(ipcOperations) as OperationName[]) {
    handle(registration, operation, handlers[operation] as IpcHandler<typeof operation>);
  }
}

/**
 * Registers one operation: throws for untrusted senders without explanation, parses the input, and always
 * returns a `Result` to our own page.
 */
function handle<O extends OperationName>(
  registration: IpcRegistration,
  operation: O,
  handler: IpcHandler<O>,
): void {
  const parser: z.ZodType = ipcOperations[operation].input;
  registration.ipcMain.handle(operation, async (event, payload: unknown): Promise<Result<IpcOutput<O>>> => {
    if (!registration.isTrustedSender(event)) {
      registration.log(`Blocked a call to ${operation} from an untrusted page.`, event.senderFrame?.url);
      throw new Error('This page is not allowed to call the main process.');
    }
    const input = parser.safeParse(payload);
    if (!input.success) return fail(invalidInput(input.error));
    const refusal = refusalOf(operation, input.data as NamingInput, registration.connections);
    if (refusal !== null) return refusal;
    try {
      return await handler(input.data as IpcParsedInput<O>);
    } catch (error) {
      if (error instanceof NewerFileError) return fileFailed(error, error.file);
      registration.log(`${operation} failed unexpectedly.`, error);
      if (isDiskFull(error)) return fileFailed(error, pathOf(error) ?? 'A file of the app');
      return fail({
        code: 'internal',
        message: 'Something went wrong in Atom Explorer. For details, see Help > Show Log File.',
        requestId: null,
      });
    }
  });
}

/** Of an error of the file system. */
function pathOf(error: unknown): string | null {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null;
}

/** Where an input names a connection. */
interface NamingInput {
  readonly connectionId?: ConnectionId | null;
  readonly query?: { readonly connectionId?: ConnectionId | null };
  readonly selection?: { readonly query?: { readonly connectionId?: ConnectionId } };
}

/** What also concerns connections that were removed. */
const ofAnyConnection: ReadonlySet<string> = new Set(Object.keys(requestLogOperations));

/**
 * No other operation is about a connection that does not exist: it would get a folder. Nor about keys that
 * were selected in another one.
 */
function refusalOf(
  operation: OperationName,
  input: NamingInput | undefined,
  connections: Pick<Connections, 'profile'>,
): Result<never> | null {
  const id = input?.connectionId ?? input?.query?.connectionId;
  if (id === undefined || id === null || ofAnyConnection.has(operation)) return null;
  const profile = connections.profile(id);
  if (!profile.ok) return profile;
  return (input?.selection?.query?.connectionId ?? id) === id
    ? null
    : refuseInput('selection', 'The selection belongs to another connection.');
}

function invalidInput(error: z.ZodError): Parameters<typeof fail>[0] {
  const issue = error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'input' : issue.path.join('.');
  return {
    code: 'invalid_input',
    field,
    message: `${field === 'input' ? 'The input' : `The input “${field}”`} ${issue === undefined ? 'is not accepted' : inputProblem(issue)}.`,
    requestId: null,
  };
}

/** What is wrong with an input; continues the name of the input. */
function inputProblem(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array')
        return Number(issue.minimum) === 1 ? 'is empty' : `needs at least ${String(issue.minimum)} items`;
      return `must be at least ${String(issue.minimum)}`;
    case 'too_big':
      if (issue.origin === 'string') return `is longer than ${String(issue.maximum)} characters`;
      if (issue.origin === 'array') return `has more than ${String(issue.maximum)} items`;
      return `must be at most ${String(issue.maximum)}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'is not a whole number' : `is not of type ${issue.expected}`;
    case 'custom':
      // The message comes from our own schemas.
      return `is not accepted: ${issue.message}`;
    default:
      return 'is not accepted';
  }
}
