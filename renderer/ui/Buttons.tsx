import {
  ActionIcon,
  Button,
  Menu,
  type ActionIconProps,
  type ButtonProps,
  type MenuItemProps,
} from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Tip, type TipSide } from './Tip.tsx';

/** The attributes of a `<button>`, beside the props of a Mantine component. */
type WithAttributes<Props> = Props & Omit<ComponentProps<'button'>, keyof Props>;

interface Blockable {
  /** Why it cannot be used now; null if it can. A blocked button keeps the focus, and its tooltip gives the reason. */
  readonly blocked?: string | null;
}

function blockedProps(blocked: string | null | undefined) {
  return blocked === null || blocked === undefined
    ? {}
    : { 'aria-disabled': true, 'data-disabled': true, onClick: undefined };
}

export type SmallButtonProps = WithAttributes<ButtonProps> &
  Blockable & {
    readonly icon?: Icon;
    readonly tooltip?: string;
  };

/** The button of toolbars and panes: `<SmallButton icon={IconPlus} onClick={add}>New</SmallButton>`. */
export function SmallButton({ icon: Glyph, blocked, tooltip, ...rest }: SmallButtonProps) {
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={Glyph !== undefined && <Glyph size={14} aria-hidden />}
      {...rest}
      {...blockedProps(blocked)}
    />
  );
  return blocked === undefined && tooltip === undefined ? (
    button
  ) : (
    <Tip label={blocked ?? tooltip} isInstant={typeof blocked === 'string'}>
      {button}
    </Tip>
  );
}

type IconButtonProps = WithAttributes<ActionIconProps> &
  Blockable & {
    readonly icon: Icon;
    readonly label: string;
    /** Default: the label. Adds what does not belong in a name, such as the shortcut. */
    readonly tooltip?: string;
    readonly tooltipSide?: TipSide;
  };

/** A button with an icon alone. Its label is its name and its tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon: Glyph, label, tooltip = label, tooltipSide, blocked, ...rest } = props;
  return (
    <Tip label={blocked ?? tooltip} side={tooltipSide}>
      <ActionIcon aria-label={label} {...rest} {...blockedProps(blocked)}>
        <Glyph size={rest.size === 'sm' ? 15 : 16} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}

type IconMenuItemProps = WithAttributes<MenuItemProps> & { readonly icon: Icon };

/** A command of a menu with its icon. */
export function IconMenuItem({ icon: Glyph, ...rest }: IconMenuItemProps) {
  return <Menu.Item leftSection={<Glyph size={15} aria-hidden />} {...rest} />;
}
