import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notifyFailure } from './notify.ts';

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
    mutationFn: async () => {
      await action();
    },
    onError: (caught) => {
      if (!isShown.current) notifyFailure(caught);
    },
  });
  return { run: () => mutate(undefined, { onSuccess: onClose }), isPending, error };
}
