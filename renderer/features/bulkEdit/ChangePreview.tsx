import { Box, Checkbox, Group, Stack } from '@mantine/core';
import { IconReplace, IconSearchOff } from '@tabler/icons-react';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { DiffView } from '../../ui/code/DiffView.tsx';
import { DiffLayoutChoice } from '../../widgets/DiffLayoutChoice.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VirtualGrid } from '../../ui/lists/VirtualGrid.tsx';
import { utf8Bytes } from '../../ui/utf8.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { isJsonDocument } from '../inspector/jsonText.ts';
import classes from './BulkEdit.module.css';
import type { ChangeRow } from './bulkPreview.ts';
import { concernWords } from './bulkWords.ts';
import type { ReplaceOutcome } from './replaceQueue.ts';
import type { FindChoice } from '#shared/text/replacing.ts';
import kit from '../../ui/kit.module.css';

interface ChangePreviewProps {
  readonly rows: readonly ChangeRow[];
  /** What the new values are. */
  readonly after: string;
  readonly shown: number;
  readonly onShow: (index: number) => void;
  readonly onInclude: (keys: readonly string[], isIncluded: boolean) => void;
}

/** The atoms that change, beside one of them as it is and as it will be. */
export function ChangePreview(props: ChangePreviewProps) {
  const row = props.rows[props.shown];
  return (
    <div className={classes.panes}>
      <ChangeList {...props} />
      {row !== undefined && <ChangeDiff row={row} after={props.after} />}
    </div>
  );
}

const columns = [
  { name: 'include', header: 'Include', width: '32px' },
  { name: 'atom', header: 'Atom' },
] as const;

/** Space includes or skips an atom. */
function ChangeList({ rows, shown, onShow, onInclude }: ChangePreviewProps) {
  const included = rows.filter(({ isIncluded }) => isIncluded).length;
  // Atoms whose proof failed are included one by one, or not at all.
  const together = rows.filter(({ concerns }) => !concerns.includes('red'));
  const isAll = together.every(({ isIncluded }) => isIncluded);
  const isEach = included === rows.length;
  return (
    <Stack gap="xs" mih={0}>
      <Checkbox
        size="xs"
        py="xs"
        pl="sm"
        label={
          together.length === rows.length
            ? rows.length === 1
              ? 'Include'
              : `Include all ${countOf(rows.length, 'atom')}`
            : `Include ${countOf(together.length, 'atom')}, without the ${rows.length - together.length} whose proof failed`
        }
        checked={isEach}
        disabled={together.length === 0 && included === 0}
        indeterminate={!isEach && included > 0}
        onChange={() =>
          onInclude(
            (isAll ? rows : together).map(({ reading }) => reading.key),
            !isAll,
          )
        }
      />
      <VirtualGrid
        label="Changed atoms"
        rows={rows}
        columns={columns}
        hasHeader={false}
        rowHeight={46}
        className={classes.framed}
        active={shown}
        onChoose={onShow}
        onKeyDown={(event, index) => {
          const row = rows[index];
          if (event.key !== ' ' || row === undefined) return;
          event.preventDefault();
          onInclude([row.reading.key], !row.isIncluded);
        }}
        rowData={({ isIncluded }) => ({ 'data-skipped': !isIncluded || undefined })}
        renderCell={(row, column) =>
          column === 'atom' ? (
            <Atom row={row} />
          ) : (
            // Space does the same for the active row, so that the list is one tab stop.
            <Checkbox
              size="xs"
              tabIndex={-1}
              aria-label={`Include ${visibleLine(row.reading.key).slice(0, 200)}`}
              checked={row.isIncluded}
              onChange={(event) => onInclude([row.reading.key], event.currentTarget.checked)}
              onClick={(event) => event.stopPropagation()}
            />
          )
        }
      />
    </Stack>
  );
}

function Atom({ row: { reading, change, concerns } }: { readonly row: ChangeRow }) {
  return (
    <>
      <span className={classes.key}>
        <KeyText atomKey={reading.key} />
      </span>
      <Group component="span" gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        {change.count > 0 && `${countOf(change.count, 'replacement')}, `}
        {sizeWords(utf8Bytes(reading.value))} → {sizeWords(change.bytes)}
        {concerns.map((concern) => (
          <span
            key={concern}
            className={classes.concern}
            data-tone={concern === 'red' || concern === 'half-character' ? 'danger' : 'warning'}
          >
            {concernWords[concern]}
          </span>
        ))}
      </Group>
    </>
  );
}

interface ChangeDiffProps {
  readonly row: ChangeRow;
  readonly after: string;
}

function ChangeDiff({ row: { reading, change }, after }: ChangeDiffProps) {
  const diffLayout = useViewStore((state) => state.diffLayout);
  const { sensitive } = change;
  return (
    <Stack component="section" gap="xs" mih={0} aria-label="Changes in the atom">
      <Group gap="sm" wrap="nowrap" mih={30} flex="none">
        <Box flex={1} miw={0} fw={600}>
          <KeyText atomKey={reading.key} />
        </Box>
        <VerdictBadge status={reading.verdict.status} size="sm" />
        <DiffLayoutChoice />
      </Group>
      {sensitive !== null && (
        <Callout tone="warning" compact>
          {quoteText(change.value.slice(sensitive.start, sensitive.end))} looks like a credential
          {sensitive.pattern === null ? ': it is long and random' : ` (${sensitive.pattern})`}. The service
          may refuse it.
        </Callout>
      )}
      <div className={kit.fill}>
        <DiffView
          before={reading.value}
          after={change.value}
          labels={{
            before: `Stored${reading.version === null ? '' : `, version ${reading.version}`}`,
            after,
          }}
          layout={diffLayout}
          asJson={isJsonDocument(reading.value)}
        />
      </div>
    </Stack>
  );
}

interface NoChangesProps {
  /** null if nothing is sought: the atoms would get their previous values. */
  readonly choice: FindChoice | null;
  readonly outcome: ReplaceOutcome | null;
}

/** In place of the preview: why no atom changes. */
export function NoChanges({ choice, outcome }: NoChangesProps) {
  const isIdle = choice === null || choice.find === '' || outcome === null;
  const { title, description } =
    choice === null ? sameWords : isIdle ? idleWords : nothingWords(outcome, choice);
  return (
    <Box flex={1} mih={0} className={classes.framed} style={{ overflow: 'auto' }}>
      <EmptyState icon={isIdle ? IconReplace : IconSearchOff} title={title} description={description} />
    </Box>
  );
}

const sameWords = {
  title: 'Nothing to store',
  description: 'No atom has another value than before that write.',
};

const idleWords = {
  title: 'Enter text to find',
  description: 'A preview of each changed atom appears here before anything is stored.',
};

function nothingWords(
  outcome: ReplaceOutcome,
  { isExpression, matchesCase }: FindChoice,
): { readonly title: string; readonly description: string } {
  switch (outcome.kind) {
    case 'replaced':
      return outcome.unchanged > 0
        ? {
            title: 'The replacement is the same text',
            description: `The text is in ${countOf(outcome.unchanged, 'atom')}, but their values stay the same.`,
          }
        : {
            title: 'No matches',
            description: matchesCase
              ? 'The search is case-sensitive. Turn off “Match case” to ignore case.'
              : 'Only values are searched, not keys.',
          };
    case 'unusable':
      return {
        title: isExpression ? 'Invalid expression' : 'Invalid search text',
        description: outcome.why,
      };
    case 'too-large':
      return {
        title: 'The new values would be too large',
        description:
          'The replacements would produce more text than can be shown or sent. Nothing was changed.',
      };
    case 'too-long':
      return {
        title: 'Search stopped',
        description: `It did not finish within ${durationWords(outcome.afterMs)}. Nested repetitions such as (a+)+ can take very long. Nothing was changed.`,
      };
    case 'broken':
      return { title: 'Search failed', description: outcome.why };
  }
}
