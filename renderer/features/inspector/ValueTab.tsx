import { Group, SegmentedControl, Stack } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { mixedScriptPlaces, visiblePieces } from '#shared/text/visibleText.ts';
import {
  chooseView,
  chosenView,
  prefixOf,
  useViewStore,
  valueViews,
  type ValueView,
} from '../../state/viewStore.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { CodeView } from '../../ui/code/codeOnUse.ts';
import type { CodeViewHandle } from '../../ui/code/CodeView.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { HexView } from './HexView.tsx';
import { isDocument, scanJson, type JsonOutline, type JsonScan } from './jsonOutline.ts';
import { JsonTree } from './JsonTree.tsx';
import { useSliced } from '../../ui/useSliced.ts';
import { guessWords, kindWords } from './valueKind.ts';
import { utf8SizeSteps } from '../../ui/utf8.ts';
import { Tip } from '../../ui/Tip.tsx';
import classes from './Inspector.module.css';

const viewWords: Readonly<Record<ValueView, string>> = { tree: 'JSON', text: 'Text', hex: 'Hex' };

interface ValueTabProps {
  readonly atomKey: string;
  readonly value: string;
}

/** The value of an atom as a JSON tree, as text, or as bytes. */
export function ValueTab({ atomKey, value }: ValueTabProps) {
  const views = useViewStore((state) => state.valueViews);
  const scan = useSliced(value, scanJson);
  const document = documentOf(scan);
  const offered = valueViews.filter((view) => view !== 'tree' || document !== null || scan === null);
  // A choice that does not fit this value is kept for the next one that it fits.
  const chosen = chosenView(views, atomKey) ?? 'tree';
  const view = offered.includes(chosen) ? chosen : 'text';
  const code = useRef<CodeViewHandle>(null);
  return (
    <Stack gap="xs" h="100%">
      <Group gap="sm" justify="space-between">
        <Tip label={stickyWords(atomKey)}>
          <SegmentedControl
            size="xs"
            aria-label="Show the value as"
            value={view}
            onChange={(picked) => chooseView(atomKey, picked)}
            data={offered.map((each) => ({ value: each, label: viewWords[each] }))}
          />
        </Tip>
        <Group gap="2xs">
          {view === 'text' && (
            <IconButton
              data-find
              label="Find in the text"
              icon={IconSearch}
              onClick={() => code.current?.find()}
            />
          )}
          <CopyButton text={value} label="value" hasCaption />
        </Group>
      </Group>
      <Facts value={value} scan={scan} />
      {view === 'tree' && document === null && <LoadingState label="Loading JSON" />}
      {view === 'tree' && document !== null && <JsonTree key={value} outline={document} />}
      {view === 'text' && value === '' && <Dimmed>The value is empty.</Dimmed>}
      {view === 'text' && value !== '' && (
        <CodeView ref={code} text={value} label="Value" asJson={scan?.kind === 'json'} />
      )}
      {view === 'hex' && <HexView value={value} />}
    </Stack>
  );
}

/** Only objects and arrays get a tree; a single number or string is shown as text. */
function documentOf(scan: JsonScan | null): JsonOutline | null {
  return scan?.kind === 'json' && isDocument(scan.outline) ? scan.outline : null;
}

function stickyWords(atomKey: string): string {
  const prefix = prefixOf(atomKey);
  return prefix === '' ? 'Remembered for keys without a prefix.' : `Remembered for all keys below ${prefix}.`;
}

/** The summary only searches this much of the value; the views mark every anomaly. In UTF-16 units. */
const searchedForAnomalies = 50_000;

function Facts({ value, scan }: { readonly value: string; readonly scan: JsonScan | null }) {
  const bytes = useSliced(value, utf8SizeSteps);
  const guess = useMemo(() => guessWords(value), [value]);
  const odd = useMemo(() => anomalyWords(value.slice(0, searchedForAnomalies)), [value]);
  const repeated = scan?.kind === 'json' ? scan.outline.repeated.size : 0;
  return (
    <Group gap="sm" c="dimmed" fz="sm">
      <span title={bytes === null ? undefined : `${countWords(bytes)} bytes as UTF-8`}>
        {scan === null ? 'Loading…' : kindWords(value, scan)}
        {bytes !== null && ` · ${sizeWords(bytes)}`}
      </span>
      {guess !== null && (
        <i title="A guess by this app. To the service, the value is just text.">looks like {guess}</i>
      )}
      {repeated > 0 && (
        <span
          className={classes.odd}
          title="Properties that occur more than once in an object. Most programs read only one of their values."
        >
          duplicate properties
        </span>
      )}
      {odd !== null && (
        <span className={classes.odd} title="Every view marks them.">
          {odd}
        </span>
      )}
    </Group>
  );
}

/** Names the hidden or look-alike characters in a text; null if there are none. */
function anomalyWords(text: string): string | null {
  const isHidden = visiblePieces(text, { keepLines: true }).some(({ kind }) => kind === 'hidden');
  const isMixed = mixedScriptPlaces(text).length > 0;
  if (isHidden && isMixed) return 'hidden characters and look-alike letters';
  if (isHidden) return 'hidden characters';
  return isMixed ? 'look-alike letters' : null;
}
