import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import classes from './kit.module.css';

interface ScreenProps extends ComponentPropsWithoutRef<'div'> {
  /** Toolbars, heads, and notices above the body. They keep their height. */
  readonly head?: ReactNode;
  /** Below the body, for example a `Toolbar` with `side="bottom"`. */
  readonly foot?: ReactNode;
  /** The body scrolls and has padding. Without it, the body fills the rest and its content scrolls itself. */
  readonly scrolls?: boolean;
  /** Makes a body that scrolls a region of this name, with a tab stop, so that keys can scroll it. */
  readonly bodyLabel?: string;
}

/**
 * A screen, tab, or pane: fills its container, with bars above and below a body that takes the rest.
 *
 *     <Screen head={<Toolbar>…</Toolbar>} scrolls>
 *       …
 *     </Screen>
 */
export function Screen({
  head,
  foot,
  scrolls = false,
  bodyLabel,
  className,
  children,
  ...rest
}: ScreenProps) {
  return (
    <div className={`${classes.screen} ${className ?? ''}`} {...rest}>
      {head}
      <div
        className={classes.body}
        data-scrolls={scrolls || undefined}
        {...(bodyLabel !== undefined && { role: 'region', 'aria-label': bodyLabel, tabIndex: 0 })}
      >
        {children}
      </div>
      {foot}
    </div>
  );
}
