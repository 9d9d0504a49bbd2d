import { Alert, Group, Text, type AlertProps } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './kit.module.css';

export type CalloutTone = 'neutral' | 'good' | 'warning' | 'danger';

interface CalloutProps extends Omit<AlertProps, 'variant' | 'color' | 'icon' | 'title' | 'classNames'> {
  readonly tone: CalloutTone;
  readonly title?: ReactNode;
  /** Makes the title a heading of this level. */
  readonly order?: 2 | 3 | 4;
  /** In place of the icon of the tone. */
  readonly icon?: Icon;
  /** Buttons below the text. */
  readonly actions?: ReactNode;
  /** Less padding, and the buttons beside the text instead of below it. */
  readonly compact?: boolean;
  /** Compact, and as wide as the window, below its bars. */
  readonly banner?: boolean;
}

const icons: Readonly<Record<CalloutTone, Icon>> = {
  neutral: IconInfoCircle,
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
};

/**
 * A box that stands out from the text around it. Screen readers announce `danger` when it appears; pass
 * `role="status"` for another tone that appears while the user waits, and `role="note"` for a static danger.
 *
 *     <Callout tone="warning" title="Read-only" actions={<SmallButton variant="filled">Unlock</SmallButton>}>
 *       This connection does not accept changes.
 *     </Callout>
 */
export function Callout(props: CalloutProps) {
  const { tone, title, order, icon: Glyph = icons[tone], actions, children, ...others } = props;
  const { banner = false, compact = banner, ...rest } = others;
  return (
    <Alert
      role={tone === 'danger' ? 'alert' : 'note'}
      radius="md"
      {...rest}
      mod={{ tone, compact, banner }}
      icon={<Glyph size={compact ? 16 : 20} aria-hidden />}
      classNames={{
        root: classes.callout ?? '',
        icon: classes.calloutIcon ?? '',
        body: classes.calloutBody ?? '',
        message: classes.calloutText ?? '',
      }}
    >
      {/* Not in Mantine's own place, which makes the title the accessible name of the box. */}
      {title !== undefined && (
        <Text fw={600} fz="md" {...(order !== undefined && { role: 'heading', 'aria-level': order })}>
          {title}
        </Text>
      )}
      {actions === undefined ? (
        children
      ) : compact ? (
        <Group gap="sm" justify="space-between" wrap="nowrap">
          <div>{children}</div>
          <Group gap="sm" flex="none">
            {actions}
          </Group>
        </Group>
      ) : (
        <>
          {children}
          <Group gap="sm" mt="sm">
            {actions}
          </Group>
        </>
      )}
    </Alert>
  );
}
