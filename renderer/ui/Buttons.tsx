import {
  ActionIcon,
  Button,
  Menu,
  Tooltip,
  type ActionIconProps,
  type ButtonProps,
  type FloatingPosition,
  type MenuItemProps,
} from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

/** The attributes of a `<button>`, beside the props of a Mantine component. */
type WithAttributes<Props> = Props & Omit<ComponentProps<'button'>, keyof Props>;

type SmallButtonProps = WithAttributes<ButtonProps> & { readonly icon?: Icon };

/** The button of toolbars and panes: `<SmallButton icon={IconPlus} onClick={add}>New</SmallButton>`. */
export function SmallButton({ icon: Glyph, ...rest }: SmallButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={Glyph !== undefined && <Glyph size={14} aria-hidden />}
      {...rest}
    />
  );
}

type IconButtonProps = WithAttributes<ActionIconProps> & {
  readonly icon: Icon;
  readonly label: string;
  /** Default: the label. Adds what does not belong in a name, such as the shortcut. */
  readonly tooltip?: string;
  readonly tooltipPosition?: FloatingPosition;
};

/** A button with an icon alone. Its label is its name and its tooltip. */
export function IconButton({ icon: Glyph, label, tooltip, tooltipPosition, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={tooltip ?? label} position={tooltipPosition ?? 'top'}>
      <ActionIcon aria-label={label} {...rest}>
        <Glyph size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

type IconMenuItemProps = WithAttributes<MenuItemProps> & { readonly icon: Icon };

/** A command of a menu with its icon. */
export function IconMenuItem({ icon: Glyph, ...rest }: IconMenuItemProps) {
  return <Menu.Item leftSection={<Glyph size={15} aria-hidden />} {...rest} />;
}
