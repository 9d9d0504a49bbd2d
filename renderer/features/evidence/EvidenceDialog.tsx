import { Checkbox, Stack, Text } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type EvidenceAbout,
  type EvidenceChoice,
  type EvidenceFormat,
  type EvidenceOutline,
} from '#shared/domain/evidence.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { savedEvidenceWords } from '#shared/text/savedWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { outlineEvidence, saveEvidence, startEvidence } from '../../api/evidence.ts';
import { installationKeysQuery } from '../../api/identity.ts';
import { queryKey } from '../../api/queryKeys.ts';
import type { EvidenceExport } from '../../state/dialogs.ts';
import { Segments } from '../../ui/Choices.tsx';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { GuideDialog } from './GuideDialog.tsx';
import { useTimestampChoice } from './TimestampChoice.tsx';

interface EvidenceDialogProps {
  readonly target: EvidenceExport;
  readonly onClose: () => void;
}

/** Asks what the evidence contains, before the system asks where to save it. */
export function EvidenceDialog({ target, onClose }: EvidenceDialogProps) {
  const { connectionId } = target;
  const about = target.kind === 'one' ? target.about : null;
  const outline = useQuery({
    queryKey: queryKey('evidenceOutline', connectionId, about),
    queryFn: () => (about === null ? null : outlineEvidence({ connectionId, about })),
    // What is kept in memory may be gone by the next time.
    staleTime: 0,
    gcTime: 0,
  });
  const keys = useQuery(installationKeysQuery);
  const [showsGuide, setShowsGuide] = useState(false);
  const [format, setFormat] = useState<EvidenceFormat>('bundle');
  const [values, setValues] = useState(true);
  const [chosenRaw, setChosenRaw] = useState<boolean | null>(null);
  const [withScript, setWithScript] = useState(false);
  const stamp = useTimestampChoice();
  const data = outline.data ?? null;
  const signingKey = keys.data?.current ?? null;
  // Unless they contain other atoms, which the user did not ask to hand over, or leave too little room for the rest.
  const withRaw = (known: EvidenceOutline | null): boolean =>
    values &&
    (chosenRaw ??
      (known !== null &&
        known.otherAtoms === 0 &&
        known.responseBytes <= mostBytesUnasked &&
        known.toRead === 0));
  const save = async (): Promise<void> => {
    // Enter may come before the outline.
    const known = data ?? (await outline.refetch()).data ?? null;
    const choice: EvidenceChoice = {
      format,
      values,
      rawResponses: withRaw(known),
      timestampFrom: format === 'bundle' ? stamp.from : null,
      withScript: format === 'bundle' && withScript,
    };
    if (target.kind === 'selection') {
      await startEvidence({ connectionId, selection: target.selection, choice });
      return;
    }
    const words = savedEvidenceWords(await saveEvidence({ connectionId, about: target.about, choice }));
    if (words !== null) notifyDone(words);
  };
  // In place of this dialog, so that Escape closes only one of them.
  if (showsGuide) return <GuideDialog onClose={() => setShowsGuide(false)} />;
  return (
    <FormDialog
      title={`Export evidence: ${titleOf(target)}`}
      action="Save as…"
      size={520}
      isActionFocused
      isDisabled={format === 'bundle' && stamp.lacksAddress}
      onSubmit={save}
      onClose={onClose}
      aside={
        <SmallButton variant="subtle" icon={IconHelp} onClick={() => setShowsGuide(true)}>
          How others verify this
        </SmallButton>
      }
    >
      <Segments label="Format" size="sm" names={formatNames} value={format} onChange={setFormat} />
      <Dimmed>
        {format === 'bundle'
          ? 'A signed file with the proofs, the hashing rules, and the verdicts. Others can verify it without this app and without access to the service.'
          : 'A report for reading. It is not signed, so nobody can verify it: hand over the bundle too.'}
      </Dimmed>
      {data?.isKept === false && <NotKept about={about} />}
      {data !== null && data.toRead > 0 && (
        <Callout tone="warning" role="status">
          The values of {countOf(data.toRead, 'atom')} are no longer in memory and will be read again. The
          proofs from when the upload was read back are in Writes.
        </Callout>
      )}
      <Stack gap="sm">
        <Checkbox
          checked={values}
          onChange={(event) => setValues(event.currentTarget.checked)}
          label="Values"
          description={valueWords(values, data)}
        />
        {format === 'bundle' && (
          <Checkbox
            checked={withRaw(data)}
            disabled={!values}
            onChange={(event) => setChosenRaw(event.currentTarget.checked)}
            label="Responses as received"
            description={responseWords(data)}
          />
        )}
        {format === 'bundle' && (
          <>
            <Checkbox
              checked={withScript}
              onChange={(event) => setWithScript(event.currentTarget.checked)}
              label="Verification script"
              description="Writes verify_evidence.py and a short README beside the bundle, for people without this app."
            />
            {stamp.fields}
          </>
        )}
      </Stack>
      {format === 'bundle' && (
        <Dimmed>
          {signingKey === null
            ? 'An installation key will be created to sign the file.'
            : `Signed with installation key ${shortHash(signingKey.fingerprint)}.`}{' '}
          The signature means “this installation says it read this”. The service signs nothing.
        </Dimmed>
      )}
    </FormDialog>
  );
}

/** Of responses that are included unless the user says otherwise. */
const mostBytesUnasked = 4_000_000;

const formatNames: Readonly<Record<EvidenceFormat, string>> = {
  bundle: 'Signed bundle',
  html: 'HTML report',
  csv: 'CSV',
  json: 'JSON',
};

function titleOf(target: EvidenceExport): string {
  if (target.kind === 'selection') return countOf(target.count, 'atom');
  const { about } = target;
  switch (about.kind) {
    case 'atom':
      return quoteText(about.key);
    case 'run':
      return `recall of ${quoteText(about.query)}`;
    case 'receipt':
      return 'receipt';
    case 'contradiction':
      return 'contradiction';
  }
}

function NotKept({ about }: { readonly about: EvidenceAbout | null }) {
  return (
    <Callout tone="warning" role="status">
      <Text inherit>
        {about?.kind === 'atom'
          ? 'The response that you see is no longer in memory. The atom will be read again, and the new response may be different.'
          : 'These results are no longer in memory. Run the recall again first.'}
      </Text>
    </Callout>
  );
}

/** What including the values means, for others and for who hands them over. */
function valueWords(isIncluded: boolean, outline: EvidenceOutline | null): string {
  if (!isIncluded)
    return 'Only the SHA-256 and length of each value. Without the values, others cannot check the contents, only the paths.';
  const what =
    outline === null || !outline.isKept || outline.toRead > 0
      ? 'The values are'
      : `${countOf(outline.reads, 'value')} (${sizeWords(outline.valueBytes)}) ${outline.reads === 1 ? 'is' : 'are'}`;
  return `${what} in the file as plain text. Others can recompute every hash.`;
}

function responseWords(outline: EvidenceOutline | null): string {
  if (outline === null || !outline.isKept) return 'The JSON of the service, without the API key.';
  const { responses, responseBytes, otherAtoms, toRead } = outline;
  if (toRead > 0) return 'The JSON of the service, without the API key.';
  if (responses === 0) return 'No longer in memory.';
  const what = `The JSON of the service, without the API key: ${countOf(responses, 'response')} (${sizeWords(responseBytes)}).`;
  if (otherAtoms === 0) return what;
  return `${what} ${responses === 1 ? 'It also contains' : 'They also contain'} ${countOf(otherAtoms, 'other atom')}, with ${otherAtoms === 1 ? 'its value' : 'their values'}.`;
}
