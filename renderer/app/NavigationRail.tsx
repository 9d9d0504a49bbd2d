import { Space, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsLeftRight, IconPlug, IconSettings, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { UploadMark } from '../features/upload/send/UploadSigns.tsx';
import { railScreens, screenGroups, showScreen, type ScreenName } from '../state/appStore.ts';
import { keysIn, useShortcutStore } from '../commands/shortcutStore.ts';
import { shortcutText } from '../ui/shortcutText.ts';
import { ProductMark } from '../ui/ProductMark.tsx';
import { TrialRuntimeNote } from '../widgets/TrialRuntimeNote.tsx';
import { Tip } from '../ui/Tip.tsx';
import classes from './App.module.css';
import { screenCommands } from './screenCommands.ts';
import { otherScreenLabels, screens } from './screens.tsx';

const otherIcons = { requests: IconArrowsLeftRight, connections: IconPlug, settings: IconSettings } as const;

/** A small window, or a large zoom. */
const compactRail = '(max-width: 640px), (max-height: 480px)';

interface NavigationRailProps {
  readonly screen: ScreenName;
  /** The active connection; null if there is none. */
  readonly memory: ConnectionId | null;
}

export function NavigationRail({ screen, memory }: NavigationRailProps) {
  const own = useShortcutStore((state) => state.own);
  const keyOf = (name: ScreenName): string | undefined =>
    keysIn(own, screenCommands[name]).map(shortcutText)[0];
  const isCompact = useMediaQuery(compactRail, undefined, { getInitialValueInEffect: false });
  return (
    <nav className={classes.rail} aria-label="Screens" data-pane data-compact={isCompact || undefined}>
      <ProductMark size={26} />
      <Space h="2xs" />
      {screenGroups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label} style={{ display: 'contents' }}>
          <span className={classes.railGroupName} aria-hidden>
            {group.label}
          </span>
          {group.screens.map((name) => {
            const isOpen = memory !== null || screens[name].worksAlone === true;
            return (
              <RailButton
                key={name}
                icon={screens[name].icon}
                label={screens[name].label}
                hint={isOpen ? keyOf(name) : 'Open a connection first'}
                isCompact={isCompact}
                isCurrent={screen === name}
                isDisabled={!isOpen}
                onClick={() => showScreen(name)}
                mark={
                  name === 'upload' && memory !== null && <UploadMark key={memory} connectionId={memory} />
                }
              />
            );
          })}
        </div>
      ))}
      <Space flex={1} />
      <TrialRuntimeNote />
      {railScreens.map((name) => (
        <RailButton
          key={name}
          icon={otherIcons[name]}
          label={otherScreenLabels[name]}
          isCompact={isCompact}
          hint={keyOf(name)}
          isCurrent={screen === name}
          onClick={() => showScreen(name)}
        />
      ))}
    </nav>
  );
}

interface RailButtonProps {
  readonly icon: Icon;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Only the icon is seen: the tooltip says the label. */
  readonly isCompact: boolean;
  readonly isCurrent: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  /** Drawn at the icon. */
  readonly mark?: ReactNode;
}

function RailButton(props: RailButtonProps) {
  const { icon: Glyph, label, hint, isCompact, isCurrent, isDisabled = false, onClick, mark } = props;
  const tip = isCompact ? (hint === undefined ? label : `${label} (${hint})`) : hint;
  return (
    <Tip label={tip} side="right">
      <UnstyledButton
        className={classes.railButton}
        aria-current={isCurrent ? 'page' : undefined}
        aria-disabled={isDisabled}
        onClick={isDisabled ? undefined : onClick}
      >
        <Glyph size={20} stroke={1.7} aria-hidden />
        <span className={classes.railName}>{label}</span>
        {mark}
      </UnstyledButton>
    </Tip>
  );
}
