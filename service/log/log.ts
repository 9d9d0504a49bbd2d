export const levels = ['error', 'warn', 'info', 'debug'] as const;
export type Level = (typeof levels)[number];

export const logForms = ['text', 'json'] as const;
export type LogForm = (typeof logForms)[number];

/** What a line says besides its message. There is no place for values, keys of atoms, or API keys. */
export interface LogDetails {
  /** `info` if omitted. */
  readonly level?: Level;
  /** As in the header `X-Request-Id` of the response. */
  readonly requestId?: string;
  readonly method?: string;
  /** With `{key}` in place of a key. */
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
  /** The ID of the API key. */
  readonly client?: string;
}

/** Writes a line. The message never contains a value, the key of an atom, an API key, or a password. */
export type Log = (message: string, details?: LogDetails) => void;

export interface LogOptions {
  readonly form: LogForm;
  /** Lines of later levels are left out. */
  readonly level: Level;
  readonly write: (text: string) => void;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
}

export function createLog({ form, level: least, write, clock = Date.now }: LogOptions): Log {
  return (message, { level = 'info', ...details } = {}) => {
    if (levels.indexOf(level) > levels.indexOf(least)) return;
    const safe = withoutSecrets(message);
    if (form === 'text') {
      write(`${details.requestId === undefined ? '' : `${details.requestId} `}${safe}\n`);
      return;
    }
    const time = new Date(clock()).toISOString();
    write(`${JSON.stringify({ time, level, message: safe, ...details })}\n`);
  };
}

/** A second line of defense: what looks like an API key of the service, or a password in an address, is never written. */
function withoutSecrets(message: string): string {
  return message
    .replaceAll(/\batom_(?:full|read)_[\w-]+/g, 'atom_***')
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@]*@/gi, '$1:***@');
}
