/** Creates a template from a breaker's settings: its name, and the reported sets to include. */
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { FormCheckbox } from '../../../components/forms/form-checkbox.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import type { CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

type Sets = CallInput<'v2.protection-templates.add'>['body']['sets'];

export interface TemplateDialogProps {
  readonly onSave: (name: string, sets: Sets) => Promise<unknown>;
  readonly onClose: () => void;
}

export function TemplateDialog({ onSave, onClose }: TemplateDialogProps) {
  const { t } = useTranslation(['protection-templates', 'protection']);
  const fleet = useFleet();
  const form = useFormState(
    { name: '', code: undefined as string | undefined, left: [] as readonly string[] },
    {
      problems: ({ name }) =>
        name.trim() === '' ? { name: t('protection-templates:name-required') } : undefined,
    },
  );
  const { name, code, left } = form.values;
  const parameters = useCallQuery(
    'v2.device.parameters',
    { query: { device_code: code ?? '' } },
    { enabled: code !== undefined },
  );
  const known = (parameters.data?.data.sets ?? []).filter(({ values }) => values !== null);
  const selected = known.filter(({ set }) => !left.includes(set));
  return (
    <FormDialog
      form={form}
      title={t('protection-templates:new.title')}
      saveLabel={t('protection-templates:new.save')}
      isBlocked={selected.length === 0}
      onSave={() =>
        onSave(
          name,
          Object.fromEntries(selected.map(({ set, values }) => [set, values ?? {}])) as Sets,
        )
      }
      onClose={onClose}
    >
      <FormText
        label={t('protection-templates:name')}
        isRequired
        maxLength={100}
        {...form.field('name')}
      />
      <FormSelect
        label={t('protection-templates:new.device')}
        isSearched
        value={code}
        options={(fleet.data ?? [])
          .filter(({ kind }) => kind === 'main')
          .map((device) => ({ value: device.code, label: `${device.name} ${device.code}` }))}
        onChange={(chosen) => form.set({ code: chosen, left: [] })}
      />
      {known.map(({ set }) => (
        <FormCheckbox
          key={set}
          label={t(`protection:tab.${set}`, set)}
          value={!left.includes(set)}
          onChange={(isSelected) =>
            form.set({ left: isSelected ? left.filter((one) => one !== set) : [...left, set] })
          }
        />
      ))}
      {parameters.isSuccess && known.length === 0 && (
        <Alert type="info" showIcon title={t('protection-templates:new.nothing-known')} />
      )}
    </FormDialog>
  );
}
