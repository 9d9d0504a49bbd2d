import { blockingProblems, type RowProblem, type UploadRow } from '#shared/domain/upload.ts';
import { comparedWords, differenceWords } from '#shared/text/comparedWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { comparisonWords, isAllowable, rowProblemWords, rowStatusWords } from '#shared/text/uploadWords.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { Pieces } from '../../../ui/KeyText.tsx';
import { firstColumns, type RowColumn } from './RowTable.tsx';
import classes from './Prepare.module.css';

/** Characters of a value that a line can show. */
const shownValue = 160;

/** The columns while rows are checked. `isCompared` adds what the service holds. */
export function checkColumns(placeName: string, isCompared: boolean): readonly RowColumn[] {
  return [
    ...firstColumns(placeName),
    {
      name: 'value',
      header: 'Value',
      hiddenBelow: 640,
      render: ({ valueStart }) => (
        <Pieces pieces={visiblePieces(valueStart.slice(0, shownValue), { markLeading: true })} />
      ),
    },
    {
      name: 'size',
      header: 'Size',
      width: '4rem',
      isNumeric: true,
      hiddenBelow: 480,
      render: ({ valueBytes }) => <span className={classes.dim}>{sizeWords(valueBytes)}</span>,
    },
    {
      name: 'problems',
      header: 'Problems',
      width: 'minmax(7.5rem, 0.7fr)',
      render: (row) => <Problems row={row} />,
      title: (row) =>
        problemsOf(row)
          .map((problem) => rowProblemWords[problem].words)
          .join('\n'),
    },
    ...(isCompared ? [comparisonColumn] : []),
    {
      name: 'status',
      header: 'Status',
      width: '7.5rem',
      render: ({ status, allowed, edited, problems }) => (
        <>
          {rowStatusWords[status].label}
          <span className={classes.dim}>
            {allowed && problems.some(isAllowable) && ' · allowed'}
            {edited && ' · edited'}
          </span>
        </>
      ),
      title: ({ status }) => rowStatusWords[status].words,
    },
  ];
}

const comparisonColumn: RowColumn = {
  name: 'comparison',
  header: 'Service',
  width: 'minmax(5rem, 0.5fr)',
  render: (row) => (row.comparison === 'not-compared' ? '–' : comparedWords(row)),
  title: (row) => `${comparisonWords[row.comparison].words} ${differenceWords(row) ?? ''}`,
};

const blocking: ReadonlySet<RowProblem> = new Set(blockingProblems);

/** Says something about what is known of the service, not about a row: the filters count it once. */
const ofTheFile: RowProblem = 'larger-than-accepted';

/** Those that block the row come first: a narrow column has room for one. */
function problemsOf({ problems }: UploadRow): readonly RowProblem[] {
  const shown = problems.filter((problem) => problem !== ofTheFile);
  return [
    ...shown.filter((problem) => blocking.has(problem)),
    ...shown.filter((problem) => !blocking.has(problem)),
  ];
}

function Problems({ row }: { readonly row: UploadRow }) {
  return problemsOf(row).map((problem) => (
    <span
      key={problem}
      className={classes.problem}
      data-tone={blocking.has(problem) && row.status === 'blocked' ? 'warning' : undefined}
    >
      {rowProblemWords[problem].label}
    </span>
  ));
}
