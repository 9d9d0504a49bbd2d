import { Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useMemo } from 'react';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { useViewStore, valueViews, type ValueView } from '../../state/viewStore.ts';
import { useCopy } from '../../ui/useCopy.ts';
import { isJsonDocument, layOutJson } from './jsonText.ts';
import { TextView } from './TextView.tsx';
import { utf8Bytes } from './valueSize.ts';
import classes from './ValueTab.module.css';

const viewWords: Readonly<Record<ValueView, string>> = { pretty: 'JSON', text: 'Text' };
const copyIcons = { idle: IconCopy, copied: IconCheck, failed: IconAlertTriangle } as const;
const copyWords = { idle: 'Copy value', copied: 'Copied', failed: 'Could not copy' } as const;

/** The value of an atom: laid out if it is JSON, or exactly as stored. */
export function ValueTab({ value }: { readonly value: string }) {
  const { valueView, showValueAs } = useViewStore();
  const { state, copy } = useCopy();
  const bytes = useMemo(() => utf8Bytes(value), [value]);
  const isJson = useMemo(() => isJsonDocument(value), [value]);
  const laidOut = useMemo(
    () => (isJson && valueView === 'pretty' ? layOutJson(value) : null),
    [isJson, valueView, value],
  );
  const CopyIcon = copyIcons[state];
  return (
    <>
      <div className={classes.bar}>
        {isJson && (
          <SegmentedControl
            size="xs"
            aria-label="Show the value as"
            value={valueView}
            onChange={(chosen) => {
              const view = valueViews.find((known) => known === chosen);
              if (view !== undefined) showValueAs(view);
            }}
            data={valueViews.map((view) => ({ value: view, label: viewWords[view] }))}
          />
        )}
        <span className={classes.size} title={`${countWords(bytes)} bytes as UTF-8`}>
          {isJson ? 'JSON' : 'Text'}, {sizeWords(bytes)}
        </span>
        <Button
          className={classes.copy ?? ''}
          size="compact-sm"
          variant="default"
          leftSection={<CopyIcon size={14} aria-hidden />}
          onClick={() => copy(value)}
        >
          {copyWords[state]}
        </Button>
      </div>
      <TextView key={valueView} text={laidOut ?? value} label="Value" asJson={laidOut !== null} />
    </>
  );
}
