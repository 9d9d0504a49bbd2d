import type { AppError } from '#shared/domain/appError.ts';

/** Why a row has its outcome, as shown in the table and the report. */
export const outcomeReasons = {
  same: 'The service already has this value.',
  settled: 'The response was lost or unclear. Reading back showed that the value is stored.',
  lost: 'Sent, but the response was lost. Reading back will show whether it is stored.',
  unsettled: 'Sent, but the response was lost, and reading back did not show whether it is stored.',
  contradicted:
    'Sent, but the response was lost. Reading back found the value that was sent, but its proof fails.',
  notFound: 'Sent, but the response was lost. When read back later, the service did not have this value.',
  held: 'Not sent: the service has a value that was not compared, or that has changed since.',
  dropped: 'Skipped by choice.',
  passedOver: 'Skipped: another row with the same key was sent.',
  notReady: 'Skipped: not ready to be sent.',
  stopped: 'The upload was stopped before this row was stored.',
} as const;

/**
 * Why a service refused a row. The service's own message is used only if it quotes nothing of the row,
 * because reports contain the reason, and no values.
 */
export function refusalReason(
  error: AppError,
  row: { readonly key: string; readonly value: string },
): string {
  switch (error.code) {
    case 'payload_too_large':
      return 'The value is larger than the service accepts (413).';
    case 'sensitive_content': {
      const said = [error.reason, error.pattern].filter((text) => text !== null && !quotes(text, row));
      const details = said.length === 0 ? '' : `: ${said.join(', ')}`;
      return `The service refused the content (422)${details}.`;
    }
    case 'unexpected_status':
      return `The service refused the row (${String(error.status)}).`;
    default:
      return 'The service refused the row.';
  }
}

/**
 * Whether a text has a word of four or more characters in common with a row. Better to omit a word too many
 * than to reveal a secret.
 */
function quotes(text: string, { key, value }: { readonly key: string; readonly value: string }): boolean {
  const held = `${key}\n${value}`.toLowerCase();
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return held.includes(text.toLowerCase()) || words.some((word) => word.length >= 4 && held.includes(word));
}
