import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerStop, IconRefresh, IconSearchOff } from '@tabler/icons-react';
import { useContext, useEffect, useState, type ReactNode } from 'react';
import type { AppError, AppErrorCode } from '#shared/domain/appError.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { toAppError } from '../api/unwrap.ts';
import { ActiveConnectionContext, useAppStore } from '../state/appStore.ts';
import classes from './ErrorNotice.module.css';

interface ErrorNoticeProps {
  /** Anything that was thrown; an AppFailure speaks for itself, the rest is shown as a defect of ours. */
  readonly error: unknown;
  /** Offered only where trying again unchanged makes sense. */
  readonly onRetry?: () => void;
  /** Further ways out, such as “Edit connection”. */
  readonly actions?: ReactNode;
}

/** What went wrong, why, and what to do, with the way to do it. Leads to the connection where that is to blame. */
export function ErrorNotice({ error: caught, onRetry, actions }: ErrorNoticeProps) {
  const error = toAppError(caught);
  const words = errorWords(error);
  const isCancelled = error.code === 'cancelled';
  const Glyph = calmGlyphs[error.code] ?? IconAlertTriangle;
  const retry = words.canRetry ? onRetry : undefined;
  const connection = useContext(ActiveConnectionContext);
  const editedId = connection?.kind === 'service' ? connection.id : null;
  const openForm = useAppStore((state) => state.openConnectionForm);
  const connectionAction = editedId === null ? null : connectionActionFor(error);
  const hasActions = retry !== undefined || connectionAction !== null || actions !== undefined;
  return (
    <div
      className={classes.notice}
      role={isCancelled ? 'status' : 'alert'}
      data-tone={error.code in calmGlyphs ? 'calm' : 'bad'}
    >
      <Glyph className={classes.glyph} size={18} aria-hidden />
      <div className={classes.text}>
        <p className={classes.title}>{words.title}</p>
        <p>{words.what}</p>
        <p className={classes.todo}>{words.todo}</p>
        {hasActions && (
          <div className={classes.actions}>
            {retry !== undefined && <RetryButton key={waitKey(error)} error={error} onRetry={retry} />}
            {connectionAction !== null && editedId !== null && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() =>
                  openForm({ kind: 'edit', id: editedId, beginsAtKey: keyErrors.has(error.code) })
                }
              >
                {connectionAction}
              </Button>
            )}
            {actions}
          </div>
        )}
      </div>
    </div>
  );
}

/** What is no cause for alarm: it was asked for, or it is an answer like any other. */
const calmGlyphs: Readonly<Partial<Record<AppErrorCode, typeof IconAlertTriangle>>> = {
  cancelled: IconPlayerStop,
  not_found: IconSearchOff,
};

/** Errors that another API key could mend. */
const keyErrors: ReadonlySet<AppErrorCode> = new Set(['unauthorized', 'forbidden', 'key_missing']);

/** What a change of the connection could mend; null where it would not. */
function connectionActionFor(error: AppError): string | null {
  switch (error.code) {
    case 'unauthorized':
    case 'forbidden':
      return 'Replace the API key';
    case 'key_missing':
      return 'Enter the API key';
    case 'network':
    case 'read_only':
    case 'unexpected_status':
    case 'bad_response':
      return 'Edit the connection';
    default:
      return null;
  }
}

/** A new answer with a new wait begins a new countdown. */
function waitKey(error: AppError): string {
  return `${error.code} ${error.requestId ?? ''}`;
}

function RetryButton({ error, onRetry }: { readonly error: AppError; readonly onRetry: () => void }) {
  const waitMs = error.code === 'rate_limited' ? (error.retryAfterMs ?? 0) : 0;
  const leftMs = useCountdown(waitMs);
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      disabled={leftMs > 0}
      onClick={onRetry}
    >
      {leftMs > 0 ? `Try again in ${leftMs / 1_000} s` : 'Try again'}
    </Button>
  );
}

/** Milliseconds left of a wait that began when the component appeared, in whole seconds. */
function useCountdown(waitMs: number): number {
  const [leftMs, setLeftMs] = useState(() => wholeSeconds(waitMs));
  useEffect(() => {
    if (waitMs <= 0) return;
    const endsAt = performance.now() + waitMs;
    const timer = setInterval(() => {
      const left = wholeSeconds(endsAt - performance.now());
      setLeftMs(left);
      if (left === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [waitMs]);
  return leftMs;
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.ceil(milliseconds / 1_000) * 1_000);
}
