import { Box, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EvidenceContents } from '#shared/domain/openedEvidence.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { responseOfEvidence } from '../../api/evidence.ts';
import { queryKey } from '../../api/queryKeys.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { CodeView } from '../../ui/code/codeOnUse.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { momentOfIso } from './momentOfIso.ts';

interface ResponseListProps {
  readonly id: string;
  readonly responses: EvidenceContents['responses'];
}

/** The responses of a bundle; the body of one at a time, on demand. */
export function ResponseList({ id, responses }: ResponseListProps) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <Stack gap="sm">
      {responses.map(({ request, status, at, bytes }, index) => (
        <Stack key={index} gap="2xs">
          <Group gap="sm" wrap="nowrap" fz="sm">
            <Text inherit ff="monospace" truncate miw={0} flex={1} title={visibleLine(request)}>
              {visibleLine(request)}
            </Text>
            <Text inherit c="dimmed" flex="none">
              status {status}, {sizeWords(bytes)}, {momentOfIso(at)}
            </Text>
            <SmallButton
              aria-expanded={shown === index}
              onClick={() => setShown(shown === index ? null : index)}
            >
              {shown === index ? 'Hide' : 'Show'}
            </SmallButton>
          </Group>
          {shown === index && <Body id={id} at={index} />}
        </Stack>
      ))}
    </Stack>
  );
}

function Body({ id, at }: { readonly id: string; readonly at: number }) {
  const query = useQuery({
    queryKey: queryKey('responseOfEvidence', id, at),
    queryFn: () => responseOfEvidence({ id, at }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <QueryView query={query} loading="Loading the response" rows={4} p={0}>
      {(text) => (
        <Box h={260}>
          <CodeView text={text} label="Response as received" asJson />
        </Box>
      )}
    </QueryView>
  );
}
