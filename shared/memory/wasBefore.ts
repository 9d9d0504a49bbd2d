/** When a request was sent and when its response was recorded, in epoch milliseconds. */
export interface AskedTimes {
  readonly askedAt: number;
  readonly at: number;
}

/**
 * Whether something was recorded before a request was sent. What has a time after the response was recorded too: somebody set
 * the clock back since. Only what was recorded while the request was under way has no order.
 */
export function wasBefore(recordedAt: number, { askedAt, at }: AskedTimes): boolean {
  return recordedAt < askedAt || recordedAt > at;
}
