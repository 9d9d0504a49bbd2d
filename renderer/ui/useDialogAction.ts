import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notifyFailure } from './notify.ts';

/** What an action resolves to if the dialog stays open, such as when the user has canceled a dialog of the system. */
export const staysOpen = Symbol('stays open');

/**
 * Runs the action of a dialog, and closes the dialog when the action has succeeded. If the user has closed the dialog
 * before the action fails, a notice says so.
 */
export function useDialogAction(action: () => unknown, onClose: () => void) {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => action(),
    onError: (caught) => {
      if (!isShown.current) notifyFailure(caught);
    },
  });
  return {
    run: () => mutate(undefined, { onSuccess: (done) => (done === staysOpen ? undefined : onClose()) }),
    isPending,
    error,
  };
}
