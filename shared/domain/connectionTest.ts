import type { AppError } from './appError.ts';
import type { CertificateFacts } from './certificateFacts.ts';
import type { Connection } from './connection.ts';
import type { Dialect } from './serviceFacts.ts';

/** An encrypted connection, and the certificate that the service showed on it. */
export interface TlsFacts extends CertificateFacts {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
}

/** What one step of a connection test found. Nothing is claimed that no response showed. */
export type TestFinding =
  /** Something responds at the address. `elapsedMs` includes the encryption. */
  | { readonly step: 'reach' }
  /** null: not needed, because the service is on this computer. */
  | { readonly step: 'encryption'; readonly tls: TlsFacts | null }
  /** A key that should not exist was read. `status`: of a request without a key; null if there was none. */
  | { readonly step: 'key'; readonly withoutKey: number | null }
  /** The responses have the form of this dialect. */
  | { readonly step: 'dialect'; readonly dialect: Dialect }
  /** Only a write would show it. */
  | { readonly step: 'scope' }
  | { readonly step: 'list'; readonly hasList: boolean };

export type TestStepName = TestFinding['step'];

/** The steps in their order. After one that failed, the others are not run. */
export const testSteps = [
  'reach',
  'encryption',
  'key',
  'dialect',
  'scope',
  'list',
] as const satisfies readonly TestStepName[];

export type TestStep =
  | (TestFinding & {
      /** `unknown`: could not be learned. `absent`: the service does not have it, which is no fault. */
      readonly outcome: 'passed' | 'unknown' | 'absent';
      /** null if it needed no request of its own. */
      readonly elapsedMs: number | null;
    })
  | {
      readonly step: TestStepName;
      readonly outcome: 'failed';
      readonly elapsedMs: number | null;
      readonly error: AppError;
    };

/** In their order, as far as the test came. */
export type ConnectionTest = readonly TestStep[];

/** Whether each step was run, and none failed. Some may have learned nothing. */
export function hasPassed(test: ConnectionTest): boolean {
  return test.length === testSteps.length && test.every(({ outcome }) => outcome !== 'failed');
}

/** The result of replacing an API key. */
export interface KeyReplacement {
  /** Of the new key; null if it was not tested. */
  readonly test: ConnectionTest | null;
  /** With the new key; null if its test failed, so that the old one stays. */
  readonly connection: Connection | null;
}
