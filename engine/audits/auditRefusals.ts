import { refuseInput, type Result } from '#shared/domain/result.ts';
import { quoteText } from '#shared/text/phrases.ts';

export const noSuchAudit = refuseInput('auditId', 'This audit no longer exists.');
export const alreadyRunning = (name: string): Result<never> =>
  refuseInput('connectionId', `Another audit of ${quoteText(name)} is running. Wait for it or cancel it.`);
export const notEnded = refuseInput('auditId', 'This audit has not ended. Wait for it or cancel it.');
