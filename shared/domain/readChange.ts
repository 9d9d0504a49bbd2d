export const readChangeKinds = [
  'first-read',
  'version',
  'content',
  'verdict',
  'not-returned',
  'returned',
  'rewritten',
  'went-back',
  'denied',
] as const;
/**
 * Never read before; a later version; other content where no version tells; another verdict; not returned, unlike before;
 * returned again. The last three contradict the memory: the same version with other content; a lower version; not returned
 * although proven under the root of the same answer.
 */
export type ReadChangeKind = (typeof readChangeKinds)[number];
