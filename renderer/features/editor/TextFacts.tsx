import { Box, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { errorWords } from '#shared/text/errorWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { useDrafts } from '../../api/drafts.ts';
import { toAppError } from '../../api/unwrap.ts';
import type { AtomDraft } from '../../state/editorStore.ts';
import { utf8Bytes } from '../../ui/utf8.ts';
import { isJsonDocument } from '../inspector/jsonText.ts';
import type { LastSave } from './draftKeeper.ts';
import type { ValueChecks } from './useValueChecks.ts';
import { deltaWords, lineEndWords } from './valueFacts.ts';

interface TextFactsProps {
  readonly draft: AtomDraft;
  readonly checks: ValueChecks | null;
  readonly isJson: boolean;
  readonly validates: boolean;
  readonly keeping: LastSave;
}

const warning = 'var(--verdict-amber-fg)';

/** Size, line endings, and validity of the text, and whether it is saved as a draft. */
export function TextFacts({ draft, checks, isJson, validates, keeping }: TextFactsProps) {
  const { data: listing } = useDrafts(draft.connectionId);
  const before = draft.base?.value ?? null;
  const bytesBefore = useMemo(() => (before === null ? null : utf8Bytes(before)), [before]);
  const ends = useMemo(() => (checks === null ? null : lineEndWords(checks.value, before)), [checks, before]);
  const wasJson = useMemo(() => before !== null && isJsonDocument(before), [before]);
  const delta = checks === null || bytesBefore === null ? null : deltaWords(checks.bytes, bytesBefore);
  const noLongerJson = wasJson && !isJson && checks !== null && !checks.isDocument;
  return (
    <Group gap="md" mih={20} fz="sm" c="dimmed" aria-live="polite">
      {checks === null ? (
        <span>Checking…</span>
      ) : (
        <span>
          {sizeWords(checks.bytes)}
          {delta !== null && ` (${delta})`}
        </span>
      )}
      {ends !== null && <span>{ends}</span>}
      {isJson && validates && checks !== null && checks.fault === null && <span>Valid JSON</span>}
      {noLongerJson && (
        <Text span inherit c={warning}>
          The stored value is JSON. This text is not.
        </Text>
      )}
      <Box component="span" ml="auto">
        {listing !== undefined && listing.notKept !== null ? (
          <Text span inherit c={warning}>
            Drafts are lost when the app closes: {listing.notKept}
          </Text>
        ) : (
          keeping !== null &&
          ('kept' in keeping ? (
            // Only if the saved draft is what the form shows now; newer text is saved after a moment.
            isSameText(keeping.kept, draft) && 'Draft saved'
          ) : (
            <Text span inherit c={warning}>
              Could not save the draft: {errorWords(toAppError(keeping.failure)).what}
            </Text>
          ))
        )}
      </Box>
    </Group>
  );
}

function isSameText(one: Pick<AtomDraft, 'key' | 'value'>, other: Pick<AtomDraft, 'key' | 'value'>): boolean {
  return one.key === other.key && one.value === other.value;
}
