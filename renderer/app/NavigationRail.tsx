import { Menu, Space, UnstyledButton } from '@mantine/core';
import {
  IconArrowsLeftRight,
  IconCheck,
  IconDeviceDesktop,
  IconMoon,
  IconPlug,
  IconSun,
  IconSunMoon,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { UploadMark } from '../features/upload/send/UploadSigns.tsx';
import {
  memoryScreens,
  otherScreens,
  screenDigit,
  showScreen,
  themeChoices,
  type ScreenName,
  useAppStore,
} from '../state/appStore.ts';
import { ProductMark } from '../ui/ProductMark.tsx';
import { useShortcutText } from '../ui/shortcutText.ts';
import { TrialRuntimeNote } from '../ui/TrialRuntimeNote.tsx';
import { Tip } from '../ui/Tip.tsx';
import classes from './App.module.css';
import { otherScreenLabels, screens } from './screens.tsx';

const otherIcons = { requests: IconArrowsLeftRight, connections: IconPlug } as const;

interface NavigationRailProps {
  readonly screen: ScreenName;
  /** The active connection; null if there is none. */
  readonly memory: ConnectionId | null;
}

export function NavigationRail({ screen, memory }: NavigationRailProps) {
  const shortcut = useShortcutText();
  return (
    <nav className={classes.rail} aria-label="Screens">
      <ProductMark size={26} />
      <Space h="2xs" />
      {memoryScreens.map((name, index) => {
        const digit = screenDigit(index);
        const isOpen = memory !== null || screens[name].worksAlone === true;
        return (
          <RailButton
            key={name}
            icon={screens[name].icon}
            label={screens[name].label}
            hint={
              isOpen ? (digit === null ? undefined : shortcut(`Mod+${digit}`)) : 'Open a connection first'
            }
            isCurrent={screen === name}
            isDisabled={!isOpen}
            onClick={() => showScreen(name)}
            mark={name === 'upload' && memory !== null && <UploadMark key={memory} connectionId={memory} />}
          />
        );
      })}
      <Space flex={1} />
      <TrialRuntimeNote />
      {otherScreens.map((name) => (
        <RailButton
          key={name}
          icon={otherIcons[name]}
          label={otherScreenLabels[name]}
          isCurrent={screen === name}
          onClick={() => showScreen(name)}
        />
      ))}
      <ThemeMenu />
    </nav>
  );
}

interface RailButtonProps {
  readonly icon: Icon;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isCurrent: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  /** Drawn at the icon. */
  readonly mark?: ReactNode;
}

function RailButton(props: RailButtonProps) {
  const { icon: Glyph, label, hint, isCurrent, isDisabled = false, onClick, mark } = props;
  return (
    <Tip label={hint} side="right">
      <UnstyledButton
        className={classes.railButton}
        aria-current={isCurrent ? 'page' : undefined}
        aria-disabled={isDisabled}
        onClick={isDisabled ? undefined : onClick}
      >
        <Glyph size={20} stroke={1.7} aria-hidden />
        <span>{label}</span>
        {mark}
      </UnstyledButton>
    </Tip>
  );
}

const themeLooks = {
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
  system: { label: 'System', icon: IconDeviceDesktop },
} as const;

function ThemeMenu() {
  const theme = useAppStore((state) => state.theme);
  return (
    <Menu position="right-end" checkIcon={<IconCheck size={14} aria-hidden />}>
      <Menu.Target>
        <UnstyledButton className={classes.railButton}>
          <IconSunMoon size={20} stroke={1.7} aria-hidden />
          <span>Theme</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={theme}>
          {themeChoices.map((choice) => {
            const { label, icon: Glyph } = themeLooks[choice];
            return (
              <Menu.RadioItem
                key={choice}
                value={choice}
                closeMenuOnClick
                onChange={() => useAppStore.setState({ theme: choice })}
                rightSection={<Glyph size={16} aria-hidden />}
              >
                {label}
              </Menu.RadioItem>
            );
          })}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
