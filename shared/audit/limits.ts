/** What a file of an audit may contain. */
export const auditLimits = {
  /** Characters of a line. A key of the longest length that the app sends fits, escaped. */
  line: 6_100_000,
  /** UTF-16 units. */
  key: 1_000_000,
  text: 10_000,
  records: 5_000_000,
  roots: 100_000,
  pins: 500,
  shards: 10_000,
  words: 1_000,
  rules: 10_000,
  codes: 200,
} as const;
