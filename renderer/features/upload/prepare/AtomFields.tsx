import { Box, Stack, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import type { UploadRowInFull } from '#shared/domain/upload.ts';
import { oddKeyWords } from '#shared/text/problemDetail.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import type { AtomText } from '../../../state/uploadStore.ts';
import { CodeView } from '../../../ui/code/CodeView.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { utf8Bytes } from '../../../ui/utf8.ts';
import { asTyped, lineEndsOf, withLineEndsOf } from './lineEnds.ts';
import classes from './Prepare.module.css';

interface AtomFieldsProps {
  readonly original: Pick<UploadRowInFull, 'key' | 'value' | 'valueBytes'>;
  readonly text: AtomText;
  readonly isReadOnly?: boolean;
  /** The only fields of a question: shorter, and the value has the focus first. */
  readonly isFixing?: boolean;
  readonly onChange: (text: AtomText) => void;
}

/** Longer values cannot be edited in place. */
const longestEdited = 1_000_000;

/** The key and value of a row. Line endings stay as in the file. */
export function AtomFields(props: AtomFieldsProps) {
  const { original, text, isReadOnly = false, isFixing = false, onChange } = props;
  const bytes = useMemo(() => utf8Bytes(text.value), [text.value]);
  const shared = {
    classNames: { input: classes.mono ?? '' },
    autosize: true,
    readOnly: isReadOnly,
    spellCheck: false,
  };
  return (
    <>
      <Textarea
        {...shared}
        label="Key"
        data-row-field="key"
        error={isFixing && text.key === '' ? 'Enter a key' : null}
        minRows={1}
        maxRows={6}
        value={asTyped(text.key)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...text, key: withLineEndsOf(original.key, value) })
        }
      />
      {oddKeyWords(text.key) !== null && (
        <Dimmed>
          <KeyText atomKey={text.key} wrap />
        </Dimmed>
      )}
      {original.value.length > longestEdited ? (
        <Stack gap="xs" h={240}>
          <p>
            The value has {sizeWords(original.valueBytes)}, too much to edit here. Change it in the file, or
            skip the row.
          </p>
          <Box flex={1} mih={0}>
            <CodeView text={original.value.slice(0, longestEdited)} label="Start of the value" />
          </Box>
        </Stack>
      ) : (
        <Textarea
          {...shared}
          label="Value"
          data-row-field="value"
          description={`${sizeWords(bytes)}${lineEndsOf(original.value) === 'mixed' ? '; line endings are mixed and become LF when you edit the value' : ''}`}
          minRows={3}
          maxRows={isFixing ? 8 : 16}
          autoFocus={isFixing}
          value={asTyped(text.value)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...text, value: withLineEndsOf(original.value, value) })
          }
        />
      )}
    </>
  );
}
