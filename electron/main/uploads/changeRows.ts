/** What can be done with several rows at once. `again`: they wait to be sent once more, as they are. */
export type RowsChange =
  | { readonly kind: 'revert' }
  | { readonly kind: 'drop'; readonly dropped: boolean }
  | { readonly kind: 'allow'; readonly allowed: boolean }
  | { readonly kind: 'again' };
