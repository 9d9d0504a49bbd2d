import { Button, Group, Stack } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { AppError } from '#shared/domain/appError.ts';
import type { Upload, UploadAnswer, UploadQuestion } from '#shared/domain/upload.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { questionWords } from '#shared/text/sendWords.ts';
import { placeNameOf } from '#shared/text/uploadWords.ts';
import { answerUpload, uploadRowQuery, useUploadStep } from '../../../api/uploads.ts';
import type { AtomText } from '../../../state/uploadStore.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Check } from '../../../ui/Choices.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { AtomFields } from '../prepare/AtomFields.tsx';
import { ValueWithFinding } from './ValueWithFinding.tsx';

interface QuestionProps<Question extends UploadQuestion> {
  readonly upload: Upload;
  readonly question: Question;
  readonly onStop: () => void;
}

/** A question that only the user can answer. Takes the focus when it appears; the rows stay visible. */
export function SendQuestion({ upload, question, onStop }: QuestionProps<UploadQuestion>) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const answer = useUploadStep(upload.connectionId, (given: UploadAnswer) =>
    answerUpload({ uploadId: upload.id, answer: given }),
  );
  useEffect(() => panel.current?.focus(), []);
  const { title, what } = questionWords(question, placeNameOf(upload));
  const choices = { isPending: answer.isPending, onAnswer: answer.mutate, onStop };
  return (
    <section ref={panel} aria-label={title} aria-describedby={id} tabIndex={-1} data-focus-home>
      <Callout
        tone="neutral"
        icon={IconMessageQuestion}
        title={title}
        order={2}
        mx="md"
        mb="md"
        bd="1px solid var(--mantine-primary-color-filled)"
      >
        <Stack gap="sm">
          <p id={id}>{what}</p>
          <QuestionBody upload={upload} question={question} {...choices} />
          {answer.isError && <ErrorNotice error={answer.error} />}
        </Stack>
      </Callout>
    </section>
  );
}

interface ChoicesProps {
  /** An answer is being sent. */
  readonly isPending: boolean;
  readonly onAnswer: (answer: UploadAnswer) => void;
  readonly onStop: () => void;
}

function QuestionBody(props: QuestionProps<UploadQuestion> & ChoicesProps) {
  const { question } = props;
  switch (question.kind) {
    case 'refused-row':
      return <RefusedRow {...props} question={question} />;
    case 'refused-batch':
      return (
        <>
          <Said error={question.error} />
          <Answers
            {...props}
            answers={[
              ['Find the row', { kind: 'search' }],
              [`Skip all ${countOf(question.batchRows, 'row')}`, { kind: 'leave' }],
            ]}
          />
        </>
      );
    case 'unsettled-batch':
      return (
        <>
          {question.error !== null && <Said error={question.error} />}
          <Answers
            {...props}
            isOpen
            answers={[
              ['Resend', { kind: 'send-again' }],
              ['Leave as unknown', { kind: 'leave' }],
            ]}
          />
        </>
      );
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

interface AnswersProps extends ChoicesProps {
  readonly answers: readonly (readonly [label: string, answer: UploadAnswer])[];
  /** No answer is better than the others. Otherwise, the first one stands out. */
  readonly isOpen?: boolean;
  /** After the answers. */
  readonly children?: ReactNode;
}

function Answers({ answers, isOpen = false, isPending, onAnswer, onStop, children }: AnswersProps) {
  return (
    <Group gap="sm">
      {answers.map(([label, answer], at) => (
        <Button
          key={label}
          variant={at === 0 && !isOpen ? 'filled' : 'default'}
          disabled={isPending}
          onClick={() => onAnswer(answer)}
        >
          {label}
        </Button>
      ))}
      {children}
      <Button variant="subtle" color="gray" disabled={isPending} onClick={onStop}>
        Stop upload
      </Button>
    </Group>
  );
}

type RefusedRowProps = QuestionProps<Extract<UploadQuestion, { readonly kind: 'refused-row' }>> &
  ChoicesProps;

function RefusedRow({ upload, question: { row, error }, ...choices }: RefusedRowProps) {
  const { isPending, onAnswer } = choices;
  const full = useQuery(uploadRowQuery(upload.id, row.row, upload.revision));
  const { data } = full;
  const [always, setAlways] = useState(false);
  /** null: the row is not being edited. */
  const [fix, setFix] = useState<AtomText | null>(null);
  const canFix = fix !== null && fix.key !== '' && (fix.key !== data?.key || fix.value !== data.value);
  return (
    <>
      <Said error={error} />
      {fix === null || data === undefined ? (
        <>
          <KeyText atomKey={row.key} wrap />
          <QueryView query={full} loading="Loading row" rows={2} p={0}>
            {({ value }) => (
              <ValueWithFinding value={value} isRefusedAsSensitive={error.code === 'sensitive_content'} />
            )}
          </QueryView>
          <Check label="Skip further refused rows without asking" checked={always} onChange={setAlways} />
          <Answers {...choices} answers={[['Skip this row', { kind: 'drop', always }]]}>
            <Button
              variant="default"
              disabled={isPending || data === undefined}
              onClick={() => data !== undefined && setFix({ key: data.key, value: data.value })}
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
            if (canFix) onAnswer({ kind: 'fix', ...fix });
          }}
        >
          <AtomFields original={data} text={fix} isFixing onChange={setFix} />
          <Group gap="sm">
            <Button type="submit" disabled={isPending || !canFix}>
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
