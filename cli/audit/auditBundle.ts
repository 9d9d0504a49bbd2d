import { buildStatement } from '#shared/evidence/buildStatement.ts';
import { sealStatement } from '#shared/evidence/envelope.ts';
import type { AuditToReport } from '#shared/report/auditReport.ts';
import { evidenceRefusalWords } from '#shared/text/evidenceWords.ts';
import { auditEvidenceInput, auditResponses, noResponses } from '../../engine/audits/auditBundle.ts';
import type { Signer } from '../../engine/connections/identity/ed25519.ts';
import { UnusableInput } from '../command.ts';
import { version } from '../../package.json';
import { describeFile } from './auditFiles.ts';
import type { AuditEngine } from './engine.ts';
import { writeOutput } from './outputFiles.ts';

/**
 * Writes a signed bundle about the audit in a file.
 *
 * @param engine that made the audit; null for merged parts, of which no response is in memory
 * @throws UnusableInput
 */
export async function writeBundle(
  bundle: string,
  auditFile: string,
  { header, footer, failures }: Pick<AuditToReport, 'header' | 'footer' | 'failures'>,
  engine: AuditEngine | null,
  signer: Signer,
): Promise<void> {
  const found = { header, footer, failures: failures.map(({ key }) => key) };
  const built = buildStatement(
    auditEvidenceInput({
      header,
      footer,
      file: await describeFile(auditFile),
      // The values of a whole memory do not belong in the file of a monitor.
      responses:
        engine === null
          ? noResponses
          : await auditResponses(engine.core.answers, engine.connectionId, found, null),
      appVersion: version,
      at: Date.now(),
    }),
  );
  if (!built.ok) throw new UnusableInput(`The bundle cannot be made. ${evidenceRefusalWords(built.refusal)}`);
  await writeOutput(bundle, sealStatement(built.statement, signer));
}
