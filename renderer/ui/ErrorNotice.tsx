import {
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconPlayerStop,
  IconRefresh,
  IconSearchOff,
} from '@tabler/icons-react';
import { useContext, useEffect, useState, type ReactNode } from 'react';
import type { AppError, AppErrorCode } from '#shared/domain/appError.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { toAppError } from '../api/unwrap.ts';
import { ErrorHelpContext } from './errorHelp.ts';
import { Callout } from './Callout.tsx';
import { SmallButton } from './Buttons.tsx';
import { Dimmed } from './Dimmed.tsx';

interface ErrorNoticeProps {
  /** Anything that was thrown. Everything but an AppFailure is shown as a defect of the app. */
  readonly error: unknown;
  /** Shown as “Try again” if the same attempt can succeed later. */
  readonly onRetry?: () => void;
  /** More buttons. */
  readonly actions?: ReactNode;
  /** What is certain all the same, before the rest: “Nothing was stored.” */
  readonly certain?: string;
}

/** What happened, what it means, and what to do, with buttons for that. Offers to edit the connection if that may help. */
export function ErrorNotice({ error: caught, onRetry, actions, certain }: ErrorNoticeProps) {
  const error = toAppError(caught);
  const words = errorWords(error);
  const retry = words.canRetry ? onRetry : undefined;
  const { editConnection, showRequest } = useContext(ErrorHelpContext);
  const connectionAction = editConnection === null ? null : connectionActionFor(error);
  // In a dialog, leaving for another screen would lose what was entered.
  const [isInDialog, setIsInDialog] = useState(false);
  const requestId = sentCodes.has(error.code) ? error.requestId : null;
  const canShowRequest = requestId !== null && showRequest !== null && !isInDialog;
  const hasActions =
    retry !== undefined || connectionAction !== null || actions !== undefined || canShowRequest;
  return (
    <Callout
      ref={(callout: HTMLElement | null) => {
        if (callout !== null) setIsInDialog(callout.closest('[role="dialog"]') !== null);
      }}
      tone={error.code in calmIcons ? 'neutral' : 'danger'}
      title={words.title}
      role={error.code === 'cancelled' ? 'status' : 'alert'}
      maw="48rem"
      icon={calmIcons[error.code] ?? IconAlertTriangle}
      actions={
        hasActions ? (
          <>
            {retry !== undefined && <RetryButton key={waitKey(error)} error={error} onRetry={retry} />}
            {connectionAction !== null && (
              <SmallButton onClick={() => editConnection?.({ beginsAtKey: keyErrors.has(error.code) })}>
                {connectionAction}
              </SmallButton>
            )}
            {actions}
            {canShowRequest && (
              <SmallButton icon={IconArrowsLeftRight} onClick={() => showRequest(requestId)}>
                Show request
              </SmallButton>
            )}
          </>
        ) : undefined
      }
    >
      <p>
        {certain !== undefined && <strong>{certain} </strong>}
        {words.what}
      </p>
      <Dimmed mt="2xs">{words.todo}</Dimmed>
    </Callout>
  );
}

/** Errors that are not alarming: the user asked for it, or it is an ordinary response. */
const calmIcons: Readonly<Partial<Record<AppErrorCode, typeof IconAlertTriangle>>> = {
  cancelled: IconPlayerStop,
  not_found: IconSearchOff,
};

/** Errors that follow a request to a service, which the request log then has. */
const sentCodes: ReadonlySet<AppErrorCode> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'payload_too_large',
  'sensitive_content',
  'rate_limited',
  'network',
  'timeout',
  'server_error',
  'unexpected_status',
  'bad_response',
]);

/** Errors that another API key may solve. */
const keyErrors: ReadonlySet<AppErrorCode> = new Set(['unauthorized', 'forbidden', 'key_missing']);

/** How a change of the connection may help; null if it cannot. */
function connectionActionFor(error: AppError): string | null {
  switch (error.code) {
    case 'unauthorized':
    case 'forbidden':
      return 'Replace API key';
    case 'key_missing':
      return 'Enter API key';
    case 'network':
    case 'read_only':
    case 'unexpected_status':
    case 'bad_response':
      return 'Edit connection';
    default:
      return null;
  }
}

/** A new response with a new wait starts a new countdown. */
function waitKey(error: AppError): string {
  return `${error.code} ${error.requestId ?? ''}`;
}

function RetryButton({ error, onRetry }: { readonly error: AppError; readonly onRetry: () => void }) {
  const waitMs = error.code === 'rate_limited' ? (error.retryAfterMs ?? 0) : 0;
  const leftMs = useCountdown(waitMs);
  return (
    <SmallButton icon={IconRefresh} disabled={leftMs > 0} onClick={onRetry}>
      {leftMs > 0 ? `Try again in ${leftMs / 1_000} s` : 'Try again'}
    </SmallButton>
  );
}

/** Milliseconds left of a wait that started when the component mounted, in whole seconds. */
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
