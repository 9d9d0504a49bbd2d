import { countWords } from '#shared/text/sizes.ts';
import { readBackWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { KeyText } from '../../../ui/KeyText.tsx';
import type { RowColumn } from '../prepare/RowTable.tsx';
import { OutcomeMark, ReadBackMark } from './OutcomeMark.tsx';

/** The columns while rows are sent, and afterwards. */
export function outcomeColumns(placeName: string): readonly RowColumn[] {
  return [
    {
      name: 'place',
      header: placeName,
      width: '5rem',
      isNumeric: true,
      render: ({ place }) => countWords(place),
    },
    {
      name: 'key',
      header: 'Key',
      width: 'minmax(7.5rem, 1.2fr)',
      render: ({ key }) => <KeyText atomKey={key} />,
    },
    {
      name: 'outcome',
      header: 'Outcome',
      width: '6.5rem',
      render: ({ outcome }) => <OutcomeMark outcome={outcome} />,
      title: ({ outcome }) => rowOutcomeWords[outcome].words,
    },
    {
      name: 'why',
      header: 'Reason',
      width: 'minmax(4rem, 1.4fr)',
      hiddenBelow: 640,
      render: ({ why }) => (why === null ? '' : visibleLine(why)),
      title: ({ why }) => (why === null ? undefined : visibleLine(why)),
    },
    {
      name: 'version',
      header: 'Version',
      width: '4.75rem',
      isNumeric: true,
      hiddenBelow: 640,
      render: ({ version }) => (version === null ? '' : countWords(version)),
    },
    {
      name: 'readBack',
      header: 'Read back',
      width: '9.25rem',
      // The pane says once that nothing was read back yet.
      render: ({ readBack }) => readBack !== 'not-read' && <ReadBackMark readBack={readBack} />,
      title: ({ readBack }) => readBackWords[readBack].words,
    },
  ];
}
