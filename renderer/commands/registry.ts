import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { commandIds, type CommandId } from '#shared/commands/commandTable.ts';

/** A part of the window that can carry out a command at the moment. */
export interface Offer {
  readonly run: () => void;
  /** Why it cannot be carried out now; null if it can. */
  readonly blocked: string | null;
  /** The part of the window that offers it: it goes first while it is focused, and a dialog has only its own commands. */
  readonly area: RefObject<HTMLElement | null> | null;
  /** Works in every dialog, too. */
  readonly isEverywhere: boolean;
  /** Whether there is something to act on. */
  readonly when: () => boolean;
}

/** The latest offers come last. */
const offers = new Map<CommandId, readonly Offer[]>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of what is offered. Returns the function that stops it. */
export function onOffersChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Offers a command. Returns the function that takes the offer back. */
function offerCommand(id: CommandId, offer: Offer): () => void {
  offers.set(id, [...(offers.get(id) ?? []), offer]);
  changed();
  return () => {
    offers.set(
      id,
      (offers.get(id) ?? []).filter((each) => each !== offer),
    );
    changed();
  };
}

/** The dialog that has the window to itself; null if there is none. */
export function topDialog(): Element | null {
  return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1) ?? null;
}

/** Who carries out a command at the moment; null if nobody does, as for what is behind a dialog. */
export function offerOf(id: CommandId, dialog = topDialog()): Offer | null {
  const able = (offers.get(id) ?? []).filter(
    ({ area, isEverywhere, when }) => (dialog === null || isEverywhere || contains(dialog, area)) && when(),
  );
  const focused = able.filter(({ area }) => area?.current?.contains(document.activeElement) === true);
  const ofWindow = able.filter(({ area }) => area === null);
  return focused.at(-1) ?? ofWindow.at(-1) ?? able.at(-1) ?? null;
}

function contains(dialog: Element, area: Offer['area']): boolean {
  return area !== null && area.current !== null && dialog.contains(area.current);
}

/** What can be carried out at the moment, or is blocked. */
export type Offers = ReadonlyMap<CommandId, Offer>;

export function offersNow(): Offers {
  const dialog = topDialog();
  return new Map(
    commandIds.flatMap((id) => {
      const offer = offerOf(id, dialog);
      return offer === null ? [] : [[id, offer] as const];
    }),
  );
}

/** The commands that can be carried out at the moment. */
export function availableCommands(): readonly CommandId[] {
  return [...offersNow()].flatMap(([id, { blocked }]) => (blocked === null ? [id] : []));
}

interface UseCommandOptions {
  readonly blocked?: string | null;
  readonly area?: RefObject<HTMLElement | null>;
  readonly isEverywhere?: boolean;
  readonly when?: () => boolean;
}

/**
 * Offers a command for as long as the component is shown.
 *
 *     useCommand('editAtom', reading === null ? null : () => beginEdit(id, reading), { blocked });
 *
 * @param run null: not offered at the moment
 */
export function useCommand(id: CommandId, run: (() => void) | null, options: UseCommandOptions = {}): void {
  const { blocked = null, area = null, isEverywhere = false } = options;
  const latest = useRef({ run, when: options.when });
  useLayoutEffect(() => {
    latest.current = { run, when: options.when };
  });
  const isOffered = run !== null;
  useEffect(() => {
    if (!isOffered) return undefined;
    return offerCommand(id, {
      run: () => latest.current.run?.(),
      when: () => latest.current.when?.() ?? true,
      blocked,
      area,
      isEverywhere,
    });
  }, [id, isOffered, blocked, area, isEverywhere]);
}
