import { applying } from './phrases.ts';
import type { AppError, FileFailure } from '../domain/appError.ts';
import { denialWords } from './memoryWords.ts';
import type { ErrorWords, SomeErrorWords } from './shownError.ts';
import { networkWords } from './networkWords.ts';
import { retryWords, statusWords } from './statusWords.ts';
import { durationWords } from './times.ts';
import { visibleLine } from './visibleText.ts';

/** What went wrong and what to do about it, for the window, reports, and the command line alike. */
export function errorWords(error: AppError): ErrorWords {
  // From the main process; may quote the service.
  const said = visibleLine(error.message);
  return { what: said, canRetry: true, ...wordsOf(error, said) };
}

function wordsOf(error: AppError, said: string): SomeErrorWords {
  switch (error.code) {
    case 'unauthorized':
      return {
        title: 'The API key was not accepted',
        todo: 'Replace the API key of this connection, then try again.',
      };
    case 'forbidden':
      return error.during === 'read'
        ? {
            title: 'This API key cannot read this',
            todo: 'The service accepts the key, but does not allow it to do this. Use another key, or ask whoever issued this one what it allows.',
          }
        : {
            title: 'This API key cannot store atoms',
            todo: 'It does not have full scope: a read-only key can read and recall, but not store. Use a key with full scope.',
            canRetry: false,
          };
    case 'not_found':
      return notFoundWords(error);
    case 'payload_too_large':
      return {
        title: 'The value is too large',
        todo: 'Nothing was stored. Shorten the value, or split it into several atoms.',
        canRetry: false,
      };
    case 'sensitive_content':
      return sensitiveContentWords(error);
    case 'rate_limited':
      return {
        title: 'Too many requests',
        todo: retryWords(error.retryAfterMs),
      };
    case 'network':
      return networkWords(error.failure, error.address);
    case 'timeout':
      return timeoutWords(error);
    case 'server_error':
      return {
        title: 'The service has a problem',
        todo: 'Try again in a moment. If the problem persists, tell whoever runs the service.',
      };
    case 'unexpected_status':
      return statusWords(error.status);
    case 'bad_response':
      return {
        title: 'The response could not be read',
        what:
          error.field === null || said.includes(error.field)
            ? said
            : `${said} The invalid field is “${visibleLine(error.field)}”.`,
        todo: 'Check the base address, because something other than the service may be responding. Nothing in this response was used.',
      };
    case 'keychain_unavailable':
      return {
        title: 'Keychain unavailable',
        todo: 'Unlock your system’s keychain, then try again.',
      };
    case 'installation_key_missing':
      return {
        title: 'The installation key is missing',
        todo: 'If you have a backup of the keychain, restore it. Otherwise create a new key on the Evidence screen: the old fingerprint stays listed, and old signatures stay valid.',
      };
    case 'key_missing':
      return {
        title: 'This connection has no API key',
        what: 'No API key was entered, or its entry was removed from the keychain.',
        todo: 'Enter the API key of this connection.',
        canRetry: false,
      };
    case 'read_only':
      return {
        title: 'This connection is read-only',
        what: 'Nothing was sent. The read-only lock is set in Atom Explorer, not by the service.',
        todo: 'To store atoms, turn off the read-only lock in the settings of the connection.',
        canRetry: false,
      };
    case 'not_confirmed':
      return {
        title: 'This write was not confirmed',
        what: `${said} Nothing was sent.`,
        todo: 'Store again, and confirm what is written and where. If an upload was sending, stop it, then send the remaining rows.',
        canRetry: false,
      };
    case 'address_changed':
      return {
        title: 'The address of this connection changed',
        what: `${said} Nothing was sent to the new address.`,
        todo: `To continue, change the address back to “${visibleLine(error.address)}”. To use the new address, cancel and start again.`,
      };
    case 'cancelled':
      return {
        title: 'Canceled',
        what: 'The request was stopped before it finished.',
        todo: 'Start it again when you want to.',
      };
    case 'invalid_input':
      return {
        title: 'This cannot be sent',
        todo: `${correctionOf(error.field)} Nothing was sent.`,
        canRetry: false,
      };
    case 'demo_unavailable':
      return {
        title: 'The demo memory is not running',
        todo: 'Try to start it again. If it keeps failing, restart Atom Explorer.',
      };
    case 'file_failed':
      return fileWords(error.failure, error.path);
    case 'upload_lost':
      return {
        title: 'The upload cannot be resumed',
        what: `${said} Its files were moved to “${visibleLine(error.folder)}”.`,
        todo: 'Rows that were stored stay stored. Choose the file again and compare it with the service, so that you can skip rows that it already has.',
      };
    case 'evidence_refused':
      return {
        title: 'This cannot be used as evidence',
        todo: 'Nothing was opened, signed, or saved.',
        canRetry: false,
      };
    case 'ledger_doubted':
      return {
        title: 'The ledger was not signed',
        todo: 'Accept the loss first, or restore a backup.',
        canRetry: false,
      };
    case 'timestamp_failed':
      return {
        title: 'No timestamp was issued',
        todo: 'Nothing was saved. Try again later or use another authority, or export without a timestamp.',
      };
    case 'internal':
      return {
        title: 'Something went wrong in Atom Explorer',
        todo: 'This is a bug in the app, not a problem with your memory. Try again. If it keeps happening, please report it.',
      };
  }
}

function timeoutWords({
  address,
  afterMs,
  isSlow,
  isTrickle,
}: AppError & { readonly code: 'timeout' }): SomeErrorWords {
  const from = visibleLine(address);
  if (isTrickle === true)
    return {
      title: 'The response came too slowly',
      what: `Almost nothing of it came from ${from} for ${durationWords(afterMs)}, so the request was stopped.`,
      todo: 'The service may be busy, or the network may be interrupted. Try again.',
    };
  return isSlow === true
    ? {
        title: 'The transfer took too long',
        what: `Data was still moving to or from ${from} after ${durationWords(afterMs)}, so the request was stopped.`,
        todo: 'The connection is slow. Request less at once, or try again on a faster network.',
      }
    : {
        title: 'The request timed out',
        what: `${from} did not respond for ${durationWords(afterMs)}.`,
        todo: 'The service may be busy, or the network may be interrupted. Try again.',
      };
}

function fileWords(failure: FileFailure, path: string): SomeErrorWords {
  const file = visibleLine(path);
  switch (failure) {
    case 'denied':
      return {
        title: 'No permission for this file',
        what: `You do not have permission to open or write ${file}.`,
        todo: 'Choose another file or folder, or change its permissions.',
      };
    case 'missing':
      return {
        title: 'File not found',
        what: `${file} or its folder does not exist.`,
        todo: 'Choose the file again.',
      };
    case 'full':
      return {
        title: 'The disk is full',
        what: `${file} could not be written. The file that was there before is unchanged.`,
        todo: 'Free up space on this disk, then try again.',
      };
    case 'too-large':
      return {
        title: 'The file is too large',
        what: `${file} is larger than Atom Explorer can open.`,
        todo: 'Split it into smaller files.',
        canRetry: false,
      };
    case 'not-a-file':
      return {
        title: 'Not a file',
        what: `${file} is a folder, a device, or a pipe.`,
        todo: 'Choose a file.',
      };
    case 'changed':
      return {
        title: 'The file changed while it was read',
        what: `${file} changed while it was being read, so old and new parts may be mixed.`,
        todo: 'Choose it again once no other program is writing to it.',
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
      };
  }
}

function sensitiveContentWords(error: AppError & { readonly code: 'sensitive_content' }): SomeErrorWords {
  const details = applying([
    error.failedIndex === null ? null : `atom ${error.failedIndex + 1} of the batch`,
    error.field === null ? null : `field “${visibleLine(error.field)}”`,
    error.pattern === null ? null : `pattern “${visibleLine(error.pattern)}”`,
    error.reason === null ? null : visibleLine(error.reason),
  ]);
  return {
    title: 'The value looks like a credential',
    what: `${visibleLine(error.message)}${details.length === 0 ? '' : ` Found: ${details.join(', ')}.`}`,
    todo: 'Nothing was stored. Remove passwords, tokens, and keys from the value, then store it again.',
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
  return name === undefined ? 'Check your input.' : `Correct the ${name}.`;
}

const longestKeyInWords = 80;

function notFoundWords({ key, denial }: Extract<AppError, { readonly code: 'not_found' }>): SomeErrorWords {
  const { title, what, todo } = denialWords(denial ?? { kind: 'unproven' });
  return {
    title,
    what: key === null ? what : `${what} Requested key: “${shortened(key)}”.`,
    todo,
  };
}

function shortened(key: string): string {
  const line = visibleLine(key.slice(0, longestKeyInWords));
  return key.length > longestKeyInWords ? `${line}…` : line;
}
