import type { ConnectionId } from '#shared/domain/connection.ts';
import { useCommand } from '../../commands/registry.ts';
import {
  changeAtomTabs,
  closeOtherTabs,
  closeTab,
  reopenTab,
  stepTab,
  useAtomTabs,
  type AtomTabs,
} from '../../state/tabStore.ts';

/** The commands for the tabs of Browse. */
export function useTabCommands(connectionId: ConnectionId): void {
  const open = useAtomTabs(connectionId, ({ tabs }) => tabs.length);
  const canReopen = useAtomTabs(connectionId, (view) => reopenTab(view) !== view);
  const change = (step: (view: AtomTabs) => AtomTabs) => (): void => changeAtomTabs(connectionId, step);
  const onShown = (step: (view: AtomTabs, key: string) => AtomTabs) =>
    change((view) => (view.shown === null ? view : step(view, view.shown)));
  useCommand('closeTab', open === 0 ? null : onShown(closeTab));
  useCommand('closeOtherTabs', open < 2 ? null : onShown(closeOtherTabs));
  useCommand('reopenTab', canReopen ? change(reopenTab) : null);
  useCommand('nextTab', open < 2 ? null : change((view) => stepTab(view, 1)));
  useCommand('previousTab', open < 2 ? null : change((view) => stepTab(view, -1)));
}
