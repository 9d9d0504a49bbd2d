/** A link into the app, which only fills in a form or chooses an atom. It never carries a key. */
export type AppLink = {
  /** A base address, not checked yet. Without a user name, a password, a query, and a fragment. */
  readonly address: string;
  /** The link carried what looks like a key, which was dropped. */
  readonly hadSecret: boolean;
} & (
  | { readonly kind: 'connect'; readonly name: string }
  /** An atom of a connection with this address. */
  | { readonly kind: 'atom'; readonly key: string }
);

/** `unreadable`: it is no link into the app. Nothing of it is shown, because anyone can make one. */
export type GivenLink = AppLink | { readonly kind: 'unreadable' };
