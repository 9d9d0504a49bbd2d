/** The codes of the API (section 7), and after the dash our own, where it defines none. */
export type ErrorCode =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'SENSITIVE_CONTENT_REJECTED'
  | 'RATE_LIMITED'
  // -
  | 'INVALID_REQUEST'
  | 'UNKNOWN_PATH'
  | 'WRONG_HOST'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'OUTCOME_UNKNOWN'
  | 'FAULT';

const statusOf = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  SENSITIVE_CONTENT_REJECTED: 422,
  RATE_LIMITED: 429,
  INVALID_REQUEST: 400,
  UNKNOWN_PATH: 404,
  WRONG_HOST: 421,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 500,
  FAULT: 503,
} as const satisfies Record<ErrorCode, number>;

/** Further members of the error body. */
export interface ErrorDetails {
  /** The member of the request that caused the error, such as `value`. */
  readonly field?: string;
  /** Its index in the array of a batch. */
  readonly failedIndex?: number;
  readonly reason?: string;
  readonly pattern?: string | null;
  /** The limit in bytes, items, or characters. */
  readonly limit?: number;
}

/**
 * Refuses a request. The message is for people; neither it nor the details ever contain a value or an API
 * key.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = options.status ?? statusOf[code];
    this.headers = options.headers ?? {};
  }

  readonly headers: Readonly<Record<string, string>>;
}
