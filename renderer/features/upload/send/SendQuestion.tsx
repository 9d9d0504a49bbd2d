import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { AppError } from '#shared/domain/appError.ts';
import { assertNever } from '#shared/domain/result.ts';
import type { Upload, UploadAnswer, UploadCounts, UploadQuestion } from '#shared/domain/upload.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { questionWords } from '#shared/text/sendWords.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { ipc } from '../../../api/ipc.ts';
import { uploadRowQuery, useUploadStep } from '../../../api/uploads.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { utf8Bytes } from '../../../ui/utf8.ts';
import { placeNameOf } from '../prepare/placeName.ts';
import { StopDialog } from './EndDialogs.tsx';
import classes from './Send.module.css';
import { ValueWithFinding } from './ValueWithFinding.tsx';

interface SendQuestionProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
  readonly question: UploadQuestion;
}

/** A question that only the user can answer. Takes the focus when it appears; the rows stay visible. */
export function SendQuestion({ upload, counts, question }: SendQuestionProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const [isStopping, setIsStopping] = useState(false);
  const answer = useUploadStep(upload.connectionId, (given: UploadAnswer) =>
    ipc.answerUpload({ uploadId: upload.id, answer: given }),
  );
  useEffect(() => panel.current?.focus(), []);
  const { title, what } = questionWords(question, placeNameOf(upload));
  const choices: ChoicesProps = {
    isPending: answer.isPending,
    onAnswer: (given) => answer.mutate(given),
    onStop: () => setIsStopping(true),
  };
  return (
    <section
      ref={panel}
      className={classes.question}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-what`}
      tabIndex={-1}
      data-focus-home
    >
      <h2 id={`${id}-title`}>
        <IconMessageQuestion size={18} aria-hidden />
        {title}
      </h2>
      <p id={`${id}-what`}>{what}</p>
      <QuestionBody upload={upload} question={question} choices={choices} />
      {answer.isError && <ErrorNotice error={answer.error} />}
      {isStopping && <StopDialog upload={upload} counts={counts} onClose={() => setIsStopping(false)} />}
    </section>
  );
}

interface ChoicesProps {
  /** An answer is being sent. */
  readonly isPending: boolean;
  readonly onAnswer: (answer: UploadAnswer) => void;
  readonly onStop: () => void;
}

interface QuestionBodyProps {
  readonly upload: Upload;
  readonly question: UploadQuestion;
  readonly choices: ChoicesProps;
}

function QuestionBody({ upload, question, choices }: QuestionBodyProps) {
  switch (question.kind) {
    case 'refused-row':
      return <RefusedRow upload={upload} question={question} {...choices} />;
    case 'refused-batch':
      return (
        <>
          <Said error={question.error} />
          <Answers {...choices}>
            <Button disabled={choices.isPending} onClick={() => choices.onAnswer({ kind: 'search' })}>
              Find the row
            </Button>
            <Button
              variant="default"
              disabled={choices.isPending}
              onClick={() => choices.onAnswer({ kind: 'leave' })}
            >
              Skip all {countOf(question.batchRows, 'row')}
            </Button>
          </Answers>
        </>
      );
    case 'unsettled-batch':
      return (
        <>
          {question.error !== null && <Said error={question.error} />}
          <Answers {...choices}>
            <Button
              variant="default"
              disabled={choices.isPending}
              onClick={() => choices.onAnswer({ kind: 'send-again' })}
            >
              Resend
            </Button>
            <Button
              variant="default"
              disabled={choices.isPending}
              onClick={() => choices.onAnswer({ kind: 'leave' })}
            >
              Leave as unknown
            </Button>
          </Answers>
        </>
      );
    default:
      return assertNever(question);
  }
}

/** The error that the service returned. */
function Said({ error }: { readonly error: AppError }) {
  const { title, what } = errorWords(error);
  return (
    <p>
      <strong>{title}.</strong> {what}
    </p>
  );
}

function Answers({ isPending, onStop, children }: ChoicesProps & { readonly children: ReactNode }) {
  return (
    <Group gap="sm">
      {children}
      <Button variant="subtle" color="gray" disabled={isPending} onClick={onStop}>
        Stop upload
      </Button>
    </Group>
  );
}

interface RefusedRowProps extends ChoicesProps {
  readonly upload: Upload;
  readonly question: Extract<UploadQuestion, { readonly kind: 'refused-row' }>;
}

function RefusedRow({ upload, question, ...choices }: RefusedRowProps) {
  const { isPending, onAnswer } = choices;
  const { row, error } = question;
  const full = useQuery(uploadRowQuery(upload.id, row.row, upload.revision));
  const [always, setAlways] = useState(false);
  /** null: the row is not being edited. */
  const [fix, setFix] = useState<{ readonly key: string; readonly value: string } | null>(null);
  const isUnchanged = fix !== null && fix.key === full.data?.key && fix.value === full.data.value;
  return (
    <>
      <Said error={error} />
      {fix === null ? (
        <>
          <KeyText atomKey={row.key} wrap />
          {full.isError && <ErrorNotice error={full.error} onRetry={() => void full.refetch()} />}
          {full.data === undefined ? (
            !full.isError && <LoadingState label="Loading row" rows={2} />
          ) : (
            <ValueWithFinding
              value={full.data.value}
              isRefusedAsSensitive={error.code === 'sensitive_content'}
            />
          )}
          <Checkbox
            size="sm"
            label="Skip further refused rows without asking"
            checked={always}
            onChange={(event) => setAlways(event.currentTarget.checked)}
          />
          <Answers {...choices}>
            <Button disabled={isPending} onClick={() => onAnswer({ kind: 'drop', always })}>
              Skip this row
            </Button>
            <Button
              variant="default"
              disabled={isPending || full.data === undefined}
              onClick={() => {
                if (full.data !== undefined) setFix({ key: full.data.key, value: full.data.value });
              }}
            >
              Fix…
            </Button>
          </Answers>
        </>
      ) : (
        <Stack
          component="form"
          gap="sm"
          onSubmit={(event) => {
            event.preventDefault();
            if (fix.key !== '' && !isUnchanged) onAnswer({ kind: 'fix', ...fix });
          }}
        >
          <TextInput
            label="Key"
            value={fix.key}
            error={fix.key === '' ? 'Enter a key' : null}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: classes.mono ?? '' }}
            onChange={(event) => setFix({ ...fix, key: event.currentTarget.value })}
          />
          <Textarea
            label="Value"
            description={sizeWords(utf8Bytes(fix.value))}
            value={fix.value}
            autosize
            minRows={3}
            maxRows={8}
            spellCheck={false}
            data-autofocus
            ref={focusOnce}
            classNames={{ input: classes.mono ?? '' }}
            onChange={(event) => setFix({ ...fix, value: event.currentTarget.value })}
          />
          <Group gap="sm">
            <Button type="submit" disabled={isPending || fix.key === '' || isUnchanged}>
              Send fixed row
            </Button>
            <Button variant="default" disabled={isPending} onClick={() => setFix(null)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      )}
    </>
  );
}

function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
