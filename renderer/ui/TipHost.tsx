import { Tooltip } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { followTips } from './followTips.ts';

interface Shown {
  readonly target: HTMLElement;
  readonly label: string;
  /** A tooltip that is closed fades out, if it was open. */
  readonly isOpen: boolean;
}

/** The tooltip of the `Tip` that is hovered or focused by keyboard. */
export function TipHost() {
  const id = useId();
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let removeDescription = (): void => undefined;
    let frame = 0;
    return followTips((next) => {
      removeDescription();
      removeDescription = () => undefined;
      cancelAnimationFrame(frame);
      if (next === null) {
        setShown((before) => before && { ...before, isOpen: false });
        return;
      }
      const { element: target, described } = next;
      const label = target.dataset['tip'] ?? '';
      removeDescription = addDescription(described, id);
      setShown((before) => ({ target, label, isOpen: before?.target === target && before.isOpen }));
      // Only once the tooltip has its target: otherwise its first frame would be in the corner of the window.
      frame = requestAnimationFrame(() => setShown({ target, label, isOpen: true }));
    });
  }, [id]);

  if (shown === null) return null;
  const { tipSide, tipHash } = shown.target.dataset;
  return (
    <Tooltip
      target={shown.target}
      opened={shown.isOpen}
      position={tipSide === 'right' || tipSide === 'left' ? tipSide : 'top'}
      label={<span id={id}>{shown.label}</span>}
      multiline
      // Otherwise it would keep its target, and all that was around it, after these are gone.
      transitionProps={{ onExited: () => setShown((now) => (now?.isOpen === true ? now : null)) }}
      {...(tipHash === undefined
        ? { maw: 320 }
        : { maw: 560, ff: 'monospace', fz: 'xs', style: { overflowWrap: 'anywhere' } })}
    />
  );
}

/** Adds to what describes an element for screen readers. Returns the function that removes it again. */
function addDescription(element: Element, id: string): () => void {
  const before = element.getAttribute('aria-describedby');
  element.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`);
  return () => {
    if (before === null) element.removeAttribute('aria-describedby');
    else element.setAttribute('aria-describedby', before);
  };
}
