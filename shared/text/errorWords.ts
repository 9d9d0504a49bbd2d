import type { AppError, FileFailure } from '../domain/appError.ts';
import { assertNever } from '../domain/result.ts';
import { denialWords } from './memoryWords.ts';
import { networkWords } from './networkWords.ts';
import { retryWords, statusWords } from './statusWords.ts';
import { durationWords } from './times.ts';
import { visibleLine } from './visibleText.ts';

/** An error in the words of the screen. */
export interface ErrorWords {
  readonly title: string;
  /** What happened. */
  readonly what: string;
  /** What the user can do about it. */
  readonly todo: string;
  /** Whether the same thing, tried again unchanged, may go well. */
  readonly canRetry: boolean;
}

/** Says what went wrong and what to do; one place for the window, reports and the command line. */
export function errorWords(error: AppError): ErrorWords {
  // Main's sentence, which may quote the service.
  const said = visibleLine(error.message);
  switch (error.code) {
    case 'unauthorized':
      return {
        title: 'The API key was not accepted',
        what: said,
        todo: 'Replace the API key of this connection, then try again.',
        canRetry: true,
      };
    case 'forbidden':
      return error.during === 'read'
        ? {
            title: 'This API key may not read here',
            what: said,
            todo: 'The service accepts the key, but not for this. Use another key, or ask whoever issued this one what it allows.',
            canRetry: true,
          }
        : {
            title: 'This API key may not do that',
            what: said,
            todo: 'It lacks full scope: a read-only key can read and recall, but not store. Use a key with full scope.',
            canRetry: false,
          };
    case 'not_found':
      return notFoundWords(error);
    case 'payload_too_large':
      return {
        title: 'The value is too large',
        what: said,
        todo: 'Nothing was stored. Shorten the value, or split it over several atoms.',
        canRetry: false,
      };
    case 'sensitive_content':
      return sensitiveContentWords(error);
    case 'rate_limited':
      return {
        title: 'Too many requests',
        what: said,
        todo: retryWords(error.retryAfterMs),
        canRetry: true,
      };
    case 'network':
      return networkWords(error.failure, error.address);
    case 'timeout':
      return timeoutWords(error);
    case 'server_error':
      return {
        title: 'The service has a problem',
        what: said,
        todo: 'The fault is on its side. Try again in a moment. If it stays, tell whoever runs the service.',
        canRetry: true,
      };
    case 'unexpected_status':
      return { ...statusWords(error.status), what: said };
    case 'bad_response':
      return {
        title: 'The answer could not be read',
        what:
          error.field === null || said.includes(error.field)
            ? said
            : `${said} The field to blame: “${visibleLine(error.field)}”.`,
        todo: 'Check the base address: something else may be answering there. Nothing of this answer was used.',
        canRetry: true,
      };
    case 'keychain_unavailable':
      return {
        title: 'The keychain could not be used',
        what: said,
        todo: 'Unlock your system’s keychain, then try again.',
        canRetry: true,
      };
    case 'key_missing':
      return {
        title: 'This connection has no API key',
        what: 'No key was entered, or its entry in the keychain is gone.',
        todo: 'Enter the API key of this connection.',
        canRetry: false,
      };
    case 'read_only':
      return {
        title: 'This connection is locked read-only',
        what: 'Nothing was sent: the lock is set here, in Atom Explorer.',
        todo: 'To store atoms, take the read-only lock off in the settings of the connection.',
        canRetry: false,
      };
    case 'address_changed':
      return {
        title: 'The address of this connection was changed',
        what: `${said} Nothing was sent to the new address.`,
        todo: `To continue, change the address back to “${visibleLine(error.address)}”. To use the new address, cancel and start again.`,
        canRetry: true,
      };
    case 'cancelled':
      return {
        title: 'Cancelled',
        what: 'The request was stopped before it ended.',
        todo: 'Start it again when you want to.',
        canRetry: true,
      };
    case 'invalid_input':
      return {
        title: 'That can’t be sent',
        what: said,
        todo: `${correctionOf(error.field)} Nothing was sent.`,
        canRetry: false,
      };
    case 'demo_unavailable':
      return {
        title: 'The demo memory is not running',
        what: said,
        todo: 'Try to start it again. If it keeps failing, start Atom Explorer anew.',
        canRetry: true,
      };
    case 'file_failed':
      return fileWords(error.failure, error.path);
    case 'upload_lost':
      return {
        title: 'The upload cannot be taken up again',
        what: `${said} It was set aside: “${visibleLine(error.folder)}”.`,
        todo: 'What was stored stays stored. Choose the file again and compare it: rows that the service has already can be left out.',
        canRetry: true,
      };
    case 'internal':
      return {
        title: 'Something went wrong in Atom Explorer',
        what: said,
        todo: 'This is a defect of the app, not of your memory. Try again; if it stays, please report it.',
        canRetry: true,
      };
    default:
      return assertNever(error);
  }
}

function timeoutWords({ address, afterMs, isSlow }: AppError & { readonly code: 'timeout' }): ErrorWords {
  const from = visibleLine(address);
  return isSlow === true
    ? {
        title: 'The transfer took too long',
        what: `Data was still moving to or from ${from} after ${durationWords(afterMs)}, so the request was stopped.`,
        todo: 'The connection is slow. Ask for less at once, or try again on a faster network.',
        canRetry: true,
      }
    : {
        title: 'No answer in time',
        what: `${from} was silent for ${durationWords(afterMs)}.`,
        todo: 'The service may be busy, or the network interrupted. Try again.',
        canRetry: true,
      };
}

function fileWords(failure: FileFailure, path: string): ErrorWords {
  const file = visibleLine(path);
  switch (failure) {
    case 'denied':
      return {
        title: 'No permission for this file',
        what: `${file} may not be opened or written by you.`,
        todo: 'Choose another file or folder, or change its permissions.',
        canRetry: true,
      };
    case 'missing':
      return {
        title: 'The file is not there',
        what: `${file}, or its folder, was not found.`,
        todo: 'Choose it again.',
        canRetry: true,
      };
    case 'full':
      return {
        title: 'The disk is full',
        what: `${file} could not be written; what was there before is unchanged.`,
        todo: 'Make room, or choose another disk.',
        canRetry: true,
      };
    case 'too-large':
      return {
        title: 'The file is too large',
        what: `${file} holds more than can be opened here at once.`,
        todo: 'Split it into smaller files.',
        canRetry: false,
      };
    case 'not-a-file':
      return {
        title: 'This is no file',
        what: `${file} is a folder, a device or a pipe.`,
        todo: 'Choose a file.',
        canRetry: true,
      };
    case 'changed':
      return {
        title: 'The file was changed meanwhile',
        what: `${file} changed while it was taken in, so what was read of it may be half old and half new.`,
        todo: 'Choose it again once nothing writes to it any more.',
        canRetry: true,
      };
    case 'newer':
      return {
        title: 'A newer version of Atom Explorer wrote this',
        what: `This version cannot read ${file}. Nothing in it was changed.`,
        todo: 'Update Atom Explorer, then try again.',
        canRetry: false,
      };
    case 'other':
      return {
        title: 'The file could not be used',
        what: `${file} could not be read or written.`,
        todo: 'Choose another file or folder, then try again.',
        canRetry: true,
      };
    default:
      return assertNever(failure);
  }
}

function sensitiveContentWords(error: AppError & { readonly code: 'sensitive_content' }): ErrorWords {
  const details = [
    error.failedIndex === null ? null : `atom ${error.failedIndex + 1} of the batch`,
    error.field === null ? null : `field “${visibleLine(error.field)}”`,
    error.pattern === null ? null : `pattern “${visibleLine(error.pattern)}”`,
    error.reason === null ? null : visibleLine(error.reason),
  ].filter((detail) => detail !== null);
  return {
    title: 'The value looks like a credential',
    what: `${visibleLine(error.message)}${details.length === 0 ? '' : ` Found: ${details.join(', ')}.`}`,
    todo: 'Nothing was stored. Take passwords, tokens and keys out of the value, then store it again.',
    canRetry: false,
  };
}

const inputNames: ReadonlyMap<string, string> = new Map([
  ['key', 'key'],
  ['value', 'value'],
  ['query', 'query'],
  ['limit', 'limit'],
  ['name', 'name'],
  ['baseUrl', 'base address'],
  ['apiKey', 'API key'],
]);

function correctionOf(field: string): string {
  const name = inputNames.get(field);
  return name === undefined ? 'Check what was entered.' : `Correct the ${name}.`;
}

const longestKeyInWords = 80;

function notFoundWords({ key, denial }: Extract<AppError, { readonly code: 'not_found' }>): ErrorWords {
  const { title, what, todo } = denialWords(denial ?? { kind: 'unproven' });
  return {
    title,
    what: key === null ? what : `${what} Asked for: “${shortened(key)}”.`,
    todo,
    canRetry: true,
  };
}

function shortened(key: string): string {
  const line = visibleLine(key.slice(0, longestKeyInWords));
  return key.length > longestKeyInWords ? `${line}…` : line;
}
