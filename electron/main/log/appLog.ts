import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { cutText } from '#shared/text/cutText.ts';

export type LogLevel = 'error' | 'info';

/**
 * The file that a user can send with a bug report: what went wrong, without API keys and without values of
 * atoms.
 */
export interface AppLog {
  readonly file: string;
  /** From now on, `clean` removes secrets from every text. It is set before the app has any. */
  readonly cleanWith: (clean: (text: string, replacement: string) => string) => void;
  /** Writes synchronously, so that the last messages before a crash are in the file. Never throws. */
  readonly write: (level: LogLevel, message: string, detail?: unknown) => void;
  /** Deletes what it has, also of the full file before it. Never throws. */
  readonly clear: () => void;
}

export interface AppLogOptions {
  readonly folder: string;
  /** A second destination for each line: the terminal, if there is one. */
  readonly echo: (line: string) => void;
  /** File size in bytes at which the file is renamed to `main.old.log`, replacing the previous one. */
  readonly mostBytes?: number;
}

const defaultMostBytes = 1024 * 1024;
/** Longest entry, in characters. */
const longestEntry = 16_000;

export function createAppLog({ folder, echo, mostBytes = defaultMostBytes }: AppLogOptions): AppLog {
  const file = path.join(folder, 'main.log');
  let withoutSecrets = (text: string, _replacement: string): string => text;
  // If it cannot be created, lines still go to the terminal.
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    echo(`Could not write the log file: ${describe(error)}`);
  }
  return {
    file,
    cleanWith: (clean) => {
      withoutSecrets = clean;
    },
    write: (level, message, detail) => {
      const text = detail === undefined ? message : `${message} ${describe(detail)}`;
      const line = cutText(withoutCredentials(withoutSecrets(printable(text), replacement)), longestEntry);
      echo(line);
      append(file, `${timeOf(new Date())} [${level}] ${line}\n`, mostBytes);
    },
    clear: () => {
      try {
        for (const each of [file, oldFile(file)]) rmSync(each, { force: true });
      } catch (error) {
        echo(`Could not delete the log file: ${describe(error)}`);
      }
    },
  };
}

function oldFile(file: string): string {
  return file.replace(/\.log$/, '.old.log');
}

/** Renames the file first if it is full. */
function append(file: string, entry: string, mostBytes: number): void {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= mostBytes) {
      renameSync(file, oldFile(file));
    }
    appendFileSync(file, entry, { mode: 0o600 });
  } catch {
    // The line is on the terminal.
  }
}

/** Local time, as `2026-01-31 09:05:00.123`. */
function timeOf(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${day} ${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** An error's own properties may contain a whole request. Its stack and causes are enough. */
function describe(detail: unknown): string {
  if (detail instanceof Error) {
    const cause = detail.cause === undefined ? '' : `\n  caused by: ${describe(detail.cause)}`;
    return `${detail.stack ?? String(detail)}${cause}`;
  }
  if (typeof detail === 'string') return detail;
  return inspect(detail, { depth: 2, maxArrayLength: 20, maxStringLength: 200, breakLength: 120 });
}

/** Escape sequences in quoted text would affect the terminal that shows it. */
function printable(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '\uFFFD');
}

const replacement = '[removed]';

/** Credentials in headers and addresses, whoever wrote them. */
const credentials: readonly (readonly [pattern: RegExp, replaced: string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${replacement}`],
  [
    /\b((?:proxy-)?authorization|x-api-key|api[-_]?key|cookie)(["']?\s*[:=]\s*["']?)[^\s"',;]+/gi,
    `$1$2${replacement}`,
  ],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${replacement}@`],
];

function withoutCredentials(text: string): string {
  return credentials.reduce((cleaned, [pattern, replaced]) => cleaned.replace(pattern, replaced), text);
}
