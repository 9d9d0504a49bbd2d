import { createContext } from 'react';

/** What helps with an error here, besides trying again. */
export interface ErrorHelp {
  /** Opens the form of the connection; null if there is none to edit. */
  readonly editConnection: ((at: { readonly beginsAtKey: boolean }) => void) | null;
  /** Shows the request that failed; null if it is not in the log. */
  readonly showRequest: ((requestId: string) => void) | null;
}

/** Filled by what knows the connection and the screens. */
export const ErrorHelpContext = createContext<ErrorHelp>({ editConnection: null, showRequest: null });
