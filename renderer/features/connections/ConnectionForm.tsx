import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { ConnectionTest } from '#shared/domain/connectionTest.ts';
import {
  addConnection,
  editConnection,
  rememberConnection,
  replaceKey,
  testConnection,
  type TestTarget,
} from '../../api/connections.ts';
import { endHistory, setHistoryKept } from '../../api/history.ts';
import { toAppError } from '../../api/unwrap.ts';
import { activate } from '../../state/appStore.ts';
import type { ConnectionForm as OpenForm } from '../../state/dialogs.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { ApiKeyField } from './ApiKeyField.tsx';
import { ColorChoice } from './ColorChoice.tsx';
import {
  checkDraft,
  draftOf,
  emptyDraft,
  hasDefaultLimits,
  needsKey,
  reachingOf,
  refusedField,
  suggestName,
  type ConnectionDraft,
  type DraftErrors,
} from './connectionDraft.ts';
import { EnvironmentChoice } from './EnvironmentChoice.tsx';
import { expectedProblem, ExpectedRootFields, nothingExpected, readExpected } from './ExpectedRootFields.tsx';
import { HistorySwitch } from './HistorySwitch.tsx';
import { TestReport } from './TestReport.tsx';
import classes from './Connections.module.css';

/** The result of the last test or save; `failed` holds errors that do not belong to one field. */
type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'testing'; readonly test: ConnectionTest }
  | { readonly kind: 'tested'; readonly test: ConnectionTest }
  /** The new key failed its test, so the saved one stays. */
  | { readonly kind: 'key-kept'; readonly test: ConnectionTest }
  | { readonly kind: 'incomplete'; readonly problem: string }
  | { readonly kind: 'failed'; readonly error: unknown };

interface ConnectionFormDialogProps {
  readonly form: OpenForm;
  readonly connections: readonly Connection[];
  readonly onClose: () => void;
}

/** The connection form in a dialog. Any part of the window opens it with `openConnectionForm`. */
export function ConnectionFormDialog({ form, connections, onClose }: ConnectionFormDialogProps) {
  const edited = form.kind === 'edit' ? (connections.find(({ id }) => id === form.id) ?? null) : null;
  // The connection was removed meanwhile.
  if (form.kind === 'edit' && edited === null) return null;
  return (
    <Dialog onClose={onClose} title={edited === null ? 'Connect to a service' : 'Edit connection'} size={520}>
      <ConnectionForm
        key={edited?.id ?? 'new'}
        connection={edited}
        prefill={form.kind === 'add' ? form.prefill : undefined}
        beginsAtKey={form.kind === 'edit' && form.beginsAtKey}
        onDone={onClose}
      />
    </Dialog>
  );
}

interface ConnectionFormProps {
  /** null for a new connection. */
  readonly connection: Connection | null;
  /** Of a new connection: what a link filled in. */
  readonly prefill: { readonly address: string; readonly name: string } | undefined;
  /** Opened to replace or enter the API key. */
  readonly beginsAtKey: boolean;
  readonly onDone: () => void;
}

function ConnectionForm({ connection, prefill, beginsAtKey, onDone }: ConnectionFormProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<ConnectionDraft>(() => {
    if (connection !== null) return draftOf(connection);
    const { address: baseUrl, name } = prefill ?? { address: '', name: '' };
    return { ...emptyDraft, baseUrl, name: name === '' ? suggestName(baseUrl) : name };
  });
  const [isReplacingKey, setIsReplacingKey] = useState(beginsAtKey);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [expected, setExpected] = useState(nothingExpected);
  const [isHistoryDeleted, setIsHistoryDeleted] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  // Only the input element holds the key, and it is read when it is sent: React's state would keep copies.
  const keyInput = useRef<HTMLInputElement>(null);
  const test = useRef<AbortController | null>(null);
  const suggestedName = useRef('');
  useEffect(() => () => test.current?.abort(), []);
  const outcomeElement = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome.kind !== 'none') outcomeElement.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome.kind]);

  const isKeyNeeded = needsKey(connection, draft.baseUrl);
  const isKeyAsked = isKeyNeeded || isReplacingKey;
  const typedKey = (): string => (isKeyAsked ? (keyInput.current?.value.trim() ?? '') : '');

  const change = (changed: Partial<ConnectionDraft>): void => {
    setDraft({ ...draft, ...changed });
    forgetOutcome();
  };
  const forgetOutcome = (): void => {
    test.current?.abort();
    setErrors({});
    setOutcome({ kind: 'none' });
  };
  const check = (isNameNeeded: boolean): boolean => {
    const found = checkDraft(draft, typedKey(), { isKeyNeeded: isKeyAsked, isNameNeeded });
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  const showFailure = (error: unknown): void => {
    const appError = toAppError(error);
    const field = refusedField(appError);
    if (field === null) {
      setOutcome({ kind: 'failed', error });
    } else {
      setErrors({ [field]: appError.message });
      setOutcome({ kind: 'none' });
    }
  };

  const controllerOfTest = (): AbortController => {
    const controller = new AbortController();
    test.current = controller;
    setOutcome({ kind: 'testing', test: [] });
    return controller;
  };
  const runTest = async (): Promise<void> => {
    if (!check(false)) return;
    const baseUrl = draft.baseUrl.trim();
    const target: TestTarget =
      connection !== null && !isKeyAsked
        ? { id: connection.id, baseUrl }
        : { baseUrl, apiKey: typedKey(), ...(connection !== null && { reachedAs: connection.id }) };
    const { signal } = controllerOfTest();
    try {
      const tested = await testConnection(
        { ...target, ...reachingOf(draft) },
        {
          signal,
          onSteps: (steps) => setOutcome({ kind: 'testing', test: steps }),
        },
      );
      if (!signal.aborted) setOutcome({ kind: 'tested', test: tested });
    } catch (error) {
      if (!signal.aborted) showFailure(error);
    }
  };
  /** Replaces the saved key by the typed one. Resolves to whether that happened. */
  const rotateKey = async (id: Connection['id'], isTested: boolean): Promise<boolean> => {
    const { signal } = controllerOfTest();
    const replaced = await replaceKey(
      { id, apiKey: typedKey(), isTested },
      { signal, onSteps: (steps) => setOutcome({ kind: 'testing', test: steps }) },
    );
    if (replaced.connection !== null) {
      rememberConnection(queryClient, replaced.connection);
      return true;
    }
    if (!signal.aborted) setOutcome({ kind: 'key-kept', test: replaced.test ?? [] });
    return false;
  };

  const save = async (isTested = true): Promise<void> => {
    if (!check(true)) return;
    const problem = connection === null ? expectedProblem(expected) : null;
    if (problem !== null) {
      setOutcome({ kind: 'incomplete', problem });
      return;
    }
    const { keepsHistory, limits: _limits, authorities: _authorities, ...typed } = draft;
    const profile = {
      ...typed,
      ...reachingOf(draft),
      name: draft.name.trim(),
      baseUrl: draft.baseUrl.trim(),
    };
    let apiKey = typedKey();
    try {
      if (connection !== null && isReplacingKey && !isKeyNeeded && profile.baseUrl === connection.baseUrl) {
        if (!(await rotateKey(connection.id, isTested))) return;
        apiKey = '';
      }
      setOutcome({ kind: 'saving' });
      const saved =
        connection === null
          ? await addConnection({ ...profile, ...readExpected(expected), apiKey })
          : await editConnection({ id: connection.id, ...profile, ...(apiKey === '' ? {} : { apiKey }) });
      if (keyInput.current !== null) keyInput.current.value = '';
      if (connection === null) activate(saved.id);
      rememberConnection(queryClient, saved);
      await saveHistoryChoice(saved, keepsHistory);
      onDone();
    } catch (error) {
      if (toAppError(error).code === 'cancelled') setOutcome({ kind: 'none' });
      else showFailure(error);
    }
  };

  /** Called after the rest is saved, because the keychain may refuse the key of the history. */
  const saveHistoryChoice = async (saved: Connection, keepsHistory: boolean): Promise<void> => {
    if (saved.keepsHistory === keepsHistory) return;
    try {
      if (keepsHistory) await setHistoryKept(queryClient, saved.id, true);
      else await endHistory(queryClient, saved.id, isHistoryDeleted);
    } catch (error) {
      // The form of a new connection still closes: the connection was added.
      if (connection !== null) throw error;
      notifyFailure(error);
    }
  };

  const nameFromAddress = (): void => {
    const isOwnName = draft.name.trim() !== '' && draft.name !== suggestedName.current;
    if (isOwnName) return;
    suggestedName.current = suggestName(draft.baseUrl);
    setDraft({ ...draft, name: suggestedName.current });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (outcome.kind !== 'saving' && outcome.kind !== 'testing') void save();
      }}
    >
      <Stack gap="lg">
        {prefill !== undefined && (
          <Callout tone="warning" compact>
            Filled in from a link. Check the address before you enter a key.
          </Callout>
        )}
        <TextInput
          label="Base address"
          description="The URL of the service. Requests go only to this address."
          placeholder="https://memory.example.com"
          value={draft.baseUrl}
          error={errors.baseUrl}
          onChange={({ currentTarget }) => change({ baseUrl: currentTarget.value })}
          onBlur={nameFromAddress}
          maxLength={2_000}
          spellCheck={false}
          autoComplete="off"
          data-autofocus={!beginsAtKey || undefined}
          required
        />
        <ApiKeyField
          inputRef={keyInput}
          connection={connection}
          isAsked={isKeyAsked}
          isReplacing={isReplacingKey && !isKeyNeeded}
          isFocused={beginsAtKey}
          onReplacingChange={(isReplacing) => {
            setIsReplacingKey(isReplacing);
            forgetOutcome();
          }}
          onEdited={forgetOutcome}
          error={errors.apiKey}
        />
        <TextInput
          label="Name"
          placeholder="prod-eu"
          value={draft.name}
          error={errors.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          maxLength={100}
          autoComplete="off"
          required
        />
        <EnvironmentChoice
          value={draft.environment}
          onChange={(environment) => setDraft({ ...draft, environment })}
        />
        <ColorChoice value={draft.colour} onChange={(colour) => setDraft({ ...draft, colour })} />
        <Switch
          label="Read-only"
          description="Blocks all writes over this connection in this app, even if the key allows them."
          checked={draft.readOnly}
          onChange={({ currentTarget }) => setDraft({ ...draft, readOnly: currentTarget.checked })}
        />
        <HistorySwitch
          connection={connection}
          isKept={draft.keepsHistory}
          isDeleted={isHistoryDeleted}
          onKeptChange={(keepsHistory) => setDraft({ ...draft, keepsHistory })}
          onDeletedChange={setIsHistoryDeleted}
        />

        <AdvancedFields
          limits={draft.limits}
          authorities={draft.authorities}
          limitsError={errors.limits}
          isOpenAtFirst={draft.authorities.certificates.length > 0 || !hasDefaultLimits(draft.limits)}
          onLimitsChange={(limits) => change({ limits })}
          onAuthoritiesChange={(authorities) => change({ authorities })}
        />

        {connection === null && (
          <ExpectedRootFields
            expected={expected}
            onChange={(changed) => {
              setExpected(changed);
              setOutcome({ kind: 'none' });
            }}
          />
        )}

        <div ref={outcomeElement} className={classes.outcome} aria-live="polite">
          {outcome.kind === 'key-kept' && (
            <Callout
              tone="warning"
              compact
              mb="sm"
              title="The saved key stays"
              actions={<SmallButton onClick={() => void save(false)}>Replace without a test</SmallButton>}
            >
              The new key did not pass its test. Nothing was saved.
            </Callout>
          )}
          {(outcome.kind === 'testing' || outcome.kind === 'tested' || outcome.kind === 'key-kept') && (
            <TestReport test={outcome.test} isRunning={outcome.kind === 'testing'} />
          )}
          {outcome.kind === 'incomplete' && (
            <Callout tone="danger" compact>
              {outcome.problem}
            </Callout>
          )}
          {outcome.kind === 'failed' && <ErrorNotice error={outcome.error} />}
        </div>

        <Group gap="sm" className={classes.actions ?? ''}>
          <Button
            variant="default"
            disabled={outcome.kind === 'saving'}
            onClick={() => {
              if (outcome.kind === 'testing') forgetOutcome();
              else void runTest();
            }}
            mr="auto"
          >
            {outcome.kind === 'testing' ? 'Stop test' : 'Test connection'}
          </Button>
          <Button variant="subtle" color="gray" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={outcome.kind === 'saving'} disabled={outcome.kind === 'testing'}>
            {connection === null ? 'Connect' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
