import type { RootPin } from '#shared/domain/pin.ts';
import { refuseInput, type Result } from '#shared/domain/result.ts';
import { auditInputWords } from '#shared/text/auditWords.ts';
import type { Profile } from '../connections/profileStore.ts';
import type { AuditMemo } from './auditFolder.ts';
import { inputsOfConnection, pinsDigest } from './auditInputs.ts';

/** Why an audit cannot be resumed: the keys read so far were judged by other pins or rules. null if it can be. */
export function inputsChanged(
  { header, inputs }: Pick<AuditMemo, 'header' | 'inputs'>,
  pins: readonly RootPin[],
  profile: Result<Profile>,
): Result<never> | null {
  const now = inputsOfConnection({ pins, scheme: profile.ok ? profile.value.scheme : null });
  if (now.pins !== pinsDigest(header.pins)) return refuse('pins');
  // In an audit of an earlier version, the rules at its start are not known: they count as not chosen.
  const rules = inputs?.rules ?? inputsOfConnection({ pins: [], scheme: null }).rules;
  return now.rules === rules ? null : refuse('rules');
}

function refuse(input: 'pins' | 'rules'): Result<never> {
  const message = `${auditInputWords[input]} since this audit started, so it cannot be resumed. Start a new audit.`;
  return refuseInput('auditId', message);
}
