import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ResponseFlaw } from '#shared/domain/responseFlaw.ts';
import { responseFlawWords } from '#shared/text/responseFlawWords.ts';

/** What is odd in the response that an atom came with. */
export function FlawNotice({ flaws }: { readonly flaws: readonly ResponseFlaw[] | undefined }) {
  if (flaws === undefined || flaws.length === 0) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      mx={14}
      my={8}
      py={6}
      icon={<IconAlertTriangle size={16} aria-hidden />}
      title="The response is odd"
    >
      {flaws.map((flaw) => {
        const words = responseFlawWords(flaw);
        return <div key={words}>{words}</div>;
      })}
    </Alert>
  );
}
