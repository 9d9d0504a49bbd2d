import type { UploadRows } from './uploadRows.ts';

/** Initial data of the thread. */
export interface UploadThreadData {
  readonly folder: string;
  readonly dataKey: Uint8Array;
  readonly file: { readonly name: string; readonly bytes: number };
  readonly firstRevision: number;
}

/** Calls that have only an input and an output. */
export type PlainCall = Exclude<keyof UploadRows, 'addSourceFile' | 'stage' | 'report'>;

export interface UploadRequestOf<Call extends PlainCall> {
  readonly call: Call;
  readonly input: Parameters<UploadRows[Call]>;
}

/** Requests to the thread. */
export type UploadRequest =
  | { [Call in PlainCall]: UploadRequestOf<Call> }[PlainCall]
  | { readonly call: 'addSourceFile'; readonly input: readonly [path: string] }
  | { readonly call: 'stage'; readonly input: readonly [Parameters<UploadRows['stage']>[0]] }
  | {
      readonly call: 'report';
      readonly input: readonly [path: string, format: Parameters<UploadRows['report']>[1]];
    };

export type ToUploadThread =
  | { readonly kind: 'ask'; readonly id: number; readonly request: UploadRequest }
  /** The pending work must stop. */
  | { readonly kind: 'abort'; readonly id: number };

export type FromUploadThread =
  /** The upload was opened, or could not be, in which case the thread ends. */
  | { readonly kind: 'opened'; readonly failure: ThreadFailure | null }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: ThreadFailure };

/** An error as passed between threads; `code` of the file system. */
export interface ThreadFailure {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
}

export function failureOf(error: unknown): ThreadFailure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: null };
  const code: unknown = 'code' in error ? error.code : null;
  return { name: error.name, message: error.message, code: typeof code === 'string' ? code : null };
}

export function errorOf({ name, message, code }: ThreadFailure): Error {
  const error = new Error(message);
  error.name = name;
  return code === null ? error : Object.assign(error, { code });
}
