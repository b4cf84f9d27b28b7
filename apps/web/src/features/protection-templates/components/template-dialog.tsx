/** Creates a template from a starting point or the settings of a breaker: its name and its sets. */
import { STARTERS, type Starter, starterSets } from '@busbar/domain/protection/starter-templates';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import type { CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { type SourceSet, TemplateSetChoice } from './template-sets.tsx';

type Sets = CallInput<'v2.protection-templates.add'>['body']['sets'];

const FROM_BREAKER = 'breaker';
type Source = Starter | typeof FROM_BREAKER;
const SOURCES: readonly Source[] = [FROM_BREAKER, ...STARTERS];

export interface TemplateDialogProps {
  /** Starting point that is selected when the dialog opens. */
  readonly starter?: Starter | undefined;
  readonly onSave: (name: string, sets: Sets) => Promise<unknown>;
  readonly onClose: () => void;
}

export function TemplateDialog({ starter, onSave, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('protection-templates');
  const fleet = useFleet();
  const titleOf = (source: Source) =>
    source === FROM_BREAKER ? '' : t(`protection-templates:starter.name.${source}`);
  const form = useFormState(
    () => ({
      source: starter ?? (FROM_BREAKER as Source),
      name: titleOf(starter ?? FROM_BREAKER),
      code: undefined as string | undefined,
      left: [] as readonly string[],
    }),
    {
      problems: ({ name }) =>
        name.trim() === '' ? { name: t('protection-templates:name-required') } : undefined,
    },
  );
  const { source, name, code, left } = form.values;
  const isOfBreaker = source === FROM_BREAKER;
  const parameters = useCallQuery(
    'v2.device.parameters',
    { query: { device_code: code ?? '' } },
    { enabled: isOfBreaker && code !== undefined },
  );
  const sets = isOfBreaker ? reported(parameters.data?.data.sets) : starterRows(source);
  const selected = sets.filter(({ set }) => !left.includes(set));
  /** A name that the user has typed stays. */
  const choose = (next: Source) =>
    form.set({
      source: next,
      left: [],
      ...(name.trim() === '' || name === titleOf(source) ? { name: titleOf(next) } : {}),
    });
  return (
    <FormDialog
      form={form}
      title={t('protection-templates:new.title')}
      saveLabel={t('protection-templates:new.save')}
      isBlocked={selected.length === 0}
      onSave={() =>
        onSave(name, Object.fromEntries(selected.map(({ set, values }) => [set, values])) as Sets)
      }
      onClose={onClose}
    >
      <FormSelect<Source>
        label={t('protection-templates:starter.source')}
        value={source}
        options={SOURCES.map((value) => ({
          value,
          label:
            value === FROM_BREAKER ? t('protection-templates:starter.breaker') : titleOf(value),
        }))}
        onChange={choose}
      />
      <FormText
        label={t('protection-templates:name')}
        isRequired
        maxLength={100}
        {...form.field('name')}
      />
      {isOfBreaker && (
        <FormSelect
          label={t('protection-templates:new.device')}
          isSearched
          value={code}
          options={(fleet.data ?? [])
            .filter(({ kind }) => kind === 'main')
            .map((device) => ({ value: device.code, label: `${device.name} ${device.code}` }))}
          onChange={(chosen) => form.set({ code: chosen, left: [] })}
        />
      )}
      {!isOfBreaker && <p className="hint prose">{t('protection-templates:starter.note')}</p>}
      <TemplateSetChoice sets={sets} left={left} onLeft={(next) => form.set({ left: next })} />
      {isOfBreaker && parameters.isSuccess && sets.length === 0 && (
        <Alert type="info" showIcon title={t('protection-templates:new.nothing-known')} />
      )}
    </FormDialog>
  );
}

const starterRows = (starter: Starter): SourceSet[] =>
  Object.entries(starterSets(starter)).map(([set, values]) => ({ set, values }));

const reported = (sets: readonly { set: string; values: object | null }[] = []): SourceSet[] =>
  sets.flatMap(({ set, values }) => (values === null ? [] : [{ set, values }]));
