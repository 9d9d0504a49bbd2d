import { Box, Button, Group, Input, NumberInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconFileCertificate, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CertificateFacts } from '#shared/domain/certificateFacts.ts';
import { connectionLimitBounds, type ConnectionLimits } from '#shared/domain/connectionLimits.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { chooseAuthorities } from '../../api/connections.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import type { DraftAuthorities } from './connectionDraft.ts';

interface AdvancedFieldsProps {
  readonly limits: ConnectionLimits;
  readonly authorities: DraftAuthorities;
  readonly limitsError: string | undefined;
  readonly isOpenAtFirst: boolean;
  readonly onLimitsChange: (limits: ConnectionLimits) => void;
  readonly onAuthoritiesChange: (authorities: DraftAuthorities) => void;
}

/** How the service is reached: whom to trust, how long to wait, and how many requests to send at once. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { limits, authorities, limitsError, onLimitsChange, onAuthoritiesChange } = props;
  const [isOpen, setOpen] = useState(props.isOpenAtFirst);
  const field = (name: keyof ConnectionLimits) => ({
    ...connectionLimitBounds[name],
    value: limits[name],
    onChange: (value: number | string) => {
      if (typeof value === 'number') onLimitsChange({ ...limits, [name]: value });
    },
    allowDecimal: false,
    clampBehavior: 'blur' as const,
  });
  return (
    <Box>
      <Switch
        label="Advanced"
        description="Certificates, time limits, and requests at once. The system’s proxy is always used where one is set."
        checked={isOpen || limitsError !== undefined}
        onChange={(event) => setOpen(event.currentTarget.checked)}
      />
      {(isOpen || limitsError !== undefined) && (
        <Stack gap="md" mt="sm" ml={46}>
          <AuthorityFile authorities={authorities} onChange={onAuthoritiesChange} />
          <Input.Wrapper error={limitsError}>
            <SimpleGrid cols={3} spacing="sm">
              <NumberInput
                label="Idle limit"
                description="Without data"
                suffix=" s"
                {...field('idleSeconds')}
              />
              <NumberInput
                label="Total limit"
                description="Per request"
                suffix=" s"
                {...field('totalSeconds')}
              />
              <NumberInput label="Requests" description="At once" {...field('requestsAtOnce')} />
            </SimpleGrid>
          </Input.Wrapper>
        </Stack>
      )}
    </Box>
  );
}

interface AuthorityFileProps {
  readonly authorities: DraftAuthorities;
  readonly onChange: (authorities: DraftAuthorities) => void;
}

function AuthorityFile({ authorities, onChange }: AuthorityFileProps) {
  const [error, setError] = useState<unknown>(null);
  const choose = async (): Promise<void> => {
    setError(null);
    try {
      const chosen = await chooseAuthorities();
      if (chosen !== null) onChange(chosen);
    } catch (caught) {
      setError(caught);
    }
  };
  const { certificates } = authorities;
  return (
    <Stack gap="xs">
      <Input.Wrapper
        label="CA file"
        labelElement="div"
        description="Certificates of authorities that only this connection trusts, in addition to the system’s."
      />
      {certificates.map((certificate, index) => (
        <Certificate key={`${index} ${certificate.subject}`} certificate={certificate} />
      ))}
      <Group gap="sm">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFileCertificate size={14} aria-hidden />}
          onClick={() => void choose()}
        >
          {certificates.length === 0 ? 'Choose file…' : 'Choose another…'}
        </Button>
        {certificates.length > 0 && (
          <IconButton
            label="Remove the CA file"
            tooltip="Remove"
            icon={IconX}
            onClick={() => onChange({ pem: null, certificates: [] })}
          />
        )}
      </Group>
      {error !== null && <ErrorNotice error={error} />}
    </Stack>
  );
}

function Certificate({ certificate }: { readonly certificate: CertificateFacts }) {
  const { subject, issuer, validTo } = certificate;
  const [openedAt] = useState(() => Date.now());
  const hasExpired = validTo < openedAt;
  return (
    <Box fz="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text inherit fw={600}>
        {subject === '' ? 'Unnamed certificate' : visibleLine(subject)}
      </Text>
      <Dimmed>
        {issuer !== '' && issuer !== subject && <>Issued by {visibleLine(issuer)}. </>}
        <Text span inherit {...(hasExpired && { c: 'var(--verdict-amber-fg)' })}>
          {hasExpired ? 'Expired' : 'Valid until'} {momentWords(validTo)}
        </Text>
      </Dimmed>
    </Box>
  );
}
