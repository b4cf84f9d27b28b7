/** Form state of one section: unsaved input over the stored values, saved and reset separately. */
import type { UseMutationResult } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/calls/api-error.ts';
import {
  type Configuration,
  type SectionName,
  useConfigurationChanges,
} from './api/use-configuration.ts';

export interface SectionProps<S extends SectionName> {
  readonly found: Configuration[S];
  /** Called with true while there is unsaved input. */
  readonly onDirty: (section: SectionName, isDirty: boolean) => void;
}

export interface SectionState {
  readonly section: SectionName;
  readonly isDirty: boolean;
  readonly isFixed: boolean;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  readonly source: string;
  readonly undo: () => void;
  /** Discards the input and refetches values that another user saved. */
  readonly again: () => void;
  readonly reset: (confirmed: boolean) => void;
}

type Value<S extends SectionName> = Configuration[S]['value'];
type Saving = { mutateAsync: UseMutationResult['mutateAsync'] };

/** State of a section outside its value (password or picture), which can be dirty and cleared. */
interface Beside {
  readonly isTouched: boolean;
  readonly clear: () => void;
}

export function useSection<S extends SectionName>(
  section: S,
  { found, onDirty }: SectionProps<S>,
  beside?: Beside,
) {
  const { t } = useTranslation('configuration');
  const { message } = App.useApp();
  const changes = useConfigurationChanges();
  const [edited, setEdited] = useState<Partial<Value<S>>>({});
  const value = { ...found.value, ...edited } as Value<S>;
  const isDirty =
    beside?.isTouched === true ||
    Object.entries(value).some(
      ([name, one]) => one !== (found.value as Value<S> & Record<string, unknown>)[name as never],
    );
  useEffect(() => onDirty(section, isDirty), [onDirty, section, isDirty]);
  const saving = changes[section];

  const done = async () => {
    void message.success(t('configuration:saved'));
    await changes.followed();
    setEdited({});
    beside?.clear();
  };
  const undo = () => {
    saving.reset();
    changes.reset.reset();
    setEdited({});
    beside?.clear();
  };
  const state: SectionState = {
    section,
    isDirty,
    isFixed: found.source === 'fixed',
    isBusy: saving.isPending || changes.reset.isPending,
    error: saving.error ?? changes.reset.error,
    source: found.source,
    undo,
    again: () => {
      undo();
      void changes.followed();
    },
    reset: (confirmed) =>
      changes.reset.mutate(
        {
          params: { section },
          query: {
            changed_at: String(found.changed_at),
            ...(confirmed ? { confirmed: '1' } : {}),
          },
        },
        { onSuccess: done },
      ),
  };
  /** Sends the section's body; the input is retained if the server refuses. */
  const save = async (more: object = {}): Promise<void> => {
    changes.reset.reset();
    const body = { ...value, ...more, changed_at: found.changed_at };
    try {
      await (saving as unknown as Saving).mutateAsync({ body });
    } catch {
      // The section shows the error from the mutation's state.
      return;
    }
    await done();
  };
  const edit = (part: Partial<Value<S>>) => setEdited({ ...edited, ...part });
  return { value, edit, save, state };
}
