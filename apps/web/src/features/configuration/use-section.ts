/** One section while it is edited: what is typed over what stands, saved and taken back by itself. */
import type { UseMutationResult } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import {
  type Configuration,
  type SectionName,
  useConfigurationChanges,
} from './api/use-configuration.ts';

export interface SectionProps<S extends SectionName> {
  readonly found: Configuration[S];
  /** Whether something is typed that is not saved. */
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
  /** Reads again what somebody else saved. */
  readonly again: () => void;
  readonly reset: (confirmed: boolean) => void;
}

type Value<S extends SectionName> = Configuration[S]['value'];
type Saving = { mutateAsync: UseMutationResult['mutateAsync'] };

/** What a section has beside its value, a password or a picture: whether it was touched, and how it is let go. */
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
  /** The body of the section's call without its version; what was typed stays when it is refused. */
  const save = async (more: object = {}): Promise<void> => {
    changes.reset.reset();
    const body = { ...value, ...more, changed_at: found.changed_at };
    try {
      await (saving as unknown as Saving).mutateAsync({ body });
    } catch {
      // Said from the mutation's own state.
      return;
    }
    await done();
  };
  const edit = (part: Partial<Value<S>>) => setEdited({ ...edited, ...part });
  return { value, edit, save, state };
}
