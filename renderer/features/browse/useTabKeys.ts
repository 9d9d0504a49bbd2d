import { useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { changeAtomTabs, closeTab, goAlongTrail, stepTab, type AtomTabs } from '../../state/tabStore.ts';

/** The mouse buttons Back and Forward. */
const backButton = 3;
const forwardButton = 4;

/** Keys and mouse buttons for the tabs of Browse and their history. */
export function useTabKeys(connectionId: ConnectionId): void {
  const change = (step: (view: AtomTabs) => AtomTabs) => (): void => changeAtomTabs(connectionId, step);
  const back = change((view) => goAlongTrail(view, -1));
  const forward = change((view) => goAlongTrail(view, 1));
  const next = change((view) => stepTab(view, 1));
  const previous = change((view) => stepTab(view, -1));
  useHotkeys(
    [
      ['mod+W', change((view) => (view.shown === null ? view : closeTab(view, view.shown)))],
      ['ctrl+Tab', next],
      ['ctrl+shift+Tab', previous],
      ['ctrl+PageDown', next],
      ['ctrl+PageUp', previous],
      ['mod+[', back],
      ['mod+]', forward],
    ],
    [],
  );
  // Not in text fields: on a Mac these keys move by a word.
  useHotkeys([
    ['alt+ArrowLeft', back],
    ['alt+ArrowRight', forward],
  ]);
  useEffect(() => {
    const onMouseUp = (event: MouseEvent): void => {
      if (event.button !== backButton && event.button !== forwardButton) return;
      event.preventDefault();
      const step = event.button === backButton ? -1 : 1;
      changeAtomTabs(connectionId, (view) => goAlongTrail(view, step));
    };
    window.addEventListener('mouseup', onMouseUp);
    return () => window.removeEventListener('mouseup', onMouseUp);
  }, [connectionId]);
}
