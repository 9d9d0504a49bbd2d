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
  /** Less padding, for one line. */
  readonly compact?: boolean;
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
 *     <Callout tone="warning" title="Read-only" actions={<Button size="compact-sm">Unlock</Button>}>
 *       This connection does not accept changes.
 *     </Callout>
 */
export function Callout(props: CalloutProps) {
  const {
    tone,
    title,
    order,
    icon: Glyph = icons[tone],
    actions,
    compact = false,
    children,
    ...rest
  } = props;
  return (
    <Alert
      role={tone === 'danger' ? 'alert' : 'note'}
      radius="md"
      {...rest}
      mod={{ tone, compact }}
      icon={<Glyph size={compact ? 16 : 20} aria-hidden />}
      classNames={{
        root: classes.callout ?? '',
        icon: classes.calloutIcon ?? '',
        body: classes.calloutBody ?? '',
        message: classes.calloutText ?? '',
      }}
      {...(title !== undefined && {
        title: (
          <Text
            span
            inherit
            c="var(--ink)"
            fz="md"
            {...(order !== undefined && { role: 'heading', 'aria-level': order })}
          >
            {title}
          </Text>
        ),
      })}
    >
      {children}
      {actions !== undefined && (
        <Group gap="sm" mt="sm">
          {actions}
        </Group>
      )}
    </Alert>
  );
}
