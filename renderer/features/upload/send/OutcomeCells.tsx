import type { ReactNode } from 'react';
import type { UploadRow } from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import { readBackWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { KeyText } from '../../../ui/KeyText.tsx';
import tableClasses from '../prepare/RowTable.module.css';
import type { RowColumn } from '../prepare/RowTable.tsx';
import { OutcomeMark, ReadBackMark } from './OutcomeMark.tsx';

interface OutcomeColumn extends RowColumn {
  readonly show: (row: UploadRow) => ReactNode;
  readonly title?: (row: UploadRow) => string | undefined;
}

/** The columns for rows that are being sent or were sent. */
export function outcomeColumns(placeName: string): readonly RowColumn[] {
  return columns.map(({ name, header, isNumeric }) => ({
    name,
    header: name === 'place' ? placeName : header,
    ...(isNumeric !== undefined && { isNumeric }),
  }));
}

export function OutcomeCells({ row }: { readonly row: UploadRow }) {
  return columns.map(({ name, isNumeric, show, title }) => (
    <span
      key={name}
      role="gridcell"
      className={tableClasses.cell}
      data-column={name}
      data-numeric={isNumeric}
      title={title?.(row)}
    >
      {show(row)}
    </span>
  ));
}

const columns: readonly OutcomeColumn[] = [
  {
    name: 'place',
    header: 'Line',
    isNumeric: true,
    show: ({ place }) => countWords(place),
  },
  { name: 'key', header: 'Key', show: ({ key }) => <KeyText atomKey={key} /> },
  {
    name: 'outcome',
    header: 'Outcome',
    show: ({ outcome }) => <OutcomeMark outcome={outcome} />,
    title: ({ outcome }) => rowOutcomeWords[outcome].words,
  },
  {
    name: 'why',
    header: 'Reason',
    show: ({ why }) => (why === null ? '' : visibleLine(why)),
    title: ({ why }) => (why === null ? undefined : visibleLine(why)),
  },
  {
    name: 'version',
    header: 'Version',
    isNumeric: true,
    show: ({ version }) => (version === null ? '' : countWords(version)),
  },
  {
    name: 'readBack',
    header: 'Read back',
    // Text above the table says if nothing was read back.
    show: ({ readBack }) => readBack !== 'not-read' && <ReadBackMark readBack={readBack} />,
    title: ({ readBack }) => readBackWords[readBack].words,
  },
];
