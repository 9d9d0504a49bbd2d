import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestTimestampAddress } from '#shared/domain/timestampAuthority.ts';
import { timestampSettingsQuery } from '../../api/timestamps.ts';
import { Check } from '../../ui/Choices.tsx';

/** Whether a bundle gets a timestamp, and from which authority. */
export function useTimestampChoice() {
  const [isStamped, setIsStamped] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const settings = useQuery(timestampSettingsQuery);
  const authority = typed ?? settings.data?.address ?? '';
  return {
    fields: (
      <>
        <Check
          checked={isStamped}
          onChange={setIsStamped}
          label="Timestamp"
          description="Shows that the bundle existed at this time. This leaves your computer: the SHA-256 hash of the signature and a random number are sent to a timestamp authority, and nothing else."
        />
        {isStamped && (
          <TextInput
            label="Timestamp authority"
            description="Address of an RFC 3161 service, with https://"
            placeholder="https://timestamp.example.com"
            value={authority}
            maxLength={longestTimestampAddress}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            ml="xl"
          />
        )}
      </>
    ),
    /** null for no timestamp. */
    from: isStamped ? authority.trim() : null,
    lacksAddress: isStamped && authority.trim() === '',
  };
}
