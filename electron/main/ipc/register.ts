import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { ipcInputs, type IpcChannel, type IpcOutput, type IpcParsedInput } from '#shared/ipc/contract.ts';
import { fail, type Result } from '#shared/domain/result.ts';
import { fileFailed } from '../files/userFiles.ts';
import { NewerFileError } from '../storage/fileFormat.ts';

export type IpcHandler<C extends IpcChannel> = (input: IpcParsedInput<C>) => Promise<Result<IpcOutput[C]>>;

/** One handler for each channel of the contract that starts with `Domain:`. */
export type IpcHandlers<Domain extends string = string> = {
  readonly [C in Extract<IpcChannel, `${Domain}:${string}`>]: IpcHandler<C>;
};

export interface IpcRegistration {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  /** True for the main frame of our own window on our own page, and for nothing else. */
  readonly isTrustedSender: (event: IpcMainInvokeEvent) => boolean;
  readonly log: (message: string, error: unknown) => void;
}

/** Answers every channel of the contract; there is no other way into the main process. */
export function registerIpc(registration: IpcRegistration, handlers: IpcHandlers): void {
  for (const channel of Object.keys(ipcInputs) as IpcChannel[]) {
    handle(registration, channel, handlers[channel] as IpcHandler<typeof channel>);
  }
}

/**
 * Registers one channel: refuses untrusted senders by throwing (they are not our page, they get no words),
 * parses the input, and always answers our own page with a `Result`.
 */
function handle<C extends IpcChannel>(
  registration: IpcRegistration,
  channel: C,
  handler: IpcHandler<C>,
): void {
  const parser: z.ZodType = ipcInputs[channel];
  registration.ipcMain.handle(channel, async (event, payload: unknown): Promise<Result<IpcOutput[C]>> => {
    if (!registration.isTrustedSender(event)) {
      registration.log(`Refused a call to ${channel} from an untrusted page.`, event.senderFrame?.url);
      throw new Error('This page may not call the main process.');
    }
    const input = parser.safeParse(payload);
    if (!input.success) return fail(invalidInput(input.error));
    try {
      return await handler(input.data as IpcParsedInput<C>);
    } catch (error) {
      if (error instanceof NewerFileError) return fileFailed(error, error.file);
      registration.log(`${channel} failed unexpectedly.`, error);
      return fail({
        code: 'internal',
        message: 'Something went wrong in Atom Explorer. For details, see Help > Show Log File.',
        requestId: null,
      });
    }
  });
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

/** What is wrong with an input, in words of our own; it goes on from the name of the input. */
function inputProblem(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array')
        return Number(issue.minimum) === 1 ? 'is empty' : `needs at least ${String(issue.minimum)} entries`;
      return `must be at least ${String(issue.minimum)}`;
    case 'too_big':
      if (issue.origin === 'string') return `is longer than ${String(issue.maximum)} characters`;
      if (issue.origin === 'array') return `has more than ${String(issue.maximum)} entries`;
      return `must be at most ${String(issue.maximum)}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'is not a whole number' : `is not of the type ${issue.expected}`;
    case 'custom':
      // Said by our own schemas.
      return `is not accepted: ${issue.message}`;
    default:
      return 'is not accepted';
  }
}
