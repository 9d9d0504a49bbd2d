import { cloneElement, type ReactElement } from 'react';

export type TipSide = 'top' | 'right' | 'left';

type TipAttributes = Readonly<Record<`data-tip${string}`, string | true | undefined>>;

interface TipProps {
  /** undefined: no tooltip. */
  readonly label: string | undefined;
  readonly side?: TipSide | undefined;
  /** The label is a hash: monospace, and wider. */
  readonly isHash?: boolean;
  /** Appears without delay. */
  readonly isInstant?: boolean;
  /** An element that passes attributes on to what it draws. */
  readonly children: ReactElement<TipAttributes>;
}

/**
 * Shows a tooltip while the pointer is over its child, or the child has the focus of the keyboard. It only marks the child:
 * one tooltip, of `TipHost`, serves all of them, because one for each row took a third of the time in which a list is drawn.
 *
 * ```tsx
 * <Tip label="Not read yet">
 *   <span role="img" aria-label="Not read yet">…</span>
 * </Tip>
 * ```
 */
export function Tip({ label, side, isHash, isInstant, children }: TipProps) {
  return cloneElement(children, {
    'data-tip': label === '' ? undefined : label,
    'data-tip-side': side,
    'data-tip-hash': isHash || undefined,
    'data-tip-instant': isInstant || undefined,
  });
}
