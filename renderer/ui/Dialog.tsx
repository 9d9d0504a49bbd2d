import { Button, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { guardDialog } from './closeGuard.ts';
import classes from './kit.module.css';
import { Question } from './Question.tsx';
import { followTypedText } from './typedText.ts';

interface DialogProps extends Pick<ModalProps, 'styles' | 'classNames' | 'onKeyDown'> {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Mount the dialog only while it is open: closing it must remove it. */
  readonly onClose: () => void;
  /** Width in px, or as in CSS. */
  readonly size?: number | string;
  /** It holds work besides text that was typed into its fields, which the dialog notices itself. */
  readonly holdsWork?: boolean;
  /** It cannot be closed now. */
  readonly isBusy?: boolean;
  /** `onClose` is a request: the content asks itself before work is lost, and `holdsWork` says whether there is any. */
  readonly asksItself?: {
    /** Its question is on screen. */
    readonly isAsking: boolean;
    /** Asks it, or closes the dialog if nothing would be lost. */
    readonly ask: () => void;
  };
  /** The content handles Escape itself. */
  readonly hasOwnEscape?: boolean;
}

/**
 * The one kind of dialog. A click beside it, Escape, and its close button never lose work: if something was typed, it asks first.
 *
 * ```tsx
 * {isOpen && <Dialog title="Saved mappings" onClose={() => setIsOpen(false)}>…</Dialog>}
 * ```
 */
export function Dialog(props: DialogProps) {
  const { title, children, onClose, size = 480, holdsWork = false, isBusy = false } = props;
  const { asksItself, hasOwnEscape = false, ...rest } = props;
  const [typed] = useState(followTypedText);
  /** What to do once the user gave up the work; null: not asked. */
  const [asked, setAsked] = useState<{ readonly next: () => void } | null>(null);
  /** What to do once the dialog is gone, unless the user keeps the work. */
  const leaving = useRef<(() => void) | null>(null);
  const asksNow = asksItself?.isAsking ?? false;
  useEffect(() => {
    // The question is gone, and the dialog is not.
    if (!asksNow) leaving.current = null;
  }, [asksNow]);
  useEffect(
    () => () => {
      if (leaving.current !== null) queueMicrotask(leaving.current);
    },
    [],
  );
  /** What had the focus last, before the question: a click beside the dialog takes it away. */
  const focused = useRef<HTMLElement | null>(null);
  const isLosing = (): boolean => holdsWork || (asksItself === undefined && typed.isChanged());
  const ask = (next: () => void): void => {
    if (isBusy) return;
    setAsked({ next });
  };
  const keep = (): void => {
    setAsked(null);
    focused.current?.focus();
  };
  const requestClose = (): void => {
    if (isBusy) return;
    if (asksItself !== undefined || !isLosing()) onClose();
    // A second Escape answers "no", so that holding the key down does not lose anything.
    else if (asked !== null) keep();
    else ask(() => undefined);
  };
  const holds = useEffectEvent(isLosing);
  const askFromOutside = useEffectEvent((next: () => void) => {
    if (asksItself === undefined || isBusy) ask(next);
    else {
      leaving.current = next;
      asksItself.ask();
    }
  });
  const escape = useEffectEvent(() => {
    if (!hasOwnEscape) requestClose();
  });
  useEffect(
    () =>
      guardDialog({
        holdsWork: () => holds(),
        ask: (next) => askFromOutside(next),
        escape: () => escape(),
      }),
    [],
  );
  return (
    <Modal
      opened
      onClose={requestClose}
      title={title}
      size={size}
      closeOnEscape={false}
      closeOnClickOutside={asksItself === undefined}
      {...(rest.styles !== undefined && { styles: rest.styles })}
      {...(rest.classNames !== undefined && { classNames: rest.classNames })}
      {...(rest.onKeyDown !== undefined && { onKeyDown: rest.onKeyDown })}
      onFocusCapture={({ target }) => {
        if (asked === null) focused.current = target;
        typed.enter(target);
      }}
      onInputCapture={({ target }) => typed.type(target)}
      data-asking={asked !== null || undefined}
    >
      {children}
      {asked !== null && (
        <div className={classes.dialogQuestion}>
          <Question title="Discard what you typed?" text="What you entered here is not saved.">
            <Button variant="default" onClick={keep} ref={focusWhenShown}>
              Keep editing
            </Button>
            <Button
              color="red"
              onClick={() => {
                onClose();
                // After the dialog is gone, so that the next one on top is asked.
                queueMicrotask(asked.next);
              }}
            >
              Discard
            </Button>
          </Question>
        </div>
      )}
    </Modal>
  );
}

function focusWhenShown(button: HTMLElement | null): void {
  button?.focus();
}
