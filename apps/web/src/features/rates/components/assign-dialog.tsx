/** Gives the tariff to devices chosen one by one or by group, after a look at what changes. */
import { isSimulatedCode } from '@busbar/domain/device/simulated-code';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useGroups } from '../../../device-kit/api/use-device-choices.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type AssignmentPreview, useAssignment, useAssignmentPreview } from '../use-assignment.ts';

/** The server accepts this many devices named one by one; groups have no limit. */
const MAX_ASSIGNED = 1_000;

interface AssignDialogProps {
  readonly rate: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

export function AssignDialog({ rate, onClose }: AssignDialogProps) {
  const { t } = useTranslation('rates');
  const [codes, setCodes] = useState<string[]>([]);
  const [groups, setGroups] = useState<number[]>([]);
  const chosen = { codes, groups };
  const preview = useAssignmentPreview(rate.id, chosen);
  const assign = useAssignment();
  const { changing = 0, token = '' } = preview.data ?? {};
  const save = async () => {
    try {
      return await assign(rate.id, chosen, token);
    } catch (error) {
      // The refusal means that the numbers have changed, so they are read again.
      void preview.refetch();
      throw error;
    }
  };
  return (
    <FormDialog
      width={WIDE}
      title={t('rates:assign.title', { name: rate.name })}
      saveLabel={t('rates:assign.save')}
      done={t('rates:assign.done')}
      isBlocked={changing === 0 || preview.isFetching}
      onSave={save}
      onClose={onClose}
    >
      <GroupsField value={groups} onChange={setGroups} />
      <DevicesField value={codes} onChange={setCodes} />
      {codes.length + groups.length > 0 && (
        <Loaded query={preview} lines={3}>
          {(found) => (
            <>
              <Changes preview={found} />
              <p className="muted prose">{t('rates:assign.effect')}</p>
            </>
          )}
        </Loaded>
      )}
    </FormDialog>
  );
}

interface FieldProps<V> {
  readonly value: V[];
  readonly onChange: (value: V[]) => void;
}

function GroupsField(props: FieldProps<number>) {
  const { t } = useTranslation('rates');
  const groups = useGroups();
  return (
    <FormSelect
      label={t('rates:assign.groups')}
      help={t('rates:assign.groups-help')}
      mode="multiple"
      options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      loading={groups.isPending}
      isSearched
      {...props}
    />
  );
}

function DevicesField(props: FieldProps<string>) {
  const { t } = useTranslation('rates');
  const fleet = useFleet();
  const options = useMemo(
    () =>
      (fleet.data ?? [])
        .filter(({ code }) => !isSimulatedCode(code))
        .map(({ code, name }) => ({ value: code, label: `${name} · ${code}` })),
    [fleet.data],
  );
  return (
    <FormSelect
      label={t('rates:drawer.devices')}
      mode="multiple"
      options={options}
      loading={fleet.isPending}
      maxCount={MAX_ASSIGNED}
      maxTagCount={20}
      isSearched
      {...props}
    />
  );
}

function Changes({ preview }: { preview: AssignmentPreview }) {
  const { t } = useTranslation('rates');
  const { zone } = useRequiredSession().user;
  const count = (devices: number) => t('rates:drawer.device-count', { count: devices });
  return (
    <div role="status" className="box">
      <Facts
        rows={[
          [
            t('rates:form.start-day'),
            <bdi key="day" className="ltr">{`${preview.start_day} (${zone})`}</bdi>,
          ],
          [t('rates:assign.changing'), <strong key="changing">{count(preview.changing)}</strong>],
          ...preview.from.map(
            ({ name, devices }) => [t('rates:assign.from', { name }), count(devices)] as const,
          ),
          [t('rates:assign.unchanged'), count(preview.unchanged)],
        ]}
      />
    </div>
  );
}
