import { List, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AuditInfo } from '#shared/domain/audit.ts';
import {
  longestAuditorField,
  type AuditEvidenceOutline,
  type AuditValues,
} from '#shared/domain/auditEvidence.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { auditEvidenceContents, otherValues } from '#shared/text/auditEvidenceWords.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { savedAuditEvidenceWords } from '#shared/text/savedWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { outlineAuditEvidence, saveAuditEvidence } from '../../api/audits.ts';
import { installationKeysQuery } from '../../api/identity.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { preferEvidence, useAuditEvidencePreferences } from '../../state/auditEvidencePreferences.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Check } from '../../ui/Choices.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { staysOpen } from '../../ui/useDialogAction.ts';
import { useTimestampChoice } from '../evidence/TimestampChoice.tsx';

interface AuditEvidenceDialogProps {
  readonly info: AuditInfo;
  readonly onClose: () => void;
}

/** Asks whose values the evidence of an audit contains, and what is saved beside it; shows what leaves the computer. */
export function AuditEvidenceDialog({ info, onClose }: AuditEvidenceDialogProps) {
  const { connectionId, id: auditId } = info;
  const [kind, setKind] = useState<AuditValues['kind']>('all');
  const [chosen, setChosen] = useState('');
  const values = useMemo(() => valuesOf(kind, chosen), [kind, chosen]);
  const [asked] = useDebouncedValue(values, kind === 'chosen' ? 200 : 0);
  const outline = useQuery({
    queryKey: queryKey('auditEvidenceOutline', connectionId, auditId, asked),
    queryFn: () => outlineAuditEvidence({ connectionId, auditId, values: asked }),
    placeholderData: keepPreviousData,
    // What is kept in memory may be gone by the next time.
    staleTime: 0,
    gcTime: 0,
  });
  const [wantsRaw, setWantsRaw] = useState<boolean | null>(null);
  const { data } = outline;
  // Unless they contain values that the user did not ask to hand over.
  const canHaveRaw = kind !== 'none' && data !== undefined && data.responses > 0;
  const rawResponses = canHaveRaw && (wantsRaw ?? data.otherAtoms === 0);
  const preferences = useAuditEvidencePreferences();
  const { withScript, withReport, withPdf, withRecords, auditor } = preferences;
  const isOneFile = !withScript && !withReport && !withPdf && !withRecords;
  const stamp = useTimestampChoice();
  const keys = useQuery(installationKeysQuery);
  const signer = keys.data?.current ?? null;
  return (
    <FormDialog
      title={`Save signed evidence: ${quoteText(info.name)}`}
      action={isOneFile ? 'Save as…' : 'Choose folder…'}
      size={620}
      isActionFocused
      // What is shown must be what is saved.
      isDisabled={data === undefined || outline.isPlaceholderData || asked !== values || stamp.lacksAddress}
      onSubmit={async () => {
        const saved = await saveAuditEvidence({
          connectionId,
          auditId,
          choice: {
            values,
            rawResponses,
            timestampFrom: stamp.from,
            withScript,
            withReport,
            withPdf,
            withRecords,
            auditor,
          },
        });
        if (saved === null) return staysOpen;
        return notifyDone(savedAuditEvidenceWords(saved));
      }}
      onClose={onClose}
    >
      <Radio.Group label="Values in the evidence" value={kind} onChange={setKind}>
        <Stack gap="xs" mt="2xs">
          <Radio value="all" label="All values" description="Others can recompute every hash." />
          <Radio
            value="failures"
            label="Values of failed keys"
            disabled={data?.failures === 0}
            description={data?.failures === 0 ? 'No key failed.' : undefined}
          />
          <Radio value="chosen" label="Values of keys that I choose" />
          {kind === 'chosen' && (
            <Textarea
              aria-label="Chosen keys"
              placeholder={'v1.user.Glen.name\nv1.store.*'}
              description="One key per line. With * at the end: all keys that begin so."
              autosize
              minRows={2}
              maxRows={6}
              ml="xl"
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          <Radio
            value="none"
            label="No values"
            description="Only their SHA-256 and length. Others can check the paths, but not the contents."
          />
        </Stack>
      </Radio.Group>
      {canHaveRaw && (
        <Check
          checked={rawResponses}
          onChange={setWantsRaw}
          label="Responses of failed keys, as received"
          description={`${countOf(data.responses, 'response')} (${sizeWords(data.responseBytes)}) without the API key${otherValues(data)}`}
        />
      )}
      {outline.error !== null && <ErrorNotice error={outline.error} />}
      {data !== undefined && <Contents outline={data} withRaw={rawResponses} />}
      <Stack gap="xs">
        <Text inherit fw={600}>
          Save in the same folder
        </Text>
        <Check
          checked={withReport}
          onChange={(isOn) => preferEvidence({ withReport: isOn })}
          label="Report (HTML)"
        />
        <Check
          checked={withPdf}
          onChange={(isOn) => preferEvidence({ withPdf: isOn })}
          label="Report (PDF)"
        />
        <Check
          checked={withRecords}
          onChange={(isOn) => preferEvidence({ withRecords: isOn })}
          label="All records of the audit (JSON Lines)"
          description="With it, others can verify that the bundle has every key. It contains no values."
        />
        <Check
          checked={withScript}
          onChange={(isOn) => preferEvidence({ withScript: isOn })}
          label="Verification script and instructions"
          description="For people without this app."
        />
      </Stack>
      {(withReport || withPdf) && <AuditorFields />}
      {stamp.fields}
      <Dimmed>
        {signer === null
          ? 'An installation key will be created to sign the file.'
          : `Signed with installation key ${shortHash(signer.fingerprint)}.`}{' '}
        The signature means “this installation says it read this”. The service signs nothing.
      </Dimmed>
    </FormDialog>
  );
}

/** Whom reports name. */
function AuditorFields() {
  const { auditor } = useAuditEvidencePreferences();
  return (
    <Stack gap="xs">
      <TextInput
        label="Prepared by"
        placeholder="Name"
        maxLength={longestAuditorField}
        value={auditor.name}
        onChange={({ currentTarget: { value } }) => preferEvidence({ auditor: { ...auditor, name: value } })}
      />
      <TextInput
        label="Organization"
        description="Both are printed on reports. They are not part of what is signed."
        maxLength={longestAuditorField}
        value={auditor.organization}
        onChange={({ currentTarget: { value } }) =>
          preferEvidence({ auditor: { ...auditor, organization: value } })
        }
      />
    </Stack>
  );
}

/** What the recipient of the bundle will know. */
function Contents({
  outline,
  withRaw,
}: {
  readonly outline: AuditEvidenceOutline;
  readonly withRaw: boolean;
}) {
  const { contents, notIncluded } = auditEvidenceContents(outline, withRaw);
  return (
    <Callout
      tone={notIncluded.length === 0 ? 'neutral' : 'warning'}
      role="status"
      title="The bundle will contain"
    >
      <List size="sm">
        {contents.map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
      {notIncluded.map((words) => (
        <Text inherit key={words}>
          {words}
        </Text>
      ))}
    </Callout>
  );
}

function valuesOf(kind: AuditValues['kind'], chosen: string): AuditValues {
  if (kind !== 'chosen') return { kind };
  return { kind, keys: chosen.split('\n').filter((line) => line !== '') };
}
