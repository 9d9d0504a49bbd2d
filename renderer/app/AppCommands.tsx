import { useEffect, useRef } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { readOnlyWords } from '#shared/text/phrases.ts';
import { showLogFile } from '../api/files.ts';
import { openWindow } from '../api/app.ts';
import { followShortcuts } from '../commands/dispatch.ts';
import { findField, goToFindField } from '../commands/findField.ts';
import { followPanes, stepPane } from '../commands/panes.ts';
import { useCommand } from '../commands/registry.ts';
import { followOtherWindows, reportToMenu } from '../commands/reports.ts';
import {
  isOther,
  openConnectionForm,
  showScreen,
  showServiceFacts,
  useAppStore,
  type ScreenName,
  type ThemeChoice,
} from '../state/appStore.ts';
import { openNewAudit } from '../state/auditView.ts';
import { delimiterOf } from '../state/browsePreferences.ts';
import { browseView } from '../state/browseStore.ts';
import { openCommandDialog, openPalette, useCommandDialog } from '../state/commandDialogStore.ts';
import { beginNewAtom } from '../state/editorStore.ts';
import { showHelp } from '../state/helpView.ts';
import { rootPath } from '../state/keyPaths.ts';
import { followPlaces, goToPlace, keepPlacesOf, useCanGo } from '../state/placeStore.ts';
import { beginTour } from '../state/tourStore.ts';
import { loadOnUse } from '../ui/loadOnUse.tsx';
import { notifyFailure } from '../ui/notify.ts';
import { helpOfScreen, screenCommands } from './screenCommands.ts';
import { screens } from './screens.tsx';

const CommandDialogs = loadOnUse(
  async () => (await import('../features/palette/CommandDialogs.tsx')).CommandDialogs,
  null,
);

/** The commands of the whole window, its keys, and the dialogs of commands. */
export function AppCommands({ connections }: { readonly connections: readonly Connection[] }) {
  const activeId = useAppStore((state) => state.activeConnectionId);
  const active = connections.find(({ id }) => id === activeId) ?? null;
  const dialog = useCommandDialog((state) => state.dialog);
  useEffect(() => {
    const stops = [followShortcuts(), followPanes(), followPlaces(), followOtherWindows(), reportToMenu()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => keepPlacesOf(connections), [connections]);

  useCommand('palette', () => openPalette('all'));
  useCommand('goToKey', active && (() => openPalette('keys')));
  useCommand('switchConnection', () => openPalette('connections'));
  useCommand('screenHelp', () => showHelp(...helpOfScreen[useAppStore.getState().screen]));
  useCommand('tour', active?.kind === 'demo' ? beginTour : null);
  useCommand('shortcuts', () => openCommandDialog('shortcuts'));
  useCommand('changeShortcuts', () => openCommandDialog('shortcutSettings'));
  useCommand('connect', () => openConnectionForm({ kind: 'add' }));
  useCommand('find', goToFindField, { isEverywhere: true, when: () => findField() !== null });
  useCommand('nextPane', () => stepPane(1));
  useCommand('previousPane', () => stepPane(-1));
  useCommand('back', useCanGo(-1) ? () => goToPlace(-1) : null);
  useCommand('forward', useCanGo(1) ? () => goToPlace(1) : null);
  useCommand('showLogFile', () => void showLogFile().catch(notifyFailure));
  useCommand('newWindow', active && (() => void openWindowOf(active)));
  useCommand('newAtom', active && (() => beginAtom(active)), {
    blocked: active?.readOnly === true ? readOnlyWords : null,
  });
  useCommand('auditKnownKeys', active && (() => openNewAudit(active.id, { kind: 'all' })));
  useCommand(
    'serviceFacts',
    active === null || active.kind === 'snapshot' ? null : () => showServiceFacts(active.id),
  );
  return (
    <>
      <ThemeCommand id="themeLight" theme="light" />
      <ThemeCommand id="themeDark" theme="dark" />
      <ThemeCommand id="themeSystem" theme="system" />
      {(Object.keys(screenCommands) as ScreenName[]).map((name) => (
        <ScreenCommand key={name} name={name} isOpen={active !== null || worksAlone(name, connections)} />
      ))}
      {dialog !== null && <CommandDialogs dialog={dialog} connections={connections} active={active} />}
    </>
  );
}

/** The welcome page takes the place of most screens at the end of the rail. */
function worksAlone(name: ScreenName, connections: readonly Connection[]): boolean {
  if (name === 'requests' || name === 'connections') return connections.length > 0;
  return isOther(name) || screens[name].worksAlone === true;
}

function openWindowOf({ id }: Connection): Promise<unknown> {
  return openWindow({ connectionId: id }).catch(notifyFailure);
}

/** Below the branch that the table of Browse shows. */
function beginAtom({ id }: Connection): void {
  const { path } = browseView(id);
  showScreen('browse');
  beginNewAtom(id, path === rootPath ? '' : `${path}${delimiterOf(id)}`);
}

interface ThemeCommandProps {
  readonly id: 'themeLight' | 'themeDark' | 'themeSystem';
  readonly theme: ThemeChoice;
}

function ThemeCommand({ id, theme }: ThemeCommandProps) {
  useCommand(id, () => useAppStore.setState({ theme }));
  return null;
}

interface ScreenCommandProps {
  readonly name: ScreenName;
  /** Whether it can be shown: most screens need a connection. */
  readonly isOpen: boolean;
}

/** Shows a screen, and moves the focus to its heading, unless the screen itself puts it somewhere. */
function ScreenCommand({ name, isOpen }: ScreenCommandProps) {
  const before = useRef<{ readonly focused: Element | null } | null>(null);
  const screen = useAppStore((state) => state.screen);
  useEffect(() => {
    if (before.current === null || screen !== name) return;
    const { focused } = before.current;
    before.current = null;
    const now = document.activeElement;
    if (now === focused || now === document.body || now?.closest('main') === null) focusHeading();
  }, [screen, name]);
  useCommand(
    screenCommands[name],
    isOpen
      ? () => {
          if (screen === name) focusHeading();
          else {
            before.current = { focused: document.activeElement };
            showScreen(name);
          }
        }
      : null,
  );
  return null;
}

/** For screen readers, which then read from the top of the screen, and for the Tab key. */
function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (heading === null) return;
  if (heading.tabIndex < 0) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
