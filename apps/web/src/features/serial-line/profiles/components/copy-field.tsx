/** Starts a new profile as a copy of another one. */
import type { MeterTable } from '@busbar/device-profiles/own/meter-table';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import { useAction } from '../../../../components/forms/use-action.ts';
import { callQuery } from '../../../../lib/calls/use-call.ts';
import type { MeterProfile } from '../../api/use-serial-line.ts';
import { modelName } from '../../model-name.ts';

interface CopyFieldProps {
  readonly profiles: readonly MeterProfile[];
  readonly onCopy: (table: MeterTable) => void;
}

export function CopyField({ profiles, onCopy }: CopyFieldProps) {
  const { t } = useTranslation('meter-profiles');
  const client = useQueryClient();
  const { run, isBusy } = useAction();
  const [chosen, setChosen] = useState<string>();
  const copy = (id: string | undefined) => {
    if (id === undefined) return;
    setChosen(id);
    void run(async () => {
      const { data } = await client.fetchQuery(
        callQuery('v2.meter-profiles.one', { params: { id } }),
      );
      onCopy(data.profile);
    });
  };
  return (
    <FormSelect<string | undefined>
      label={t('meter-profiles:copy')}
      help={t('meter-profiles:copy-help')}
      isSearched
      loading={isBusy}
      options={profiles.map((one) => ({ value: one.id, label: modelName(one) }))}
      value={chosen}
      onChange={copy}
    />
  );
}
