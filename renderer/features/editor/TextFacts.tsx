import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { errorWords } from '#shared/text/errorWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { useDrafts } from '../../api/drafts.ts';
import { toAppError } from '../../api/unwrap.ts';
import type { AtomDraft } from '../../state/editorStore.ts';
import { utf8Bytes } from '../../ui/utf8.ts';
import { isJsonDocument } from '../inspector/jsonText.ts';
import classes from './AtomEditor.module.css';
import type { DraftKeeping } from './useDraftKeeping.ts';
import type { ValueChecks } from './useValueChecks.ts';
import { deltaWords, lineEndWords } from './valueFacts.ts';

interface TextFactsProps {
  readonly draft: AtomDraft;
  readonly checks: ValueChecks | null;
  readonly isJson: boolean;
  readonly validates: boolean;
  readonly keeping: DraftKeeping['last'];
}

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
    <div className={classes.below} aria-live="polite">
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
      {noLongerJson && <span data-tone="warning">The stored value is JSON. This text is not.</span>}
      <Box component="span" ml="auto">
        {listing !== undefined && listing.notKept !== null ? (
          <span data-tone="warning">Drafts are lost when the app closes: {listing.notKept}</span>
        ) : (
          keeping !== null &&
          ('kept' in keeping ? (
            // Only if the saved draft is what the form shows now; newer text is saved after a moment.
            isSameText(keeping.kept, draft) && 'Draft saved'
          ) : (
            <span data-tone="warning">
              Could not save the draft: {errorWords(toAppError(keeping.failure)).what}
            </span>
          ))
        )}
      </Box>
    </div>
  );
}

function isSameText(one: Pick<AtomDraft, 'key' | 'value'>, other: Pick<AtomDraft, 'key' | 'value'>): boolean {
  return one.key === other.key && one.value === other.value;
}
