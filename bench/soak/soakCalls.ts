import type { AuditVerdict } from '#shared/audit/auditVerdict.ts';
import type { AuditInfo } from '#shared/domain/audit.ts';
import type { AppError } from '#shared/domain/appError.ts';
import type { Upload, UploadAnswer } from '#shared/domain/upload.ts';

/** One atom as the app shows it. */
export interface ShownAtom {
  readonly key: string;
  readonly value: string;
  readonly verdict: string;
  /** Checks that failed. */
  readonly failed: readonly string[];
}

export interface AuditNow {
  readonly state: AuditInfo['state']['kind'];
  /** null until it has ended. */
  readonly verdict: AuditVerdict | null;
}

export interface Vitals {
  /** After a garbage collection, in bytes. */
  readonly heap: number;
  readonly rss: number;
  /** Open handles and requests of the process, such as sockets and timers. */
  readonly handles: number;
}

/** What the soak test asks of the app in its own process; the results of the calls are plain data. */
export interface SoakCalls {
  /** Adds the connection, unless it is there already. */
  readonly open: (input: { address: string; apiKey: string }) => Promise<null>;
  readonly read: (key: string) => Promise<Answer<ShownAtom>>;
  readonly readMany: (keys: readonly string[]) => Promise<Answer<readonly ShownAtom[]>>;
  readonly recall: (query: string) => Promise<Answer<readonly ShownAtom[]>>;
  readonly store: (atom: {
    key: string;
    value: string;
  }) => Promise<Answer<'stored' | 'unknown' | 'conflict'>>;
  readonly storeMany: (
    atoms: readonly { key: string; value: string }[],
  ) => Promise<Answer<'stored' | 'unknown' | 'conflict'>>;
  /** Chooses this file, stages it, and starts to send it. */
  readonly upload: (file: string) => Promise<Answer<null>>;
  readonly uploadState: () => Promise<Answer<Upload | null>>;
  /** Continues what was interrupted, is paused, or waits. */
  readonly resumeUpload: () => Promise<Answer<null>>;
  readonly answerUpload: (answer: UploadAnswer) => Promise<Answer<null>>;
  /** Keys of rows that are shown as stored, or as the same before. */
  readonly uploadedKeys: () => Promise<Answer<readonly string[]>>;
  readonly discardUpload: () => Promise<Answer<null>>;
  /** Starts an audit of these keys, and resolves to its ID. */
  readonly audit: (keys: readonly string[]) => Promise<Answer<string>>;
  readonly auditState: (auditId: string) => Promise<Answer<AuditNow>>;
  readonly resumeAudit: (auditId: string) => Promise<Answer<null>>;
  readonly deleteAudit: (auditId: string) => Promise<Answer<null>>;
  readonly vitals: () => Promise<Vitals>;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError };

export type ToApp =
  | { readonly kind: 'call'; readonly id: number; readonly name: keyof SoakCalls; readonly input: unknown }
  | {
      readonly kind: 'secret';
      readonly id: number;
      readonly secret: string | null;
      readonly locked: boolean;
    };

export type FromApp =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'thrown'; readonly id: number; readonly message: string }
  | { readonly kind: 'logged'; readonly message: string }
  | {
      readonly kind: 'keychain';
      readonly id: number;
      readonly call: 'get' | 'set' | 'remove';
      readonly account: string;
      readonly secret: string | null;
    };
