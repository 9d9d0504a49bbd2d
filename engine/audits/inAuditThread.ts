import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';

/** Work on the files of audits. Its error names a file of the app, which the user cannot repair. */
export async function inAuditThread<T>(
  log: (message: string, error: unknown) => void,
  work: () => Promise<T>,
): Promise<Result<T>> {
  try {
    return succeed(await work());
  } catch (error) {
    log('Could not read the file of an audit.', error);
    return damagedAudit;
  }
}

export const damagedAudit = refuseInput(
  'auditId',
  'The file of this audit is damaged and cannot be read. Start the audit again.',
);
