import type { LeafDigest, LinkRule, NodeRule, SiblingOrder, TreeShape } from '#shared/merkle/scheme.ts';

/** Short names of rules for the fields of the form. The words of the registry complete a sentence. */
export const nodeRuleNames: Readonly<Record<NodeRule, string>> = {
  'prefix-01': 'Byte 01 first',
  concat: 'No prefix',
  sorted: 'No prefix, smaller node first',
  double: 'No prefix, hashed twice',
  hex: 'No prefix, joined as lowercase hex',
};

export const treeShapeNames: Readonly<Record<TreeShape, string>> = {
  rfc6962: 'Odd last node moves up unchanged',
  'duplicate-last': 'Odd last node is paired with itself',
  'zero-pad': 'Zero leaves up to a power of two',
};

export const siblingOrderNames: Readonly<Record<SiblingOrder, string>> = {
  'leaf-to-root': 'From leaf to root',
  'root-to-leaf': 'From root to leaf',
};

export const leafDigestNames: Readonly<Record<LeafDigest, string>> = {
  'prefix-00': 'Byte 00 first',
  plain: 'No prefix',
  double: 'No prefix, hashed twice',
};

export const linkNames: Readonly<Record<LinkRule | 'none', string>> = {
  none: 'One tree',
  same: 'Two trees; the inner root is an outer leaf',
  'hash-00': 'Two trees; inner root hashed after byte 00',
  hash: 'Two trees; inner root hashed',
  'hash-hex': 'Two trees; inner root hashed as hex',
};
