/** Actions on several rows at once. `again`: they will be sent once more, unchanged. */
export type RowsChange =
  | { readonly kind: 'revert' }
  | { readonly kind: 'drop'; readonly dropped: boolean }
  | { readonly kind: 'allow'; readonly allowed: boolean }
  | { readonly kind: 'again' };
