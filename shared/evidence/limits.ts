/** What a bundle may hold at most. More is refused before it is read, and never written. */
export const evidenceLimits = {
  /** Of the file. */
  bytes: 32 * 1024 * 1024,
  /** How deep arrays and objects may be nested in the statement, proofs included. */
  depth: 64,
  /** JSON values of the statement altogether. */
  values: 2_000_000,
  /** One for each read, raw response, and checkpoint. */
  subjects: 21_001,
  reads: 20_000,
  missing: 100_000,
  rawResponses: 1_000,
  receipts: 1_000,
  columns: 10_000,
  ledgerEntries: 10_000,
  contradictions: 1_000,
  pins: 1_000,
  schemes: 64,
  notShown: 100,
  /** Rules of one scheme: the registry's all fit at first where a tree has one leaf. */
  rules: 2_000,
  /** Characters of a text, such as a value or the body of a response. */
  text: 32 * 1024 * 1024,
  /** Characters of a name, an id, or a code. */
  shortText: 1_000,
} as const;
