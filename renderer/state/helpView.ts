import { create } from 'zustand';
import { showScreen } from './appStore.ts';

/** The page that Help shows. */
export interface HelpPlace {
  /** The name of its file in `docs/`, without `.md`. */
  readonly page: string;
  /** A heading to scroll to; null: the beginning. */
  readonly anchor: string | null;
}

interface HelpView {
  readonly place: HelpPlace;
  readonly search: string;
}

export const useHelpView = create<HelpView>()(() => ({
  place: { page: 'tutorial', anchor: null },
  search: '',
}));

/** Opens Help at a page, or where it was left. */
export function showHelp(page?: string, anchor: string | null = null): void {
  if (page !== undefined) useHelpView.setState({ place: { page, anchor } });
  showScreen('help');
}
